import type { OrderStatus } from "@reposo/contract/orders/orders.ts";

/** The maximum length of a run, which is the limit of a chair's timer. */
const maxRunMinutes = 600;

interface ExtendedRun {
  readonly minutes: number;
  readonly extendedMinutes: number | null;
  readonly endsAt: Date | null;
  readonly extensions: readonly { readonly status: OrderStatus; readonly minutes: number }[];
}

/**
 * Returns whether a run stays within its limits if `minutes` are added to its paid and starting extensions. Unpaid
 * extensions do not count.
 * @param maxLeftMs maximum remaining time of the run
 */
export function isWithinBounds(run: ExtendedRun, minutes: number, maxLeftMs: number, now: Date): boolean {
  if (run.endsAt === null) return false;
  const pendingMinutes = run.extensions
    .filter(({ status }) => status === "paid" || status === "starting")
    .reduce((sum, extension) => sum + extension.minutes, 0);
  const added = pendingMinutes + minutes;
  const leftMs = run.endsAt.getTime() - now.getTime();
  return (
    leftMs + added * 60_000 <= maxLeftMs && run.minutes + (run.extendedMinutes ?? 0) + added <= maxRunMinutes
  );
}
