import { useEffect } from "react";
import { useText } from "#shared/i18n/i18n.tsx";

/** Names the browser's tab and its history entry; the app's own title stands behind the page's (I18N-4). Null: a part of the page does. */
export function useDocumentTitle(title: string | null): void {
  const { appTitle } = useText("shared");
  const whole = title === null ? null : documentTitle(title, appTitle);
  useEffect(() => {
    if (whole !== null) document.title = whole;
  }, [whole]);
}

export const documentTitle = (title: string, appTitle: string): string =>
  title === "" || title === appTitle ? appTitle : `${title} · ${appTitle}`;
