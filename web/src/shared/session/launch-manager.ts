import { dictionary } from "@reposo/contract/text/dictionary.ts";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { activeTexts } from "#shared/i18n/i18n.tsx";
import { endSessionBecause } from "./session-end.ts";
import { readManagerToken } from "./session-storage.ts";

/** How long the toast about a missing account is shown before the redirect (SES-3). */
export const expiredMilliseconds = 1_200;

async function launch(token: string): Promise<void> {
  // The pages of the customer app show no labels, so the launch succeeds without them.
  await callApi(dictionary, undefined, { quiet: true }).catch(() => undefined);
  const userInfo = await callApi(loginInfo, undefined, { quiet: true });
  if (userInfo !== null) return;
  const message = activeTexts()?.loginExpired ?? "";
  endSessionBecause(token, message, expiredMilliseconds);
  throw new ApiFailure("ended", message);
}

let started: { readonly token: string; readonly launched: Promise<void> } | null = null;

/**
 * Runs the launch sequence for a manager on a page of the customer app (SES-2), once per token. Does nothing if the
 * session is not a manager's; rejects if the user info cannot be loaded or the account no longer exists.
 */
export async function launchManager(): Promise<void> {
  const token = readManagerToken();
  if (token === null) return;
  if (started?.token !== token) {
    const current = { token, launched: launch(token) };
    started = current;
    // After a failure, the next call runs the sequence again.
    current.launched.catch(() => {
      if (started === current) started = null;
    });
  }
  await started.launched;
}
