import type { EndReason, OrderStatus } from "@reposo/contract/orders/order-values.ts";

/** `unexplained`: the chair reported a stop without a known reason or a fault. */
export type ReportedEndReason = EndReason | "unexplained";

export function endReasonOf(event: {
  readonly type: string;
  readonly reason?: string;
  readonly fault?: string;
}): ReportedEndReason {
  const { type, reason, fault } = event;
  if (type === "finished") return "finished";
  if (reason === "powerLoss" || reason === "fault" || reason === "finished") return reason;
  if (reason === "button" || reason === "command") return "stopped";
  return fault === undefined ? "unexplained" : "fault";
}

/**
 * Returns whether the server may have recorded an end before the chair reported it: because the chair was silent, or
 * because it replied to a stop that it was idle.
 */
export const mayLackReport = (reason: EndReason | null): boolean =>
  reason === "silent" || reason === "stopped";

/** Returns the bought time in seconds, including extensions that the chair has confirmed. */
export const boughtSeconds = (run: { minutes: number; extendedMinutes: number | null }): number =>
  60 * (run.minutes + (run.extendedMinutes ?? 0));

/**
 * Returns when a run ends by the server's clock. It is stored with the order as `endsAt`, from which all pages count
 * down.
 */
export const endOfRun = (startedAt: Date, seconds: number): Date =>
  new Date(startedAt.getTime() + seconds * 1000);

/** Returns by when the chair must have reported the end of a run, or the order ends without a report. */
export const endDeadlineOf = (endsAt: Date, { silenceMs }: { silenceMs: number }): Date =>
  new Date(endsAt.getTime() + silenceMs);

/** Returns the remaining time of a massage; 0 unless it is running. */
export const remainingMsOf = (run: { status: OrderStatus; endsAt: Date | null }, now: Date): number =>
  run.status === "running" && run.endsAt !== null ? Math.max(0, run.endsAt.getTime() - now.getTime()) : 0;

/**
 * Returns whether a run was shorter than the bought time by more than clock errors and rounding can explain: by more
 * than 5 seconds and by more than 2 %.
 */
export const isClearlyShort = (ranSeconds: number, bought: number): boolean =>
  bought - ranSeconds > Math.max(5, bought / 50);

/**
 * Returns the earliest possible start of a run: the time of the payment, derived from the start deadline, or the time
 * of the order if that is later or the order has no start deadline.
 */
export function earliestStart(
  order: { orderedAt: Date; startDeadlineAt: Date | null },
  { startDeadlineMs }: { startDeadlineMs: number },
): Date {
  const paidAt = (order.startDeadlineAt?.getTime() ?? 0) - startDeadlineMs;
  return new Date(Math.max(paidAt, order.orderedAt.getTime()));
}

/**
 * Returns the start of a run, but never a time before `requestedAt`, because the chair's clock may be wrong by
 * years.
 */
export function startOfRun(reportedAt: Date, elapsedSeconds: number, requestedAt: Date): Date {
  return new Date(Math.max(reportedAt.getTime() - elapsedSeconds * 1000, requestedAt.getTime()));
}
