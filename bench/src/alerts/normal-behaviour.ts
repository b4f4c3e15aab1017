import type { DemoOutlet } from "@reposo/server/demo/demo-network.ts";
import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";
import {
  type Chair,
  dayMs,
  hourMs,
  type Interval,
  isFlaky,
  midnightOf,
  minuteMs,
  switchesOff,
} from "./scenario.ts";

/** Returns when a chair is offline without a fault, which must cause no alert: nights without power, and interruptions. */
export function usualAbsences(seed: number, { deviceId, outlet }: Chair, span: Interval): Interval[] {
  const absences: Interval[] = [];
  for (let day = midnightOf(outlet, span.from) - dayMs; day < span.to; day += dayMs) {
    const random = seededRandom(`${seed} absences ${deviceId} ${day}`);
    const together = seededRandom(`${seed} night ${outlet.outletId} ${day}`);
    // Staff switch an outlet off at 22:20 and on at 9:30, up to 24 minutes earlier or later.
    const varied = () => (together.next() + random.next() * 0.1 - 0.5) * 44 * minuteMs;
    if (switchesOff(outlet))
      absences.push({
        from: day + 22 * hourMs + 20 * minuteMs + varied(),
        to: day + 33.5 * hourMs + varied(),
      });
    // 1.7 restarts a day take about 45 seconds; on a weak network, 3.7 interruptions a day take about six minutes.
    const [count, medianMs, sigma] = isFlaky(deviceId)
      ? [3.7, 6 * minuteMs, 0.5]
      : [1.7, 0.75 * minuteMs, 0.6];
    for (let left = Math.round(count * 2 * random.next()); left > 0; left -= 1) {
      const from = day + random.next() * dayMs;
      // A number with the standard normal distribution (Box-Muller transform).
      const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
      absences.push({ from, to: from + medianMs * Math.exp(sigma * normal) });
    }
  }
  return absences.filter(({ from, to }) => to > span.from && from < span.to);
}

/** Returns faults of a chair that end within eight minutes, at most one per window. */
export function passingFaults(seed: number, { deviceId }: Chair, { from, to }: Interval): Interval[] {
  const random = seededRandom(`${seed} passing fault ${deviceId} ${from}`);
  const begins = from + random.next() * (to - from);
  return random.next() < 0.7 ? [{ from: begins, to: begins + (0.5 + 7 * random.next()) * minuteMs }] : [];
}

/** Returns when refund requests or feedback of an outlet wait, one every two days and each shorter than a day. */
export function answeredRequests(seed: string, { outletId }: DemoOutlet, { from, to }: Interval): Interval[] {
  const random = seededRandom(`${seed} ${outletId} ${from}`);
  return Array.from({ length: Math.floor((to - from) / (2 * dayMs)) }, (_, index) => {
    const begins = from + (index + random.next()) * 2 * dayMs;
    return { from: begins, to: begins + (0.5 + 22 * random.next()) * hourMs };
  });
}

/** Sorts intervals and merges those that overlap. */
export function joined(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const one of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && one.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, one.to) };
    else result.push(one);
  }
  return result;
}
