import type { Language } from "@reposo/contract/text/languages.ts";
import type { ReactNode } from "react";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { PageLink } from "#shared/routing/page-link.tsx";
import type { LoadTexts, LoadedTexts } from "#shared/i18n/shown-texts.ts";
import { LinkProvider } from "#ui/button/link.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";

interface FrameProps {
  readonly language: Language;
  readonly texts: LoadedTexts;
  readonly load: LoadTexts;
  readonly children: ReactNode;
}

/** Used by the server's rendering too, so that both build the same tree. */
export function AppFrame({ language, texts, load, children }: FrameProps) {
  return (
    <LanguageProvider language={language} texts={texts} load={load}>
      <LinkProvider value={PageLink}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </LinkProvider>
    </LanguageProvider>
  );
}
