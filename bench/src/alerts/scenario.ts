import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import { type DemoOutlet, demoOutlets } from "@reposo/server/demo/demo-network.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** End of the demo's thirteen months. The date is constant, so that a seed reproduces a run on any day. */
export const historyEnd = new Date("2026-11-01T00:00:00Z");

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** An evaluated part of the thirteen months. */
export interface Window extends Interval {
  readonly index: number;
}

export interface Fault {
  readonly kind: AlertKind;
  readonly outlet: DemoOutlet;
  /** Affected chairs; empty for requests or feedback of an outlet that are not answered. */
  readonly deviceIds: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly window: number;
}

/**
 * A change of a chair, or of the open requests or feedback of an outlet. Orders and money are not events of this type.
 */
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
