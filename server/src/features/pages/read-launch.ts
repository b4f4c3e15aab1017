import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { DeviceZone } from "@reposo/contract/page-rendering.ts";
import type { launch } from "@reposo/contract/sessions/launch.ts";
import { dictionaryIn } from "#features/dictionary/index.ts";
import type { Login } from "#features/login/index.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import type { InternalCall } from "#platform/http/internal-call.ts";
import type { Log } from "#platform/logging/log.ts";
import type { Clock } from "#platform/time/clock.ts";
import { offsetMinutesIn } from "#platform/time/calendar.ts";
import type { PageRenderer } from "#platform/pages/page-renderer.ts";

export interface LaunchDependencies {
  readonly login: Pick<Login, "infoOf">;
  readonly renderer: Pick<PageRenderer, "contentCallOf" | "renderContent">;
  readonly clock: Clock;
  readonly log: Log;
}

export interface LaunchCall {
  readonly caller: CustomerCaller | ManagerCaller;
  readonly request: RequestOf<typeof launch>;
  readonly language: Language;
  /** The time zone of the caller's days; null: the account's own. */
  readonly requestedZone: string | null;
  readonly callOperation: InternalCall;
}

type Reply = ReplyOf<typeof launch>;

export type Launch = ReturnType<typeof createLaunch>;

export function createLaunch({ login, renderer, clock, log }: LaunchDependencies) {
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
    { request, language, requestedZone, callOperation }: LaunchCall,
    userInfo: NonNullable<Reply["userInfo"]>,
  ): Promise<string | null> {
    if (request.address === undefined || !URL.canParse(request.address, pageOrigin)) return null;
    const { pathname, search } = new URL(request.address, pageOrigin);
    const address = { path: pathname, search };
    const contentCall = renderer.contentCallOf(address, userInfo);
    const content = contentCall === null ? null : await callOperation(contentCall);
    if (content === null) return null;
    const dictionary = dictionaryIn(language);
    const deviceZone = deviceZoneOf(requestedZone, clock.now());
    return renderer.renderContent({ ...address, language, userInfo, dictionary, deviceZone, content });
  }

  return {
    /**
     * Returns the first data of a page: the labels and the user, and for a manager the markup of the page (null if the
     * server does not render it).
     */
    async readLaunch(call: LaunchCall): Promise<Reply> {
      const { caller, language } = call;
      const userInfo = await login.infoOf(caller);
      const markup = await withoutFailing(() =>
        userInfo === null || caller.kind !== "manager" ? null : renderAddress(call, userInfo),
      );
      return { dictionary: dictionaryIn(language), userInfo, markup };
    },
    /** Returns the reply for a valid token whose user was deleted. */
    withoutUser: (language: Language): Reply => ({
      dictionary: dictionaryIn(language),
      userInfo: null,
      markup: null,
    }),
  };
}

/** Returns the zone of the caller's device for display; null: the account's zone. */
function deviceZoneOf(requestedZone: string | null, now: Date): DeviceZone | null {
  if (requestedZone === null) return null;
  const offsetMinutes = offsetMinutesIn(now, requestedZone);
  return { name: /^[+-]/.test(requestedZone) ? "" : requestedZone, offsetMinutes };
}

/** Any origin; `URL` needs one to parse the relative address of a page. */
const pageOrigin = "http://page";
