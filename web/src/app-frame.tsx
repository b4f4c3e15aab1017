import type { Language } from "@reposo/contract/languages.ts";
import type { ReactNode } from "react";
import { LanguageProvider } from "#platform/i18n.tsx";
import { PageLink } from "#platform/page-link.tsx";
import type { LoadTexts, LoadedTexts } from "#platform/shown-texts.ts";
import { LinkProvider } from "#ui/link.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

interface FrameProps {
  readonly language: Language;
  readonly texts: LoadedTexts;
  readonly load: LoadTexts;
  readonly children: ReactNode;
}

/** Shared with the server's rendering, so that both build the same tree. */
export function AppFrame({ language, texts, load, children }: FrameProps) {
  return (
    <LanguageProvider language={language} texts={texts} load={load}>
      <LinkProvider value={PageLink}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </LinkProvider>
    </LanguageProvider>
  );
}
