import { defaultOrderTimes, type OrderTimes } from "#features/orders/index.ts";
import type { AppParts } from "./host.ts";

export function orderTimes(config: AppParts["config"]): OrderTimes {
  return {
    ...defaultOrderTimes,
    startDeadlineMs: config.startDeadlineSeconds * 1000,
    startGraceMs: config.startGraceSeconds * 1000,
    longestLeftMs: config.longestMinutesLeft * 60_000,
  };
}
