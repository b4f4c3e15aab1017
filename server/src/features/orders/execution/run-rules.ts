import type { EndReason } from "@reposo/contract/orders/orders.ts";

/** `unexplained`: the chair stopped without a button, a command, or a fault. */
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

/** By the server's clock; the countdown ends at this instant. */
export const endOfRun = (startedAt: Date, minutes: number): Date =>
  new Date(startedAt.getTime() + minutes * 60_000);

/** Includes extensions that the chair has confirmed. */
export const boughtSeconds = (run: { minutes: number; extendedMinutes: number | null }): number =>
  60 * (run.minutes + (run.extendedMinutes ?? 0));

/** Whether the run was shorter than clock errors and rounding to whole seconds explain. */
export const isClearlyShort = (ranSeconds: number, bought: number): boolean =>
  bought - ranSeconds > Math.max(5, bought / 50);

/** A chair cannot have started before the payment; an online order may have been unpaid for minutes. */
export function earliestStart(
  order: { orderedAt: Date; startDeadlineAt: Date | null },
  { startDeadlineMs }: { startDeadlineMs: number },
): Date {
  const paidAt = (order.startDeadlineAt?.getTime() ?? 0) - startDeadlineMs;
  return new Date(Math.max(paidAt, order.orderedAt.getTime()));
}

/** The chair's clock may be wrong by years, so the start is never before the start command. */
export function startOfRun(reportedAt: Date, elapsedSeconds: number, requestedAt: Date): Date {
  return new Date(Math.max(reportedAt.getTime() - elapsedSeconds * 1000, requestedAt.getTime()));
}
