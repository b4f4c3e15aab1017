import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { launch } from "@reposo/contract/sessions/launch.ts";
import { dictionaryIn } from "#features/dictionary/index.ts";
import type { Login } from "#features/login/index.ts";
import type { Statistics } from "#features/statistics/index.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import type { InternalCall } from "#platform/http/internal-call.ts";
import type { Log } from "#platform/logging/log.ts";
import type { PageRenderer } from "#platform/pages/page-renderer.ts";

export interface LaunchDependencies {
  readonly login: Pick<Login, "infoOf">;
  readonly statistics: Pick<Statistics, "homeFigures">;
  readonly renderer: Pick<PageRenderer, "renderHome" | "contentCallOf" | "renderContent">;
  readonly log: Log;
}

export interface LaunchCall {
  readonly caller: CustomerCaller | ManagerCaller;
  readonly request: RequestOf<typeof launch>;
  readonly language: Language;
  /** Minutes east of UTC; null for the account's own time zone. */
  readonly offsetMinutes: number | null;
  readonly callOperation: InternalCall;
}

type Reply = ReplyOf<typeof launch>;

export type Launch = ReturnType<typeof createLaunch>;

export function createLaunch({ login, statistics, renderer, log }: LaunchDependencies) {
  /**
   * Returns the markup, or logs the error and returns null if rendering fails. The browser then renders the page
   * itself, which only takes longer.
   */
  async function withoutFailing(
    render: () => string | null | Promise<string | null>,
  ): Promise<string | null> {
    try {
      return await render();
    } catch (error) {
      log.error(
        { err: error },
        "a manager's page could not be rendered on the server, so the browser renders it",
      );
      return null;
    }
  }

  /** Renders the page at the request's address with its content; null if the server does not render this page. */
  async function renderAddress(
    { request, language, offsetMinutes, callOperation }: LaunchCall,
    userInfo: NonNullable<Reply["userInfo"]>,
  ): Promise<string | null> {
    if (request.address === undefined || !URL.canParse(request.address, pageOrigin)) return null;
    const { pathname, search } = new URL(request.address, pageOrigin);
    const address = { path: pathname, search };
    const contentCall = renderer.contentCallOf(address, userInfo);
    const content = contentCall === null ? null : await callOperation(contentCall);
    if (content === null) return null;
    const dictionary = dictionaryIn(language);
    return renderer.renderContent({ ...address, language, userInfo, dictionary, offsetMinutes, content });
  }

  return {
    /**
     * Returns the first data of a page: the labels and the user, and for a manager the markup of the page (null if the
     * server does not render it) and, for `home`, the figures.
     */
    async readLaunch(call: LaunchCall): Promise<Reply> {
      const { caller, request, language, offsetMinutes } = call;
      const canViewHome = caller.kind === "manager" && caller.permissions.includes("home");
      const [userInfo, home] = await Promise.all([
        login.infoOf(caller),
        canViewHome && request.page === "home" ? statistics.homeFigures(caller, offsetMinutes) : null,
      ]);
      const markup = await withoutFailing(() => {
        if (userInfo === null || caller.kind !== "manager") return null;
        if (home === null) return renderAddress(call, userInfo);
        return renderer.renderHome({ language, userInfo, figures: home, offsetMinutes });
      });
      return { dictionary: dictionaryIn(language), userInfo, home, markup };
    },
    /** Returns the reply for a valid token whose user was deleted. */
    withoutUser: (language: Language): Reply => ({
      dictionary: dictionaryIn(language),
      userInfo: null,
      home: null,
      markup: null,
    }),
  };
}

/** Any origin; `URL` needs one to parse the relative address of a page. */
const pageOrigin = "http://page";
