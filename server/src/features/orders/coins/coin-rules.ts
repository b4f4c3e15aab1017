import type { Currency } from "@reposo/contract/fields.ts";
import type { EndReason } from "@reposo/contract/orders/orders.ts";

export type QuarantineReason = "amount" | "currency" | "counter" | "rate";

/** The largest banknote of each currency in minor units, which is the maximum of one insertion. */
const largestInsertMinor: Readonly<Record<Currency, number>> = {
  PHP: 100_000,
  MYR: 10_000,
  CNY: 10_000,
  IDR: 10_000_000,
};

/**
 * A chair without a usable clock reports all coins of an outage together, and the server records the time of their
 * arrival. The limit for these coins therefore applies per day: the limit per minute multiplied by this number.
 */
const minutesPerUntimedDay = 30;

export interface InsertedCoin {
  /** Minor units; null if the chair did not report the amount. */
  readonly amountMinor: number | null;
  readonly currency: Currency | null;
  readonly counterBefore: number | null;
  readonly counterAfter: number | null;
  /** True if the chair's clock was not usable, so that the coin has the time of its arrival at the server. */
  readonly hasUnreliableTime: boolean;
}

export interface CoinContext {
  readonly outletCurrency: Currency;
  readonly coinsPerMinute: number;
  /** `counterAfter` of the chair's previous coin by event number; null if unknown. */
  readonly previousCounter: number | null;
  /**
   * Number of coins booked in the same clock minute. For a coin without a reliable time: number of earlier coins
   * without one that the server has received since the start of the UTC day.
   */
  readonly coinsInWindow: number;
}

/**
 * Returns why a coin must be reviewed by a person before it is booked (CASH-3), or null for a plausible coin. A
 * `counterBefore` above the previous counter is no reason: it shows that coins between them are missing, for which
 * another case is opened.
 */
export function findQuarantineReason(coin: InsertedCoin, context: CoinContext): QuarantineReason | null {
  const { amountMinor, currency, counterBefore, counterAfter } = coin;
  if (currency !== context.outletCurrency) return "currency";
  if (amountMinor === null || amountMinor === 0 || amountMinor > largestInsertMinor[currency])
    return "amount";
  if (counterBefore !== null) {
    if (counterAfter !== null && counterAfter - counterBefore !== amountMinor) return "counter";
    if (context.previousCounter !== null && counterBefore < context.previousCounter) return "counter";
  }
  const limit = coin.hasUnreliableTime
    ? context.coinsPerMinute * minutesPerUntimedDay
    : context.coinsPerMinute;
  return context.coinsInWindow >= limit ? "rate" : null;
}

/** The state of a run that was started with coins. It does not depend on the order in which the events arrived. */
export interface CoinRun {
  readonly boughtSeconds: number;
  readonly bookedSeconds: number;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
}

export interface RunTimes {
  readonly status: "running" | "completed";
  readonly startedAt: Date | null;
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
}

const maxMinutes = 600;

/** Returns the booked time of an order in whole minutes: 0 if no time is booked, otherwise 1 to `maxMinutes`. */
export const minutesOf = (bookedSeconds: number): number =>
  bookedSeconds === 0 ? 0 : Math.min(maxMinutes, Math.max(1, Math.round(bookedSeconds / 60)));

/**
 * Returns the end of a run that counts as completed: the reported end or, if there is none, the end of its bought
 * time. The latter may be in the future, so that the result does not depend on when the coins arrived.
 */
export function estimatedEnd({ endsAt, endedAt, endReason }: RunTimes): {
  readonly status: "completed";
  readonly endedAt: Date;
  readonly endReason: EndReason;
} {
  const at = endedAt ?? endsAt;
  if (at === null) throw new Error("a run without a reported end must have a scheduled end");
  return { status: "completed", endedAt: at, endReason: endReason ?? "silent" };
}

/**
 * Derives the state of a coin order from the chair's reports. A run without bought time counts as completed at once. A
 * run without a reported end counts as completed after its bought time; a later report replaces this assumed end.
 * @param insertedAt time of the run's earliest coin
 */
export function timesOfRun(run: CoinRun, insertedAt: Date, now: Date): RunTimes {
  const { boughtSeconds, endReason } = run;
  if (boughtSeconds === 0)
    return { status: "completed", startedAt: null, endsAt: null, endedAt: insertedAt, endReason: "finished" };
  const startedAt = run.startedAt ?? insertedAt;
  const endsAt = new Date(startedAt.getTime() + boughtSeconds * 1000);
  if (run.endedAt !== null && endReason !== null) {
    const endedAt = new Date(Math.min(Math.max(run.endedAt.getTime(), startedAt.getTime()), now.getTime()));
    return { status: "completed", startedAt, endsAt, endedAt, endReason };
  }
  if (endsAt > now) return { status: "running", startedAt, endsAt, endedAt: null, endReason: null };
  return { status: "completed", startedAt, endsAt, endedAt: endsAt, endReason: "silent" };
}
