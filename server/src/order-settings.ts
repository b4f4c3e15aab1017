import { defaultOrderTimes, type OrderParts } from "#features/orders/index.ts";
import type { AppParts } from "./host.ts";

/** Times and limits of orders as they are configured. */
export function orderSettings({
  limits,
  startDeadlineSeconds,
  startGraceSeconds,
  longestMinutesLeft,
}: AppParts["config"]): Pick<OrderParts, "times" | "couponTries" | "unpaidLimits"> {
  return {
    times: {
      ...defaultOrderTimes,
      startDeadlineMs: startDeadlineSeconds * 1000,
      startGraceMs: startGraceSeconds * 1000,
      longestLeftMs: longestMinutesLeft * 60_000,
    },
    couponTries: {
      aMinuteToken: limits.couponTriesPerMinuteToken,
      aMinuteAddress: limits.couponTriesPerMinuteAddress,
    },
    unpaidLimits: {
      perCustomer: limits.unpaidOrdersPerCustomer,
      perAddress: limits.unpaidOrdersPerAddress,
      perChair: limits.unpaidOrdersPerChair,
      couponPercentPerAddress: limits.couponPercentPerAddress,
    },
  };
}
