import type {
  CallOperation,
  PageSession,
  PublicSettings,
  SimulatedPayment,
} from "@reposo/contract/page-rendering.ts";
import { type Language, toLanguage } from "@reposo/contract/text/languages.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { Log } from "#platform/logging/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { PageRenderer, RenderedDocument } from "#platform/pages/page-renderer.ts";
import type { Logos } from "./logos.ts";
import { publicOperations, type PublicSources } from "./public-operations.ts";

export interface PagesDependencies {
  readonly renderer: PageRenderer;
  readonly settings: PublicSettings;
  readonly logos: Logos;
  readonly publicSources: PublicSources;
  readonly clock: Clock;
  readonly log: Log;
}

export type Pages = ReturnType<typeof createPages>;

export function createPages({ renderer, settings, logos, publicSources, clock, log }: PagesDependencies) {
  return {
    renderer,
    logoFiles: logos.files,
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
    renderSimulatedPayment: (payment: SimulatedPayment, language: Language) =>
      renderer.renderSimulatedPayment({ language, settings, payment }),
    /**
     * Renders a page.
     * @param session the session for which the page is rendered with its content
     */
    async renderPage(
      path: string,
      search: string,
      language: Language,
      session: PageSession | null,
    ): Promise<RenderedDocument> {
      const call = publicOperations(publicSources, language);
      const callPublicOperation: CallOperation = (name, request) =>
        call(name, request).catch((error: unknown) => {
          if (!(error instanceof ProductError))
            log.warn(
              { err: error },
              "a page was rendered without a part of its data, which the browser fetches",
            );
          throw error;
        });
      const page = { path, search, language, settings, callPublicOperation, now: clock.now().toISOString() };
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
