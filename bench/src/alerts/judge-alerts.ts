import type { DefinedFault, WindowResult } from "./run-window.ts";
import { minuteMs } from "./scenario.ts";
import type { OpenedAlert } from "./state-store.ts";

/** An alert that opens just after its fault ended is still its alert. */
const evaluatedWithinMs = 5 * minuteMs;

export interface JudgedFault extends DefinedFault {
  readonly openedAt: number | null;
}

export interface Judged {
  readonly faults: readonly JudgedFault[];
  readonly falseAlerts: readonly OpenedAlert[];
}

/** Gives each fault the first alert of its kind; every other alert, a second one of the same fault too, is false. */
export function judgeAlerts({ faults, opened }: WindowResult): Judged {
  const left = new Set(opened);
  const judged = faults.map((fault) => {
    const alert = opened.find((one) => left.has(one) && isOf(fault, one));
    if (alert !== undefined) left.delete(alert);
    return { ...fault, openedAt: alert?.openedAt ?? null };
  });
  return { faults: judged, falseAlerts: [...left] };
}

const isOf = ({ kind, outlet, deviceIds, from, to }: DefinedFault, alert: OpenedAlert): boolean =>
  alert.kind === kind &&
  alert.outletId === outlet.outletId &&
  (alert.deviceId === null || deviceIds.includes(alert.deviceId)) &&
  alert.openedAt >= from &&
  alert.openedAt <= to + evaluatedWithinMs;
