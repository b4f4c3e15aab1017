import type { Permission, ReplyOf } from "@reposo/contract/endpoint.ts";
import { dictionary } from "@reposo/contract/text/dictionary.ts";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import { callApi } from "#shared/api/api-client.ts";
import { launchPart, launchedPart } from "./launch-response.ts";
import type { SystemInfo } from "#shared/session/system-info.ts";

type Dictionary = ReplyOf<typeof dictionary>;
export type UserInfo = NonNullable<ReplyOf<typeof loginInfo>>;

export interface Launched {
  /** Null until it has loaded; until then, values are shown without labels. */
  readonly dictionary: Dictionary | null;
  /** Null if the token is valid but the account no longer exists (SES-3). */
  readonly userInfo: UserInfo | null;
  readonly systemInfo: SystemInfo;
}

export const launchedLabels = () => launchedPart("dictionary");
export const launchedUser = () => launchedPart("userInfo");
export const fetchLabels = (signal: AbortSignal) =>
  launchPart("dictionary", () => callApi(dictionary, undefined, { quiet: true, signal }));
export const fetchUser = (signal: AbortSignal) =>
  launchPart("userInfo", () =>
    callApi(loginInfo, undefined, { signal }).catch((error: unknown) =>
      import("./offline-user.ts").then((offline) => offline.storedUserAfter(error)),
    ),
  );

export const mayOpen = (userInfo: UserInfo, permission: Permission | null): boolean =>
  permission === null || userInfo.permissions.includes(permission);
