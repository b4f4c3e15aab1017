import type { DemoOutlet } from "@reposo/server/demo/demo-network.ts";
import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";
import { nightsOf } from "./opening-hours.ts";
import { type Chair, dayMs, hourMs, type Interval, minuteMs } from "./scenario.ts";

/** Whether a chair has a weak mobile network, which applies to every seventh chair. */
const isFlaky = (deviceId: string): boolean => Number(deviceId.slice(2)) % 7 === 0;

/**
 * Returns short absences that must cause no alert: restarts of the chair, and brief failures of its network. Their
 * durations are log-normally distributed. On average, a chair has five interruptions in three days, with a median
 * duration of 45 seconds. On a weak network, it has eleven in three days, with a median of six minutes.
 */
function interruptionsOf(seed: number, deviceId: string, { from, to }: Interval): Interval[] {
  const flaky = isFlaky(deviceId);
  const [dailyBudget, medianMs, sigma] = flaky ? [3, 6 * minuteMs, 0.5] : [1, 0.75 * minuteMs, 0.6];
  const found: Interval[] = [];
  for (let day = Math.floor(from / dayMs) - 1; day * dayMs < to; day++) {
    const random = seededRandom(`${seed} interruptions ${deviceId} ${day}`);
    // An interruption uses one unit of the budget on average, and the last one of a day may exceed the budget. A day
    // therefore has, on average, two thirds of an interruption more than the budget.
    for (let left = dailyBudget + random.next() - 0.5; left > 0; left -= 2 * random.next()) {
      const begins = day * dayMs + random.next() * dayMs;
      // A number with the standard normal distribution (Box-Muller transform).
      const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
      found.push({ from: begins, to: begins + medianMs * Math.exp(sigma * normal) });
    }
  }
  return found.filter((one) => one.to > from && one.from < to);
}

/** Returns the intervals in which a chair is offline without a fault: nights without power, and interruptions. */
export const usualAbsences = (seed: number, { deviceId, outlet }: Chair, span: Interval): Interval[] => [
  ...nightsOf(seed, outlet, deviceId, span),
  ...interruptionsOf(seed, deviceId, span),
];

/** Returns faults that end within minutes without intervention, at most one per chair and window. */
export function passingFaults(seed: number, { deviceId }: Chair, { from, to }: Interval): Interval[] {
  const random = seededRandom(`${seed} passing faults ${deviceId} ${from}`);
  const begins = from + random.next() * (to - from);
  return random.next() < 0.7 ? [{ from: begins, to: begins + (0.5 + 7 * random.next()) * minuteMs }] : [];
}

/**
 * Returns the intervals in which a refund request or feedback of an outlet waits for its answer: one interval per two
 * days, each shorter than a day.
 */
export function answeredRequests(seed: string, outlet: DemoOutlet, { from, to }: Interval): Interval[] {
  const found: Interval[] = [];
  const random = seededRandom(`${seed} requests ${outlet.outletId} ${from}`);
  for (let at = from; at < to; at += 2 * dayMs) {
    const begins = at + random.next() * 2 * dayMs;
    found.push({ from: begins, to: begins + (0.5 + 22 * random.next()) * hourMs });
  }
  return found;
}

/** Sorts intervals and merges those that touch or overlap. */
export function joined(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const one of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && one.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, one.to) };
    else result.push(one);
  }
  return result;
}
