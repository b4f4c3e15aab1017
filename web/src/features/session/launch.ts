import type { Permission, ReplyOf } from "@reposo/contract/endpoint.ts";
import { dictionary } from "@reposo/contract/dictionary.ts";
import { loginInfo } from "@reposo/contract/login.ts";
import { callApi } from "#platform/api-client.ts";
import { type SystemInfo, readSystemInfo } from "./system-info.ts";

type Dictionary = ReplyOf<typeof dictionary>;
export type UserInfo = NonNullable<ReplyOf<typeof loginInfo>>;

export interface Launched {
  /** Null where it could not be had: then values show without their labels. */
  readonly dictionary: Dictionary | null;
  /** Null where the token is good and its user gone (SES-3). */
  readonly userInfo: UserInfo | null;
  readonly systemInfo: SystemInfo;
}

/** What a launch with a token loads, in this order: dictionary, user info, system info (SES-2). */
export async function launch(signal: AbortSignal): Promise<Launched> {
  const labels = await callApi(dictionary, undefined, { quiet: true, signal }).catch(() => null);
  const userInfo = await callApi(loginInfo, undefined, { signal });
  return { dictionary: labels, userInfo, systemInfo: readSystemInfo() };
}

export const mayOpen = (userInfo: UserInfo, permission: Permission | null): boolean =>
  permission === null || userInfo.permissions.includes(permission);
