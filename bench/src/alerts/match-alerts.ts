import type { DefinedFault, WindowResult } from "./run-window.ts";
import { minuteMs } from "./scenario.ts";
import type { OpenedAlert } from "./state-store.ts";

/** An alert that opens at most this time after the end of a fault still counts as the alert of this fault. */
const evaluatedWithinMs = 5 * minuteMs;

export interface MatchedFault extends DefinedFault {
  /** When the alert of the fault opened, in milliseconds since the Unix epoch; null without an alert. */
  readonly openedAt: number | null;
}

export interface AlertMatches {
  readonly faults: readonly MatchedFault[];
  readonly falseAlerts: readonly OpenedAlert[];
}

/**
 * Matches each fault with the first alert of its kind for its outlet and chair that opened during the fault or at most
 * five minutes after its end. Every other alert is false, including a second alert for the same fault.
 */
export function matchAlerts({ faults, opened }: WindowResult): AlertMatches {
  const left = new Set(opened);
  const matchedFaults = faults.map((fault) => {
    const alert = opened.find((one) => left.has(one) && isOf(fault, one));
    if (alert !== undefined) left.delete(alert);
    return { ...fault, openedAt: alert?.openedAt ?? null };
  });
  return { faults: matchedFaults, falseAlerts: [...left] };
}

const isOf = ({ kind, outlet, deviceIds, from, to }: DefinedFault, alert: OpenedAlert): boolean =>
  alert.kind === kind &&
  alert.outletId === outlet.outletId &&
  (alert.deviceId === null || deviceIds.includes(alert.deviceId)) &&
  alert.openedAt >= from &&
  alert.openedAt <= to + evaluatedWithinMs;
