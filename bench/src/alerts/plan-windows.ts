import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";
import { dayMs, historyEnd, minuteMs, type Window } from "./scenario.ts";

const historyDays = 396;
export const windowDays = 14;
export const maxWindows = Math.floor(historyDays / windowDays);

/** Plans `count` windows, oldest first, by dividing the thirteen months into equal parts with one window each. */
export function planWindows(seed: number, count: number, days = windowDays): Window[] {
  const part = (historyDays * dayMs) / count;
  const first = historyEnd.getTime() - historyDays * dayMs;
  return Array.from({ length: count }, (_, index) => {
    const chance = seededRandom(`${seed} window ${index}`).next();
    const begins = first + index * part + chance * (part - days * dayMs);
    const from = Math.ceil(begins / (15 * minuteMs)) * 15 * minuteMs;
    return { index, from, to: Math.min(from + days * dayMs, historyEnd.getTime()) };
  });
}
