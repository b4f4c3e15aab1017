import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import { boughtSeconds } from "#features/orders/record/run-rules.ts";

/** Why a start fails without the customer's doing, after the payment. */
const failedByChair: readonly EndReason[] = ["startDeadline", "refused", "deviceTaken", "deviceUnavailable"];

export const isChairsFailure = (cause: EndReason): boolean => failedByChair.includes(cause);

const minuteMs = 60_000;

/** The longest massage that a chair accepts. */
const maxMinutes = 600;

/**
 * Returns the bought minutes of an ended run that did not run, rounded up in favour of the customer; 0 if less than a
 * minute is left. A run on coins may last longer than the minutes that count as bought, because coins were quarantined.
 */
export function unusedMinutesOf({
  endsAt,
  endedAt,
  ...run
}: {
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  readonly minutes: number;
  readonly extendedMinutes: number | null;
}): number {
  if (endsAt === null || endedAt === null) return 0;
  const unusedMs = endsAt.getTime() - endedAt.getTime();
  if (unusedMs < minuteMs) return 0;
  return Math.min(Math.ceil(unusedMs / minuteMs), boughtSeconds(run) / 60, maxMinutes);
}
