import { defaultOrderTimes, type OrderDependencies } from "#features/orders/index.ts";
import type { AppDependencies } from "./host.ts";

export function orderSettings({
  limits,
  startDeadlineSeconds,
  startGraceSeconds,
  maxMinutesLeft,
  transferMinutes,
  monthClosesAfterDays,
}: AppDependencies["config"]): Pick<
  OrderDependencies,
  "times" | "couponAttempts" | "unpaidLimits" | "monthClosesAfterDays"
> {
  return {
    times: {
      ...defaultOrderTimes,
      startDeadlineMs: startDeadlineSeconds * 1000,
      startGraceMs: startGraceSeconds * 1000,
      maxLeftMs: maxMinutesLeft * 60_000,
      transferMs: transferMinutes * 60_000,
    },
    couponAttempts: {
      perMinuteAndToken: limits.couponTriesPerMinuteToken,
      perMinuteAndAddress: limits.couponTriesPerMinuteAddress,
    },
    unpaidLimits: {
      perCustomer: limits.unpaidOrdersPerCustomer,
      perAddress: limits.unpaidOrdersPerAddress,
      perChair: limits.unpaidOrdersPerChair,
      couponPercentPerAddress: limits.couponPercentPerAddress,
    },
    monthClosesAfterDays,
  };
}
