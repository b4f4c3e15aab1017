import { recordEvent } from "./chair-events.ts";
import type { MemoryContents } from "./chair-memory.ts";
import { elapsedSeconds, idsOf, lengthen } from "./massage-run.ts";

/** The chair's two clocks at one moment. */
export interface Moment {
  readonly stopwatchMs: number;
  readonly timeOfDayMs: number | null;
}

/** What the operator set the coin box to. */
export interface CoinTariff {
  readonly gear: number;
  readonly amountMinor: number;
  readonly seconds: number;
}

/** Ends the run, if any, by `finished` or by `stopped` with its reason. */
export function endRun(
  contents: MemoryContents,
  at: Moment,
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

/** A chair does not resume: what the stopwatch knew is gone, so the seconds are the last ones written down. */
export function wakeAfterPowerCut(contents: MemoryContents): MemoryContents {
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

/** A fault stops what runs; its end of the fault is told as `cleared`. */
export function changeFault(contents: MemoryContents, at: Moment, fault: string | null): MemoryContents {
  if (contents.fault === fault) return contents;
  if (fault === null) {
    const cleared = contents.fault === null ? {} : { fault: contents.fault };
    return recordEvent({ ...contents, fault }, at.timeOfDayMs, { type: "cleared", ...cleared });
  }
  const told = recordEvent({ ...contents, fault }, at.timeOfDayMs, { type: "fault", fault });
  return endRun(told, at, { type: "stopped", reason: "fault" });
}

/** The acceptor is closed while a bought massage runs and while the chair cannot give one. */
export const acceptsCoins = (contents: MemoryContents): boolean =>
  contents.fault === null && contents.run?.source.kind !== "order";

/**
 * Coin and counter are one write. A coin that falls although the acceptor is closed moves nothing and gets a run
 * of its own, which the server books as an order of 0 minutes.
 */
export function takeCoin(
  contents: MemoryContents,
  at: Moment,
  coin: { amountMinor: number; currency: "PHP" | "MYR" | "CNY" | "IDR"; freshRunId: string },
  tariff: CoinTariff,
): MemoryContents {
  const accepted = acceptsCoins(contents);
  const running = accepted && contents.run?.source.kind === "coin" ? contents.run : null;
  const seconds = accepted ? Math.floor((coin.amountMinor * tariff.seconds) / tariff.amountMinor) : 0;
  const runId = running?.source.kind === "coin" ? running.source.runId : coin.freshRunId;
  const gear = running?.gear ?? tariff.gear;
  const counterAfter = contents.coinCounter + coin.amountMinor;

  const booked = recordEvent({ ...contents, coinCounter: counterAfter }, at.timeOfDayMs, {
    type: "coin",
    runId,
    gear,
    seconds,
    amount: coin.amountMinor,
    currency: coin.currency,
    counterBefore: contents.coinCounter,
    counterAfter,
  });
  if (running !== null) return { ...booked, run: lengthen(running, seconds) };
  if (seconds === 0) return booked;
  const run = {
    source: { kind: "coin", runId },
    gear,
    totalSeconds: seconds,
    startedAtMs: at.stopwatchMs,
    savedSeconds: 0,
  } as const;
  return recordEvent({ ...booked, run }, at.timeOfDayMs, { type: "started", runId, gear, seconds });
}
