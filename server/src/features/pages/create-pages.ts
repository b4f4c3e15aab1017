import type { PublicSettings } from "@reposo/contract/page-rendering.ts";
import type { Log } from "#platform/logging/log.ts";
import type { PageRenderer, RenderedDocument } from "#platform/pages/page-renderer.ts";
import { type ChairPageSources, chairPageData } from "./chair-page-data.ts";
import { pageLanguage } from "./page-language.ts";

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
    async renderPage(path: string, search: string, chosenLanguage?: string): Promise<RenderedDocument> {
      const query = new URLSearchParams(search);
      const language = pageLanguage(chosenLanguage, query, settings.defaultLanguage);
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
