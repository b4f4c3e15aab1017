import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { activeTexts } from "#shared/i18n/i18n.tsx";
import { endSessionInAllTabs } from "./session-end.ts";
import { readManagerToken } from "./session-storage.ts";
import { deviceTimeZone } from "#shared/time/date-time.ts";

/** How long the toast about a missing account is shown before the redirect (SES-3). */
export const expiredMilliseconds = 1_200;

/** Returns information about the browser without a call to the server (SES-1). */
export function readSystemInfo() {
  const unknown = { screen: { width: 0, height: 0 }, devicePixelRatio: 1 };
  const { screen, devicePixelRatio } = typeof window === "undefined" ? unknown : window;
  return {
    timeZone: deviceTimeZone(),
    screenWidth: screen.width,
    screenHeight: screen.height,
    pixelRatio: devicePixelRatio,
  };
}

export type SystemInfo = ReturnType<typeof readSystemInfo>;

async function launch(token: string) {
  // The launch succeeds without the labels.
  const labels = await callApi("dictionary", undefined, { quiet: true }).catch(() => null);
  const userInfo = await callApi("loginInfo", undefined, { quiet: true });
  if (userInfo === null) {
    const message = activeTexts()?.loginExpired ?? "";
    endSessionInAllTabs(token, message, expiredMilliseconds);
    throw new ApiFailure("ended", message);
  }
  return { dictionary: labels, userInfo, systemInfo: readSystemInfo() };
}

let started: { readonly token: string; readonly launched: ReturnType<typeof launch> } | null = null;

/**
 * Runs the launch sequence for a manager on a page of the customer app (SES-2), once per token. Resolves to null if the
 * session is not a manager's; rejects if the user info cannot be loaded or the account no longer exists.
 */
export async function launchManager() {
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
