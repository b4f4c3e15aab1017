import { createContext, useContext, useEffect } from "react";
import { usePageData } from "#shared/api/page-data.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { useRoute } from "#shared/routing/navigation.ts";
import { routes } from "#shared/routing/routes.ts";

const RenderedTitle = createContext<(title: string) => void>(() => undefined);
/** Receives the title of a page that the server renders, where there is no tab. */
export const RenderedTitleProvider = RenderedTitle.Provider;

/**
 * Sets the title of the tab and the history entry, followed by the data centre's title (I18N-4), or on the customers'
 * pages, by the operator's name. With null, the title is unchanged, because a part of the page sets it.
 */
export function useDocumentTitle(title: string | null): void {
  const { appTitle } = useText("shared");
  const { operator } = usePageData().settings;
  const owner = routes[useRoute()].app === "customer" ? operator.name : appTitle;
  const whole = title === null ? null : documentTitle(title, owner);
  const receive = useContext(RenderedTitle);
  // While rendering, because effects do not run on the server.
  if (whole !== null) receive(whole);
  useEffect(() => {
    if (whole !== null) document.title = whole;
  }, [whole]);
}

export const documentTitle = (title: string, owner: string | null): string =>
  owner === null || title === owner ? title : `${title} · ${owner}`;
