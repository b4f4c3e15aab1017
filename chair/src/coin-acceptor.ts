import { maxRunSeconds } from "@reposo/contract/devices/chair-topics.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { recordEvent } from "./chair-events.ts";
import type { MemoryContents } from "./chair-memory.ts";
import { lengthen } from "./massage-run.ts";
import type { ChairTime } from "./chair-clock.ts";

/**
 * The massage time that coins buy: `seconds` for `amountMinor`. Other amounts buy time pro rata, rounded down to whole
 * seconds. A coin that would extend the run beyond its maximum length buys only the time up to this length.
 */
interface CoinTariff {
  readonly gear: number;
  readonly amountMinor: number;
  readonly seconds: number;
}

/**
 * Whether the coin acceptor is open. It is closed while an order runs, during a fault, and when coins have bought the
 * maximum length of a run.
 */
export const acceptsCoins = ({ fault, run }: MemoryContents): boolean =>
  fault === null && (run === null || (run.source.kind === "coin" && run.totalSeconds < maxRunSeconds));

/**
 * Returns the contents with the event of the coin, the new counter, and the run that the coin starts or extends. The
 * caller must store them in one write. A coin that is accepted although the acceptor is closed starts no massage. Its
 * event has a new run ID, for which the server books an order of 0 minutes.
 */
export function acceptCoin(
  contents: MemoryContents,
  at: ChairTime,
  coin: { amountMinor: number; currency: Currency; newRunId: string },
  tariff: CoinTariff,
): MemoryContents {
  const isOpen = acceptsCoins(contents);
  const running = isOpen && contents.run?.source.kind === "coin" ? contents.run : null;
  const bought = isOpen ? Math.floor((coin.amountMinor * tariff.seconds) / tariff.amountMinor) : 0;
  const seconds = Math.min(bought, maxRunSeconds - (running?.totalSeconds ?? 0));
  const runId = running?.source.kind === "coin" ? running.source.runId : coin.newRunId;
  const gear = running?.gear ?? tariff.gear;
  const counterAfter = contents.coinCounter + coin.amountMinor;

  const booked = recordEvent({ ...contents, coinCounter: counterAfter }, at.wallClockMs, {
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
  return recordEvent({ ...booked, run }, at.wallClockMs, { type: "started", runId, gear, seconds });
}
