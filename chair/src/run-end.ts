import type { ChairTime } from "./chair-clock.ts";
import { type NewEvent, recordEvent } from "./chair-events.ts";
import type { MemoryContents } from "./chair-memory.ts";
import { elapsedSeconds, idsOf, type MassageRun } from "./massage-run.ts";

/** Ends the run, if there is one, and records its end as `finished`, or as `stopped` with a reason. */
export function endRun(
  contents: MemoryContents,
  at: ChairTime,
  end: { type: "finished" } | { type: "stopped"; reason: string },
): MemoryContents {
  const { run } = contents;
  if (run === null) return contents;
  return recordEnd(contents, run, at.wallClockMs, { ...end, seconds: elapsedSeconds(run, at.stopwatchMs) });
}

const recordEnd = (
  contents: MemoryContents,
  run: MassageRun,
  wallClockMs: number | null,
  end: Pick<NewEvent, "type" | "reason" | "seconds">,
): MemoryContents =>
  recordEvent({ ...contents, run: null }, wallClockMs, { ...end, ...idsOf(run), gear: run.gear });

/**
 * Ends the run after a power loss, because a chair does not resume a run. The chair has lost its clocks, so the event
 * has no time and reports the seconds that were stored last.
 */
export function stopAfterPowerLoss(contents: MemoryContents): MemoryContents {
  const { run } = contents;
  if (run === null) return contents;
  return recordEnd(contents, run, null, { type: "stopped", reason: "powerLoss", seconds: run.savedSeconds });
}

/** Sets or clears the fault code. A new fault ends the run. If the code is unchanged, no event is recorded. */
export function changeFault(contents: MemoryContents, at: ChairTime, fault: string | null): MemoryContents {
  const before = contents.fault;
  if (fault !== null && fault !== before) {
    const recorded = recordEvent({ ...contents, fault }, at.wallClockMs, { type: "fault", fault });
    return endRun(recorded, at, { type: "stopped", reason: "fault" });
  }
  if (fault === null && before !== null)
    return recordEvent({ ...contents, fault }, at.wallClockMs, { type: "cleared", fault: before });
  return contents;
}
