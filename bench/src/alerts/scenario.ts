import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import { type DemoOutlet, demoOutlets } from "@reposo/server/demo/demo-network.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** End of the demo's thirteen months. It does not depend on the date of the run, so that a seed reproduces a run. */
export const historyEnd = new Date("2026-11-01T00:00:00Z");

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A part of the thirteen months that is evaluated. */
export interface Window extends Interval {
  readonly index: number;
}

export interface Fault {
  readonly kind: AlertKind;
  readonly outlet: DemoOutlet;
  /** Empty if the fault concerns the outlet's queue. */
  readonly deviceIds: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly window: number;
}

/** An event of a chair or a queue at a moment; orders and money are separate. */
export type StateEvent = { readonly at: number } & (
  | { readonly type: "online"; readonly deviceId: string; readonly online: boolean }
  | {
      readonly type: "fault";
      readonly deviceId: string;
      readonly fault: string | null;
      readonly reported: boolean;
    }
  | {
      readonly type: "coins";
      readonly deviceId: string;
      readonly id: number;
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

export const installedAt = (outlet: DemoOutlet): number =>
  historyEnd.getTime() - (outlet.openedDaysAgo + 1) * dayMs;

export const allChairs: readonly Chair[] = demoOutlets.flatMap((outlet) =>
  outlet.deviceIds.map((deviceId) => ({ deviceId, outlet, installedAt: installedAt(outlet) })),
);
