/** A time in which a chair ran. */
export interface Run {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Whole minutes that a chair ran between each of `starts` and the next, the last ending at `to`. Overlapping runs, as
 * of a coin during another massage, count once.
 */
export function minutesRun(runs: readonly Run[], starts: readonly Date[], to: Date): number[] {
  const merged = mergeRuns(runs);
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? to;
    const ms = merged.reduce((sum, run) => sum + overlapMs(run, { from: start, to: end }), 0);
    return Math.round(ms / 60_000);
  });
}

const overlapMs = (a: Run, b: Run): number =>
  Math.max(0, Math.min(a.to.getTime(), b.to.getTime()) - Math.max(a.from.getTime(), b.from.getTime()));

function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = merged.at(-1);
    if (last === undefined || run.from > last.to) merged.push(run);
    else if (run.to > last.to) merged[merged.length - 1] = { from: last.from, to: run.to };
  }
  return merged;
}

export interface StateTimes {
  /** The chair's latest fault event. */
  readonly faultAt: Date | null;
  /** Start of the run that has not ended; null where none runs or its start was not reported. */
  readonly runStartedAt: Date | null;
  readonly lastRunEndedAt: Date | null;
}

export interface DeviceState {
  readonly disabledAt: Date | null;
  readonly online: boolean;
  readonly lastSeenAt: Date | null;
  readonly fault: string | null;
  readonly liveOrder: object | null;
  readonly unorderedRunEndsAt: Date | null;
}

/** Since when a chair is disabled, offline, faulty, in use or idle: the first of these that applies. */
export function stateSince(device: DeviceState, times: StateTimes): Date | null {
  if (device.disabledAt !== null) return device.disabledAt;
  if (!device.online) return device.lastSeenAt;
  if (device.fault !== null) return times.faultAt;
  if (device.liveOrder !== null || device.unorderedRunEndsAt !== null) return times.runStartedAt;
  return times.lastRunEndedAt;
}
