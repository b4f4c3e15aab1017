import { readHistoryState } from "./history-state.ts";
import { navigate } from "./navigation.ts";
import { hrefOf } from "./routes.ts";

/** Replaces the page by the error page; the message belongs to this history entry (ERR-1). */
export const relaunchToError = (errType: "device" | "priceList", errMsg?: string): void =>
  navigate(hrefOf("error", { errType, errMsg }), { replace: true, errMsg });

export function errorMessage(): string {
  const message = readHistoryState("errMsg");
  return typeof message === "string" ? message : "";
}
