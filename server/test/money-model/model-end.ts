import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import type { ModelOrder } from "./model-order.ts";

/** How far a chair's clock may deviate from the server's clock, in milliseconds. */
export const clockErrorMs = 5_000;

/** Whether an order may have ended before the chair reported its end. */
export const mayLackReport = (endReason: string | null): boolean =>
  endReason === "silent" || endReason === "stopped";

export interface ModelEnd {
  readonly atMs: number;
  readonly reason: EndReason;
}

/** Returns the expected end of a run, derived from what was bought, what was requested, and what the chair reports. */
export function modelEnd(
  order: ModelOrder,
  { type, reason = "", seconds = 0, at }: PayloadOf<"event">,
  boughtSeconds: number,
): ModelEnd {
  // The clock of a model chair is always correct, so its reported time is used.
  const atMs = Date.parse(at as string);
  if (type === "stopped") {
    if (reason === "fault") return { atMs, reason };
    // A power loss resets a chair's clock, so the run time that the chair reports counts.
    if (reason === "powerLoss") return { atMs: Math.min(atMs, order.startedMs + seconds * 1000), reason };
    if (reason === "button" || reason === "command") return { atMs, reason: "stopped" };
  }
  const missing = boughtSeconds - seconds;
  const isNearlyComplete = missing <= 5 || missing * 50 <= boughtSeconds;
  if (isNearlyComplete) return { atMs, reason: type === "finished" ? "finished" : "stopped" };
  const wasStopped = order.stops.some(
    ({ requestedMs, untilMs }) => requestedMs <= atMs + clockErrorMs && untilMs > atMs,
  );
  if (wasStopped) return { atMs, reason: "stopped" };
  if (order.status === "running" || mayLackReport(order.endReason)) order.wasCutShort = true;
  return { atMs: order.startedMs + seconds * 1000, reason: "fault" };
}
