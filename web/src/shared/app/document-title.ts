import { createContext, useContext, useEffect } from "react";
import { useText } from "#shared/i18n/i18n.tsx";

const RenderedTitle = createContext<(title: string) => void>(() => undefined);
/** Receives the title of a page that the server renders, where there is no tab. */
export const RenderedTitleProvider = RenderedTitle.Provider;

/**
 * Sets the title of the tab and the history entry, followed by the app's title (I18N-4). With null, the title is
 * unchanged, because a part of the page sets it.
 */
export function useDocumentTitle(title: string | null): void {
  const { appTitle } = useText("shared");
  const whole = title === null ? null : documentTitle(title, appTitle);
  const receive = useContext(RenderedTitle);
  // While rendering, because effects do not run on the server.
  if (whole !== null) receive(whole);
  useEffect(() => {
    if (whole !== null) document.title = whole;
  }, [whole]);
}

export const documentTitle = (title: string, appTitle: string): string =>
  title === "" || title === appTitle ? appTitle : `${title} · ${appTitle}`;
