import type { OrderStatus } from "@reposo/contract/orders/order-values.ts";
import { remainingMsOf } from "#features/orders/record/run-rules.ts";

/** The maximum length of a run, which is the limit of a chair's timer. */
export const maxRunMinutes = 600;

interface ExtendedRun {
  readonly minutes: number;
  readonly extendedMinutes: number | null;
  readonly status: OrderStatus;
  readonly endsAt: Date | null;
  readonly extensions: readonly { readonly status: OrderStatus; readonly minutes: number }[];
}

/**
 * Returns the limit that a run would exceed if `minutes` were added to its paid and starting extensions, or null. Unpaid
 * extensions do not count. The length of the run comes first, because waiting does not change it.
 * @param maxLeftMs maximum remaining time of the run
 */
export function exceededLimit(
  run: ExtendedRun,
  minutes: number,
  maxLeftMs: number,
  now: Date,
): "length" | "remainingTime" | null {
  const pendingMinutes = run.extensions
    .filter(({ status }) => status === "paid" || status === "starting")
    .reduce((sum, extension) => sum + extension.minutes, 0);
  const added = pendingMinutes + minutes;
  if (run.minutes + (run.extendedMinutes ?? 0) + added > maxRunMinutes) return "length";
  return remainingMsOf(run, now) + added * 60_000 > maxLeftMs ? "remainingTime" : null;
}
