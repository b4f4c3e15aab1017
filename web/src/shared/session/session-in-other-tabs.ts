import { storagePrefix } from "#shared/storage/local-storage.ts";
import { relaunch } from "#shared/routing/navigation.ts";
import { hrefOf, routeOf } from "#shared/routing/routes.ts";
import { endNoticeName, isEnding, readEndNotice, showEndAndLogOut } from "./session-end.ts";
import { clearSessionState, onSessionChanged, readManagerToken } from "./session-storage.ts";

/** Pages that show no data of a session. They stay open when another tab logs out without a message to show. */
const sessionlessRoutes = ["login", "error", "unknown"];

/**
 * Reacts when another tab ends or replaces the manager's session: shows the message of that tab, opens the login page,
 * or discards the data of the previous session. A page that the browser has frozen reacts when it is shown again.
 */
export function followOtherTabs(): void {
  let followed = readManagerToken();
  onSessionChanged(() => {
    followed = readManagerToken();
  });

  function check(): void {
    const before = followed;
    if (before === null) {
      followed = readManagerToken();
      return;
    }
    if (isEnding(before)) return;
    const notice = readEndNotice(before);
    if (notice !== null) return showEndAndLogOut(before, notice.message, notice.delayMilliseconds);
    followed = readManagerToken();
    if (followed === before) return;
    clearSessionState();
    if (followed === null && !sessionlessRoutes.includes(routeOf(window.location.pathname)))
      relaunch(hrefOf("login"));
  }

  window.addEventListener("storage", ({ key }) => {
    if (key === null || [endNoticeName, "token", "kind"].some((name) => key === storagePrefix + name))
      check();
  });
  window.addEventListener("pageshow", check);
  document.addEventListener("visibilitychange", check);
}
