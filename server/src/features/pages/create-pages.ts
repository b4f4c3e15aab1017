import { toLanguage } from "@reposo/contract/languages.ts";
import type { PublicSettings } from "@reposo/contract/page-rendering.ts";
import type { Log } from "#platform/logging/log.ts";
import type { PageRenderer, RenderedDocument } from "#platform/pages/page-renderer.ts";
import { type ChairPageSources, chairPageData } from "./chair-page-data.ts";

export interface PagesParts {
  readonly renderer: PageRenderer;
  readonly settings: PublicSettings;
  readonly chair: ChairPageSources;
  readonly log: Log;
}

export type Pages = ReturnType<typeof createPages>;

const chairPagePath = "/pages/index/index";

export function createPages({ renderer, settings, chair, log }: PagesParts) {
  const readChair = chairPageData(chair);

  return {
    renderer,
    mapOrigins: settings.map === null ? [] : [new URL(settings.map.tilesUrl).origin],
    /** The page at an address: in the visitor's own language, that of the address, or the installation's. */
    async renderPage(path: string, search: string, chosenLanguage?: string): Promise<RenderedDocument> {
      const query = new URLSearchParams(search);
      const language = toLanguage(chosenLanguage, toLanguage(query.get("lang"), settings.defaultLanguage));
      const deviceId = path === chairPagePath ? query.get("deviceId") : null;
      let data = null;
      try {
        data = deviceId === null ? null : await readChair(deviceId, language);
      } catch (error) {
        // The browser asks again for what is missing, and says so where it still is.
        log.warn({ err: error }, "a chair page was rendered without its data");
      }
      return renderer.render({ path, search, language, settings, chair: data });
    },
  };
}
