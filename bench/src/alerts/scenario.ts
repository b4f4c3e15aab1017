import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import { airport, type DemoOutlet, demoOutlets, unpricedChair } from "@reposo/server/demo/demo-network.ts";
import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A period of time in milliseconds since the Unix epoch, without its end. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A seeded fault: the kind of the alert that it must cause, what it affects, and how long it lasts. */
export interface Fault extends Interval {
  readonly kind: AlertKind;
  readonly outlet: DemoOutlet;
  /** Affected chairs; empty for requests or feedback of an outlet that are not answered. */
  readonly deviceIds: readonly string[];
}

export interface Chair {
  readonly deviceId: string;
  readonly outlet: DemoOutlet;
}

/** The end of the demo's history is constant, so that a seed gives the same history and faults on any day. */
const historyEnd = Date.parse("2026-11-01T00:00:00Z");
const historyDays = 396;
const windowDays = 14;
export const maxWindows = Math.floor(historyDays / windowDays);

/** Divides the thirteen months into `count` equal parts, and returns a fortnight at a random position in each part. */
export function planWindows(seed: number, count: number): Interval[] {
  const partMs = (historyDays * dayMs) / count;
  return Array.from({ length: count }, (_, index) => {
    const chance = seededRandom(`${seed} window ${index}`).next();
    const begins = historyEnd - historyDays * dayMs + index * partMs + chance * (partMs - windowDays * dayMs);
    const from = Math.floor(begins / hourMs) * hourMs;
    return { from, to: from + windowDays * dayMs };
  });
}

/** Returns the chairs that have stood at their outlet for at least `days` at the beginning of the window. */
export const chairsOf = ({ from }: Interval, days = 0): Chair[] =>
  demoOutlets
    .filter(({ openedDaysAgo }) => historyEnd - (openedDaysAgo + 1) * dayMs <= from - days * dayMs)
    .flatMap((outlet) => outlet.deviceIds.map((deviceId) => ({ deviceId, outlet })));

/** Whether a chair has a weak mobile network, which applies to every seventh chair. */
export const isFlaky = (deviceId: string): boolean => Number(deviceId.slice(2)) % 7 === 0;

/** Whether the staff of an outlet switch its chairs off at night, as in every second mall. */
export const switchesOff = ({ outletId, deviceIds }: DemoOutlet): boolean =>
  outletId !== airport && Number(deviceIds[0]?.slice(2)) % 2 === 0;

/** Returns the time of midnight of the local day that contains `at`. */
export const midnightOf = ({ timeZone }: DemoOutlet, at: number): number =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(timeZone).startOfDay()
    .epochMilliseconds;

/**
 * Number of faults of each kind per window, and the minimum age of a chair in days: the usual income requires four weeks
 * of history. Faults of a whole outlet are planned first, while none of its chairs has another fault.
 */
const faultsPerWindow: readonly (readonly [kind: AlertKind, count: number, minDays: number])[] = [
  ["outletOffline", 2, 7],
  ["incomeLow", 4, 35],
  ["cashBoxFull", 4, 45],
  ["startsFailing", 4, 7],
  ["chairOffline", 5, 7],
  ["chairFault", 4, 7],
  ["coinsDiffer", 4, 7],
  ["refundWaiting", 3, 7],
  ["feedbackWaiting", 3, 7],
];
const ofOutlet: readonly AlertKind[] = ["outletOffline", "refundWaiting", "feedbackWaiting"];

/** Plans the seeded faults of a window. A chair has at most one fault, including those of its whole outlet. */
export function planFaults(seed: number, window: Interval): Fault[] {
  const random = seededRandom(`${seed} faults ${window.from}`);
  const used = new Set<string>();
  const faults: Fault[] = [];
  for (const [kind, count, minDays] of faultsPerWindow)
    for (let number = 0; number < count; number += 1) {
      const candidates = chairsOf(window, minDays).filter(
        ({ deviceId, outlet }) =>
          !used.has(deviceId) &&
          !used.has(`${kind} ${outlet.outletId}`) &&
          (kind !== "outletOffline" || outlet.deviceIds.length >= 3) &&
          // It depends on the chair's history how long an absence must last on a weak network.
          (kind !== "chairOffline" || !isFlaky(deviceId)) &&
          // The unpriced chair has no orders.
          deviceId !== unpricedChair,
      );
      // Early windows have fewer outlets than faults.
      if (candidates.length === 0) continue;
      const { deviceId, outlet } = random.pick(candidates, () => 1);
      if (ofOutlet.includes(kind)) used.add(`${kind} ${outlet.outletId}`);
      const deviceIds =
        kind === "outletOffline" ? outlet.deviceIds : ofOutlet.includes(kind) ? [] : [deviceId];
      for (const id of deviceIds) used.add(id);
      faults.push({ kind, outlet, deviceIds, ...spanOf(kind, outlet) });
    }
  return faults;

  function spanOf(kind: AlertKind, outlet: DemoOutlet): Interval {
    const lastingHours = (least: number, most: number) => (least + (most - least) * random.next()) * hourMs;
    const at = window.from + (0.05 + 0.75 * random.next()) * (window.to - window.from);
    // Faults begin in business hours, and short ones end before closing time, when staff may switch the chairs off.
    const opened = midnightOf(outlet, at) + 11 * hourMs;
    const from = opened + random.next() * 5 * hourMs;
    switch (kind) {
      case "incomeLow":
        return { from: window.from + random.next() * 3 * dayMs, to: window.to - dayMs };
      case "cashBoxFull":
        return window;
      case "startsFailing":
        return { from, to: Math.min(from + lastingHours(36, 84), window.to) };
      case "coinsDiffer":
      case "refundWaiting":
      case "feedbackWaiting":
        return { from, to: Math.min(from + lastingHours(26, 46), window.to) };
      default:
        return { from, to: from + lastingHours(1.2, 4) };
    }
  }
}
