import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Permission } from "@reposo/contract/permissions.ts";
import type { dictionary } from "@reposo/contract/text/dictionary.ts";
import type { loginInfo } from "@reposo/contract/sessions/login.ts";

export type UserInfo = NonNullable<ReplyOf<typeof loginInfo>>;

/** The labels of values by kind. */
export type Labels = ReplyOf<typeof dictionary>["entries"];

export const holds = (userInfo: UserInfo, permission: Permission): boolean =>
  userInfo.permissions.includes(permission);

/** Whether the account has the permission of a page; always true for null, which means that none is needed. */
export const mayOpen = (userInfo: UserInfo, permission: Permission | null): boolean =>
  permission === null || holds(userInfo, permission);
