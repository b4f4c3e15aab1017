import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import { type DemoOutlet, demoOutlets } from "@reposo/server/demo/demo-network.ts";
import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * End of the demo's history of thirteen months. The date is constant, so that a seed gives the same history and faults
 * on any day.
 */
export const historyEnd = new Date("2026-11-01T00:00:00Z");

/** A period of time in milliseconds since the Unix epoch, without its end. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** An evaluated part of the thirteen months. */
export interface Window extends Interval {
  /** Position in the list of windows. Faults and IDs of events are derived from it. */
  readonly index: number;
}

const historyDays = 396;
export const windowDays = 14;
export const maxWindows = Math.floor(historyDays / windowDays);

/**
 * Divides the thirteen months into `count` equal parts, and returns one window at a random position in each part. The
 * oldest window is first.
 */
export function planWindows(seed: number, count: number): Window[] {
  const part = (historyDays * dayMs) / count;
  const first = historyEnd.getTime() - historyDays * dayMs;
  return Array.from({ length: count }, (_, index) => {
    const chance = seededRandom(`${seed} window ${index}`).next();
    const begins = first + index * part + chance * (part - windowDays * dayMs);
    const from = Math.ceil(begins / (15 * minuteMs)) * 15 * minuteMs;
    return { index, from, to: Math.min(from + windowDays * dayMs, historyEnd.getTime()) };
  });
}

/** A seeded fault: the kind of the alert that it must cause, what it affects, and how long it lasts. */
export interface Fault {
  readonly kind: AlertKind;
  readonly outlet: DemoOutlet;
  /** Affected chairs; empty for requests or feedback of an outlet that are not answered. */
  readonly deviceIds: readonly string[];
  /** Beginning and end in milliseconds since the Unix epoch. */
  readonly from: number;
  readonly to: number;
}

/**
 * A change of a chair, of its quarantined or missing coins, or of the refund requests or feedback of an outlet. Orders
 * and ledger entries have no such events, because `restoreUntil` inserts them.
 */
export type StateEvent = { readonly at: number } & (
  | { readonly type: "online"; readonly deviceId: string; readonly online: boolean }
  | { readonly type: "fault"; readonly deviceId: string; readonly fault: string | null }
  | {
      readonly type: "coins";
      readonly deviceId: string;
      readonly id: number;
      /** `doubtful`: a coin is quarantined. `missing`: the coin counter shows that a coin event is missing. */
      readonly kind: "doubtful" | "missing";
    }
  | { readonly type: "coinsDecided"; readonly deviceId: string; readonly id: number }
  | { readonly type: "request"; readonly queue: Queue; readonly outletId: string; readonly id: number }
  | { readonly type: "answer"; readonly queue: Queue; readonly id: number }
);
export type Queue = "refund" | "feedback";

export interface Chair {
  readonly deviceId: string;
  readonly outlet: DemoOutlet;
  readonly installedAt: number;
}

/** Returns when the chairs of an outlet were installed, in milliseconds since the Unix epoch. */
export const installedAt = (outlet: DemoOutlet): number =>
  historyEnd.getTime() - (outlet.openedDaysAgo + 1) * dayMs;

export const allChairs: readonly Chair[] = demoOutlets.flatMap((outlet) =>
  outlet.deviceIds.map((deviceId) => ({ deviceId, outlet, installedAt: installedAt(outlet) })),
);
