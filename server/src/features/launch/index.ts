import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Language } from "@reposo/contract/languages.ts";
import type { launch } from "@reposo/contract/launch.ts";
import { dictionaryIn } from "#features/dictionary/index.ts";
import type { Login } from "#features/login/index.ts";
import type { Statistics } from "#features/statistics/index.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";

export interface LaunchParts {
  readonly login: Pick<Login, "infoOf">;
  readonly statistics: Pick<Statistics, "homeFigures">;
}

export interface LaunchCall {
  readonly caller: CustomerCaller | ManagerCaller;
  readonly request: RequestOf<typeof launch>;
  readonly language: Language;
  readonly offsetMinutes: number | null;
}

export type Launch = ReturnType<typeof createLaunch>;

/** What a manager's page needs first, in one answer. */
export function createLaunch({ login, statistics }: LaunchParts) {
  return {
    async readLaunch({
      caller,
      request,
      language,
      offsetMinutes,
    }: LaunchCall): Promise<ReplyOf<typeof launch>> {
      const seesHome = caller.kind === "manager" && caller.permissions.includes("home");
      const [userInfo, home] = await Promise.all([
        login.infoOf(caller),
        seesHome && request.page === "home" ? statistics.homeFigures(caller, offsetMinutes) : null,
      ]);
      return { dictionary: dictionaryIn(language), userInfo, home };
    },
    /** For a good token whose user was deleted (SES-3). */
    withoutUser: (language: Language): ReplyOf<typeof launch> => ({
      dictionary: dictionaryIn(language),
      userInfo: null,
      home: null,
    }),
  };
}
