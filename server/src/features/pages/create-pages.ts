import type { PageSession, PublicSettings } from "@reposo/contract/page-rendering.ts";
import { type Language, toLanguage } from "@reposo/contract/text/languages.ts";
import type { Log } from "#platform/logging/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { PageRenderer, RenderedDocument } from "#platform/pages/page-renderer.ts";
import { type ChairPageSources, chairPageData } from "./chair-page-data.ts";

export interface PagesDependencies {
  readonly renderer: PageRenderer;
  readonly settings: PublicSettings;
  readonly chair: ChairPageSources;
  readonly clock: Clock;
  readonly log: Log;
}

export type Pages = ReturnType<typeof createPages>;

const chairPagePath = "/pages/index/index";

export function createPages({ renderer, settings, chair, clock, log }: PagesDependencies) {
  const readChair = chairPageData(chair);

  return {
    renderer,
    mapOrigins: settings.map === null ? [] : [new URL(settings.map.tilesUrl).origin],
    /**
     * Returns the language that was chosen in this browser, or else that of the parameter `lang`, or else the server's
     * default language. A value that is no language of the product is ignored.
     */
    languageOf: (search: string, chosenLanguage: string | undefined): Language =>
      toLanguage(
        chosenLanguage,
        toLanguage(new URLSearchParams(search).get("lang"), settings.defaultLanguage),
      ),
    /**
     * Renders a page. If the data of a chair's page cannot be loaded, the page is rendered without it.
     * @param session the session for which the page is rendered with its content
     */
    async renderPage(
      path: string,
      search: string,
      language: Language,
      session: PageSession | null,
    ): Promise<RenderedDocument> {
      const deviceId = path === chairPagePath ? new URLSearchParams(search).get("deviceId") : null;
      let data = null;
      try {
        data = deviceId === null ? null : await readChair(deviceId, language);
      } catch (error) {
        // The browser shows an error if it cannot fetch the data either.
        log.warn({ err: error }, "a chair page was rendered without its data, which the browser fetches");
      }
      const page = { path, search, language, settings, chair: data, now: clock.now().toISOString() };
      try {
        return await renderer.render({ ...page, session });
      } catch (error) {
        if (session === null) throw error;
        log.error({ err: error }, "a page could not be rendered with its content, which the browser renders");
        return renderer.render({ ...page, session: null });
      }
    },
  };
}
