import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { dictionary } from "@reposo/contract/text/dictionary.ts";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { activeTexts } from "#shared/i18n/i18n.tsx";
import { endSessionBecause } from "./session-end.ts";
import { readManagerToken } from "./session-storage.ts";
import { type SystemInfo, readSystemInfo } from "./system-info.ts";

/** How long the toast about a missing account is shown before the redirect (SES-3). */
export const expiredMilliseconds = 1_200;

interface LaunchedManager {
  /** Null if the labels could not be loaded, without which the launch still succeeds. */
  readonly dictionary: ReplyOf<typeof dictionary> | null;
  readonly userInfo: NonNullable<ReplyOf<typeof loginInfo>>;
  readonly systemInfo: SystemInfo;
}

async function launch(token: string): Promise<LaunchedManager> {
  const labels = await callApi(dictionary, undefined, { quiet: true }).catch(() => null);
  const userInfo = await callApi(loginInfo, undefined, { quiet: true });
  if (userInfo === null) {
    const message = activeTexts()?.loginExpired ?? "";
    endSessionBecause(token, message, expiredMilliseconds);
    throw new ApiFailure("ended", message);
  }
  return { dictionary: labels, userInfo, systemInfo: readSystemInfo() };
}

let started: { readonly token: string; readonly launched: Promise<LaunchedManager> } | null = null;

/**
 * Runs the launch sequence for a manager on a page of the customer app (SES-2), once per token. Resolves to null if the
 * session is not a manager's; rejects if the user info cannot be loaded or the account no longer exists.
 */
export async function launchManager(): Promise<LaunchedManager | null> {
  const token = readManagerToken();
  if (token === null) return null;
  if (started?.token !== token) {
    const current = { token, launched: launch(token) };
    started = current;
    // After a failure, the next call runs the sequence again.
    current.launched.catch(() => {
      if (started === current) started = null;
    });
  }
  return started.launched;
}
