import { useEffect } from "react";
import { useText } from "#shared/i18n/i18n.tsx";

/**
 * Sets the title of the tab and the history entry, followed by the app's title (I18N-4). With null, the title is
 * unchanged, because a part of the page sets it.
 */
export function useDocumentTitle(title: string | null): void {
  const { appTitle } = useText("shared");
  const whole = title === null ? null : documentTitle(title, appTitle);
  useEffect(() => {
    if (whole !== null) document.title = whole;
  }, [whole]);
}

export const documentTitle = (title: string, appTitle: string): string =>
  title === "" || title === appTitle ? appTitle : `${title} · ${appTitle}`;
