import type { PastOrder } from "@reposo/server/demo/history/past-orders.ts";
import { endedAt } from "./changed-orders.ts";
import { minuteMs, type StateEvent, type Window } from "./scenario.ts";

/** The product's interval between evaluations of chairs. */
const tickMs = 10_000;
/** The product's interval between evaluations of all causes. */
export const allEveryMs = 5 * minuteMs;
/**
 * The evaluation is not run when shorter absences begin and end. At ticks of ten seconds, they are observed for less
 * than a minute, so they count as reconnections and cannot open an alert.
 */
const reconnectionMs = 50_000;
/** Shorter absences and faults cannot open an alert. */
const minCauseMs = 9 * minuteMs;

/**
 * Returns the instants at which the benchmark runs the product's evaluation, in milliseconds since the Unix epoch:
 * every five minutes, at the first ten-second tick after each change of a chair or failed start, and at the last tick
 * before the end of an absence or fault that lasted long enough to open an alert. Between these instants, an alert can
 * open only because time passes. No alert is therefore missed, but some open up to five minutes later than with an
 * evaluation at every tick.
 */
export function evaluationInstants(
  { from, to }: Window,
  events: readonly StateEvent[],
  ordersOf: ReadonlyMap<string, readonly PastOrder[]>,
): number[] {
  const instants = new Set<number>();
  for (let at = from; at < to; at += allEveryMs) instants.add(at);
  const after = (at: number) => Math.ceil(at / tickMs) * tickMs;
  const add = (instant: number) => {
    if (instant > from && instant < to) instants.add(instant);
  };
  const startedAt = new Map<string, number>();
  for (const event of events) {
    if (event.type !== "online" && event.type !== "fault") continue;
    const key = `${event.type} ${event.deviceId}`;
    const isEnd = event.type === "online" ? event.online : event.fault === null;
    if (!isEnd) {
      if (!startedAt.has(key)) startedAt.set(key, event.at);
      continue;
    }
    const start = startedAt.get(key) ?? from;
    startedAt.delete(key);
    if (event.at - start < reconnectionMs && event.type === "online") continue;
    add(after(start));
    add(after(event.at));
    if (event.at - start >= minCauseMs) add(after(event.at) - tickMs);
  }
  for (const start of startedAt.values()) add(after(start));
  for (const orders of ordersOf.values())
    for (const order of orders)
      if (order.status === "failed" || order.status === "refunded") add(after(endedAt(order)));
  return [...instants].sort((a, b) => a - b);
}
