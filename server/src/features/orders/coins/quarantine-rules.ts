import type { Currency } from "@reposo/contract/fields.ts";
import { countersOf } from "./coin-run-rules.ts";

export type QuarantineReason = "amount" | "currency" | "counter" | "rate";

/** The largest banknote of each currency in minor units, which is the maximum of one insertion. */
const largestInsertMinor: Readonly<Record<Currency, number>> = {
  PHP: 100_000,
  MYR: 10_000,
  CNY: 10_000,
  IDR: 10_000_000,
};

/**
 * The largest plausible coin counter in minor units, ten billion of any currency. Sums of larger ones could exceed the
 * safe integers.
 */
const maxCounter = 1_000_000_000_000;

/**
 * A chair without a usable clock reports all coins of an outage together, and the server records the time of their
 * arrival. The limit for these coins therefore applies per day: the limit per minute multiplied by this number.
 */
const minutesPerUntimedDay = 30;

export interface InsertedCoin {
  /** Minor units; null if the chair did not report the amount. */
  readonly amountMinor: number | null;
  readonly currency: Currency | null;
  /** The chair's coin counter before and after the insertion, in minor units; null if the chair did not report it. */
  readonly counterBefore: number | null;
  readonly counterAfter: number | null;
  /** True if the chair's clock was not usable, so that the coin has the time of its arrival at the server. */
  readonly hasUnreliableTime: boolean;
}

export interface CoinContext {
  readonly outletCurrency: Currency;
  /** Maximum number of booked coins per minute. */
  readonly coinsPerMinute: number;
  /** `counterAfter` of the chair's previous coin by event number; null if unknown. */
  readonly previousCounter: number | null;
  /**
   * Number of coins of the chair that are booked in the same clock minute. For a coin without a reliable time: number
   * of earlier coins without a reliable time, in all epochs of the chair, that the server has received since the start
   * of the UTC day.
   */
  readonly coinsInWindow: number;
}

/**
 * Returns why a coin must be reviewed by a person before it is booked (CASH-3), or null for a plausible coin. A
 * `counterBefore` above the previous counter is no reason: it shows that coins before this one are missing, for which
 * another case is opened.
 */
export function findQuarantineReason(coin: InsertedCoin, context: CoinContext): QuarantineReason | null {
  const { amountMinor, currency, counterBefore, counterAfter } = coin;
  // The limits also apply to coins in another currency, so that sums of their amounts and counters stay exact.
  const largestMinor = largestInsertMinor[currency ?? context.outletCurrency];
  if (amountMinor === null || amountMinor === 0 || amountMinor > largestMinor) return "amount";
  if (Math.max(counterBefore ?? 0, counterAfter ?? 0) > maxCounter) return "counter";
  if (currency !== context.outletCurrency) return "currency";
  const { counterBefore: before } = countersOf({ counterBefore, counterAfter, amount: amountMinor });
  if (before !== null) {
    if (counterAfter !== null && counterAfter - before !== amountMinor) return "counter";
    if (before < (context.previousCounter ?? 0)) return "counter";
  }
  const limit = coin.hasUnreliableTime
    ? context.coinsPerMinute * minutesPerUntimedDay
    : context.coinsPerMinute;
  return context.coinsInWindow >= limit ? "rate" : null;
}
