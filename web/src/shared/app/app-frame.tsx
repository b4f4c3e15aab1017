import type { Language } from "@reposo/contract/text/languages.ts";
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from "react";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import type { LoadedTexts, LoadTexts } from "#shared/i18n/change-texts.ts";
import { LinkProvider } from "#ui/button/link.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { navigate } from "#shared/routing/navigation.ts";

interface FrameProps {
  readonly language: Language;
  readonly texts: LoadedTexts;
  readonly load: LoadTexts;
  readonly children: ReactNode;
}

/** Frame of all pages. The server renders with it, too, so that hydration finds the same tree. */
export function AppFrame({ language, texts, load, children }: FrameProps) {
  return (
    <LanguageProvider language={language} texts={texts} load={load}>
      <LinkProvider value={PageLink}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </LinkProvider>
    </LanguageProvider>
  );
}

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; replace?: boolean };

/**
 * A link to a page of the product. A plain click calls `navigate`, which loads a document only for a page of the other
 * app.
 */
function PageLink({ href, replace = false, onClick, ...rest }: Props) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || rest.target === "_blank") return;
    event.preventDefault();
    navigate(href, { replace });
  }
  return <a {...rest} href={href} onClick={follow} />;
}
