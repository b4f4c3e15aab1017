import { recordEvent } from "./chair-events.ts";
import type { MemoryContents } from "./chair-memory.ts";
import { elapsedSeconds, idsOf } from "./massage-run.ts";

/** The readings of the chair's two clocks at one instant. */
export interface ChairTime {
  readonly stopwatchMs: number;
  readonly timeOfDayMs: number | null;
}

/** Ends the run, if there is one, as `finished` or as `stopped` with its reason. */
export function endRun(
  contents: MemoryContents,
  at: ChairTime,
  end: { type: "finished" } | { type: "stopped"; reason: string },
): MemoryContents {
  const { run } = contents;
  if (run === null) return contents;
  const seconds = elapsedSeconds(run, at.stopwatchMs);
  return recordEvent({ ...contents, run: null }, at.timeOfDayMs, {
    ...end,
    ...idsOf(run),
    gear: run.gear,
    seconds,
  });
}

/** A chair does not resume after a power loss: its stopwatch is lost, so the event reports the seconds stored last. */
export function stopAfterPowerLoss(contents: MemoryContents): MemoryContents {
  const { run } = contents;
  if (run === null) return contents;
  return recordEvent({ ...contents, run: null }, null, {
    type: "stopped",
    reason: "powerLoss",
    ...idsOf(run),
    gear: run.gear,
    seconds: run.savedSeconds,
  });
}

/** Sets or clears the fault code. A fault ends the run; its clearing is reported as `cleared`. */
export function changeFault(contents: MemoryContents, at: ChairTime, fault: string | null): MemoryContents {
  if (contents.fault === fault) return contents;
  if (fault === null) {
    const cleared = contents.fault === null ? {} : { fault: contents.fault };
    return recordEvent({ ...contents, fault }, at.timeOfDayMs, { type: "cleared", ...cleared });
  }
  const recorded = recordEvent({ ...contents, fault }, at.timeOfDayMs, { type: "fault", fault });
  return endRun(recorded, at, { type: "stopped", reason: "fault" });
}
