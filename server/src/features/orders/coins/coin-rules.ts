import type { Currency } from "@reposo/contract/fields.ts";
import type { EndReason } from "@reposo/contract/orders/orders.ts";

export type QuarantineReason = "amount" | "currency" | "counter" | "rate";

/** The largest banknote in circulation, in minor units; no acceptor accepts more in one insertion. */
const largestInsertMinor: Readonly<Record<Currency, number>> = {
  PHP: 100_000,
  MYR: 10_000,
  CNY: 10_000,
  IDR: 10_000_000,
};

/**
 * A chair without a clock reports all coins of an outage with their time of arrival, so the limit for such coins
 * applies to a day: as many as otherwise in half an hour.
 */
const minutesPerUntimedDay = 30;

export interface InsertedCoin {
  /** Null where the chair did not report it. Minor units. */
  readonly amountMinor: number | null;
  readonly currency: Currency | null;
  readonly counterBefore: number | null;
  readonly counterAfter: number | null;
  /** The chair's clock was not usable, so the coin carries its time of arrival. */
  readonly timeDoubted: boolean;
}

export interface CoinContext {
  readonly outletCurrency: Currency;
  readonly coinsPerMinute: number;
  /** `counterAfter` of the chair's previous coin by number; null where it is unknown. */
  readonly previousCounter: number | null;
  /** Coins booked in the same clock minute; for a coin of doubted time, earlier ones of its day. */
  readonly coinsInWindow: number;
}

/**
 * Why a coin is not booked until a person has reviewed it (CASH-3); null for a plausible one. A counter that is
 * higher than expected does not quarantine a coin: coins before it are missing, which opens a separate case.
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
  const limit = coin.timeDoubted ? context.coinsPerMinute * minutesPerUntimedDay : context.coinsPerMinute;
  return context.coinsInWindow >= limit ? "rate" : null;
}

/** The state of a run that coins started; it does not depend on the order in which events arrived. */
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

/** The booked time of an order in whole minutes: 0 without booked time, otherwise 1 to 600. */
export const minutesOf = (bookedSeconds: number): number =>
  bookedSeconds === 0 ? 0 : Math.min(maxMinutes, Math.max(1, Math.round(bookedSeconds / 60)));

/**
 * The end of a run that counts as ended: the reported end, or else the end of its bought time, which may be in the
 * future, so that the result does not depend on when the coins arrived.
 */
export function estimatedEnd({ endsAt, endedAt, endReason }: RunTimes): {
  readonly status: "completed";
  readonly endedAt: Date;
  readonly endReason: EndReason;
} {
  const at = endedAt ?? endsAt;
  if (at === null) throw new Error("a run without an end has a time at which it ends");
  return { status: "completed", endedAt: at, endReason: endReason ?? "silent" };
}

/**
 * Derives the state of a coin order from the reports of its chair. A run without a reported end counts as ended once
 * its bought time has passed; a later report of the end replaces that assumption.
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
