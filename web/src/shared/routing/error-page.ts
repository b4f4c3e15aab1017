import { keptInHistory } from "./kept-in-history.ts";
import { navigate } from "./navigation.ts";
import { hrefOf } from "./routes.ts";

/** Replaces the page by the error page, which shows the message only on this entry of the history (ERR-1). */
export const relaunchToError = (errType: "device" | "priceList", errMsg?: string): void =>
  navigate(hrefOf("error", { errType, errMsg }), { replace: true, errMsg });

/** The message that `relaunchToError` gave the current page, or nothing; also after a reload. */
export function errorMessage(): string {
  const message = keptInHistory("errMsg");
  return typeof message === "string" ? message : "";
}
