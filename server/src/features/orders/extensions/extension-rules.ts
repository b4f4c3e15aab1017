import type { OrderStatus } from "@reposo/contract/orders.ts";

/** As long as a chair's own board counts. */
const longestRunMinutes = 600;

interface ExtendedRun {
  readonly minutes: number;
  readonly extendedMinutes: number | null;
  readonly endsAt: Date | null;
  readonly extensions: readonly { readonly status: OrderStatus; readonly minutes: number }[];
}

/**
 * Whether so many minutes more leave a run within what may be left of one, with everything that is paid for and on its
 * way to the chair. What is not paid yet counts when it is.
 */
export function isWithinBounds(run: ExtendedRun, minutes: number, longestLeftMs: number, now: Date): boolean {
  if (run.endsAt === null) return false;
  const onItsWay = run.extensions
    .filter(({ status }) => status === "paid" || status === "starting")
    .reduce((sum, extension) => sum + extension.minutes, 0);
  const added = onItsWay + minutes;
  const leftMs = run.endsAt.getTime() - now.getTime();
  return (
    leftMs + added * 60_000 <= longestLeftMs &&
    run.minutes + (run.extendedMinutes ?? 0) + added <= longestRunMinutes
  );
}
