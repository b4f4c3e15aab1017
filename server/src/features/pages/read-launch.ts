import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { launch } from "@reposo/contract/sessions/launch.ts";
import type { RenderHome } from "@reposo/contract/page-rendering.ts";
import { dictionaryIn } from "#features/dictionary/index.ts";
import type { Login } from "#features/login/index.ts";
import type { Statistics } from "#features/statistics/index.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import type { Log } from "#platform/logging/log.ts";

export interface LaunchDependencies {
  readonly login: Pick<Login, "infoOf">;
  readonly statistics: Pick<Statistics, "homeFigures">;
  readonly renderHome: RenderHome;
  readonly log: Log;
}

export interface LaunchCall {
  readonly caller: CustomerCaller | ManagerCaller;
  readonly request: RequestOf<typeof launch>;
  readonly language: Language;
  readonly offsetMinutes: number | null;
}

export type Launch = ReturnType<typeof createLaunch>;

export function createLaunch({ login, statistics, renderHome, log }: LaunchDependencies) {
  /** The app renders the figures itself, so that a failure here only costs time. */
  function markupOf(input: Parameters<RenderHome>[0]): string | null {
    try {
      return renderHome(input);
    } catch (error) {
      log.error({ err: error }, "home could not be rendered");
      return null;
    }
  }

  return {
    async readLaunch({
      caller,
      request,
      language,
      offsetMinutes,
    }: LaunchCall): Promise<ReplyOf<typeof launch>> {
      const canViewHome = caller.kind === "manager" && caller.permissions.includes("home");
      const [userInfo, home] = await Promise.all([
        login.infoOf(caller),
        canViewHome && request.page === "home" ? statistics.homeFigures(caller, offsetMinutes) : null,
      ]);
      const homeMarkup = home && userInfo && markupOf({ language, userInfo, figures: home, offsetMinutes });
      return { dictionary: dictionaryIn(language), userInfo, home, homeMarkup };
    },
    /** For a valid token whose user was deleted (SES-3). */
    withoutUser: (language: Language): ReplyOf<typeof launch> => ({
      dictionary: dictionaryIn(language),
      userInfo: null,
      home: null,
      homeMarkup: null,
    }),
  };
}
