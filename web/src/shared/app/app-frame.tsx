import type { ComponentProps, MouseEvent } from "react";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { LinkProvider, type LinkProps } from "#ui/button/link.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { navigate } from "#shared/routing/navigation.ts";

/** Frame of all pages. The server renders with it, too, so that hydration finds the same tree. */
export function AppFrame({ children, ...provider }: ComponentProps<typeof LanguageProvider>) {
  return (
    <LanguageProvider {...provider}>
      <LinkProvider value={PageLink}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </LinkProvider>
    </LanguageProvider>
  );
}

/**
 * A link to a page of the product. A plain click calls `navigate`, which loads a document only for a page of the other
 * app.
 */
function PageLink({ href, replace = false, onClick, ...rest }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !plain || rest.target === "_blank") return;
    event.preventDefault();
    navigate(href, { replace });
  }
  return <a {...rest} href={href} onClick={follow} />;
}
