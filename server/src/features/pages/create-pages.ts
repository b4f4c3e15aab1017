import type { PublicSettings } from "@reposo/contract/page-rendering.ts";
import { toLanguage } from "@reposo/contract/text/languages.ts";
import type { Log } from "#platform/logging/log.ts";
import type { PageRenderer, RenderedDocument } from "#platform/pages/page-renderer.ts";
import { type ChairPageSources, chairPageData } from "./chair-page-data.ts";

export interface PagesDependencies {
  readonly renderer: PageRenderer;
  readonly settings: PublicSettings;
  readonly chair: ChairPageSources;
  readonly log: Log;
}

export type Pages = ReturnType<typeof createPages>;

const chairPagePath = "/pages/index/index";

export function createPages({ renderer, settings, chair, log }: PagesDependencies) {
  const readChair = chairPageData(chair);

  return {
    renderer,
    mapOrigins: settings.map === null ? [] : [new URL(settings.map.tilesUrl).origin],
    /**
     * Renders a page in the language that was chosen in this browser, or else in the language of the parameter `lang`,
     * or else in the server's default language. A value that is no language of the product is ignored. If the data of a
     * chair's page cannot be loaded, the page is rendered without it.
     */
    async renderPage(path: string, search: string, chosenLanguage?: string): Promise<RenderedDocument> {
      const query = new URLSearchParams(search);
      const language = toLanguage(chosenLanguage, toLanguage(query.get("lang"), settings.defaultLanguage));
      const deviceId = path === chairPagePath ? query.get("deviceId") : null;
      let data = null;
      try {
        data = deviceId === null ? null : await readChair(deviceId, language);
      } catch (error) {
        // The browser shows an error if it cannot fetch the data either.
        log.warn({ err: error }, "a chair page was rendered without its data, which the browser fetches");
      }
      return renderer.render({ path, search, language, settings, chair: data });
    },
  };
}
