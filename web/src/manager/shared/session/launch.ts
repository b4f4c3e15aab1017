import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Permission } from "@reposo/contract/permissions.ts";
import type { dictionary } from "@reposo/contract/text/dictionary.ts";
import type { loginInfo } from "@reposo/contract/sessions/login.ts";
import type { SystemInfo } from "./system-info.ts";

export type UserInfo = NonNullable<ReplyOf<typeof loginInfo>>;

export interface LaunchData {
  /** Null until it has loaded; until then, values are shown instead of their labels. */
  readonly dictionary: ReplyOf<typeof dictionary> | null;
  /** Null if the token is valid but the account no longer exists (SES-3). */
  readonly userInfo: UserInfo | null;
  readonly systemInfo: SystemInfo;
}

export const holds = (userInfo: UserInfo, permission: Permission): boolean =>
  userInfo.permissions.includes(permission);

/** Whether the account has the permission of a page; always true for null, which means that none is needed. */
export const mayOpen = (userInfo: UserInfo, permission: Permission | null): boolean =>
  permission === null || holds(userInfo, permission);
