import type { EndReason } from "@reposo/contract/orders/order-values.ts";

/** Why a start fails without the customer's doing, after the payment. */
const failedByChair: readonly EndReason[] = ["startDeadline", "refused", "deviceTaken", "deviceUnavailable"];

export const isChairsFailure = (cause: EndReason): boolean => failedByChair.includes(cause);

const minuteMs = 60_000;

/**
 * Returns the minutes of an ended run that did not run, rounded up in favour of the customer; 0 if less than a minute is
 * left.
 */
export function unusedMinutesOf({ endsAt, endedAt }: { endsAt: Date | null; endedAt: Date | null }): number {
  if (endsAt === null || endedAt === null) return 0;
  const unusedMs = endsAt.getTime() - endedAt.getTime();
  return unusedMs < minuteMs ? 0 : Math.ceil(unusedMs / minuteMs);
}
