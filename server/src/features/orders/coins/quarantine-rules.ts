import type { quarantineReasons } from "@reposo/contract/devices/device-page.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { countersOf } from "./coin-run-rules.ts";

export type QuarantineReason = (typeof quarantineReasons)[number];

/**
 * Reasons for which the counter of a coin is not reliable, so that no other coin is compared with it. The statements that
 * compare counters repeat this list.
 */
const unreliableCounter: readonly QuarantineReason[] = ["amount", "counter", "epoch"];

export const hasReliableCounter = (reason: QuarantineReason | null): boolean =>
  reason === null || !unreliableCounter.includes(reason);

/** The largest banknote of each currency in minor units, which is the maximum of one insertion. */
const largestInsertMinor: Readonly<Record<Currency, number>> = {
  PHP: 100_000,
  MYR: 10_000,
  CNY: 10_000,
  IDR: 10_000_000,
};

/** A usual coin of each currency in minor units. */
const usualCoinMinor: Readonly<Record<Currency, number>> = { PHP: 1_000, MYR: 100, CNY: 100, IDR: 100_000 };

/**
 * The largest plausible coin counter in minor units, ten billion of any currency. Sums of larger ones could exceed the
 * safe integers.
 */
export const maxCounter = 1_000_000_000_000;

/** A day's limit is the limit per minute multiplied by this number, in usual coins. */
const minutesPerDay = 30;
/** A chair can earn this many times its usual cash in one day. */
const usualDays = 5;
/** The limit of a chair with a low usual cash is at least this share of the limit of a chair without history. */
const lowestShare = 5;

const dayMs = 86_400_000;
/** A state that arrived this long after a coin contains it, even if different servers processed them. */
const settleMs = 60_000;

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

/** What the server knows about a chair's coins before a batch of them. */
export interface CoinMeter {
  /** The chair's counter after its newest coin, and when that coin arrived; null if unknown. */
  readonly counterMinor: number | null;
  readonly countedAt: Date | null;
  /** Amount that the chair could report at `allowanceAt`; null: the limit of one day. */
  readonly allowanceMinor: number | null;
  /** At first, when the chair was installed. */
  readonly allowanceAt: Date;
  /** Average cash per day with income; null without sufficient history. */
  readonly usualDayMinor: number | null;
  /** `coinCounter` of the chair's newest state; null if the server has received no state. */
  readonly state: { readonly counterMinor: number; readonly receivedAt: Date } | null;
}

export interface CoinContext {
  readonly outletCurrency: Currency;
  /** Maximum number of booked coins per minute. */
  readonly coinsPerMinute: number;
  /**
   * `current`: the newest coin of the chair's newest epoch. `newEpoch`: the first coin of a new epoch. `endedEpoch`: a
   * new coin of an earlier epoch. `within`: a later coin of the epoch is known.
   */
  readonly position: "current" | "newEpoch" | "endedEpoch" | "within";
  /** The counter that the coin must continue, after the previous coin by event number; null if unknown. */
  readonly previousCounter: number | null;
  /** `counterBefore` of the next known coin of the epoch; null if there is none. */
  readonly nextCounter: number | null;
  /** The newest state of the chair contradicts the coins that are already known. */
  readonly stateContradicts: boolean;
  /** `coinCounter` of the newest state; null if the server has received no state. */
  readonly stateCounter: number | null;
  /** Minor units that the chair can have earned and has not yet reported. */
  readonly allowanceMinor: number;
  /** Number of coins of the chair that are booked in the same clock minute. */
  readonly coinsInMinute: number;
}

/**
 * Returns what a chair can earn in one day: as many usual coins as the limit of its price group permits in half an hour; or
 * several times its own usual cash, but not less than a fifth of the former. Usual cash above the limit of the price
 * group does not raise the limit: otherwise, a chair that always claims its limit would raise it without bound.
 */
export function dayLimitOf(
  { coinsPerMinute, outletCurrency }: Pick<CoinContext, "coinsPerMinute" | "outletCurrency">,
  usualDayMinor: number | null,
): number {
  const ofGroup = coinsPerMinute * minutesPerDay * usualCoinMinor[outletCurrency];
  return usualDayMinor === null
    ? ofGroup
    : Math.max(Math.min(usualDayMinor, ofGroup) * usualDays, ofGroup / lowestShare);
}

/**
 * Returns what a chair can have earned that it has not reported (CLAIM-1): a day's limit for each day since it was last in
 * touch, in addition to one day's limit. A state ends the time without contact: only the coins that it counts can follow.
 */
export function allowanceOf(meter: CoinMeter, dayLimit: number, now: Date): number {
  const { allowanceAt, counterMinor, state } = meter;
  const earned = (from: Date, to: Date) => (dayLimit * Math.max(0, to.getTime() - from.getTime())) / dayMs;
  const before = meter.allowanceMinor ?? dayLimit;
  if (state === null || state.receivedAt < allowanceAt) return Math.floor(before + earned(allowanceAt, now));
  const counted = Math.max(0, state.counterMinor - (counterMinor ?? 0));
  const inTouch = Math.min(before + earned(allowanceAt, state.receivedAt), dayLimit + counted);
  return Math.floor(inTouch + earned(state.receivedAt, now));
}

/** Returns whether the chair's state, sent after its newest coin, counts less than that coin. */
export const contradictsState = ({ state, counterMinor, countedAt }: CoinMeter): boolean =>
  state !== null &&
  counterMinor !== null &&
  countedAt !== null &&
  state.counterMinor < counterMinor &&
  state.receivedAt.getTime() - countedAt.getTime() > settleMs;

const gap = (from: number | null, to: number | null): number =>
  from === null || to === null ? 0 : Math.max(0, to - from);

/** Returns by how much a coin raises the sum of the coins that are known or missing by the counter. */
export function riseOf(
  coin: InsertedCoin,
  context: Pick<CoinContext, "previousCounter" | "nextCounter">,
): number {
  const amount = coin.amountMinor ?? 0;
  const { previousCounter, nextCounter } = context;
  const { counterBefore: before, counterAfter: after } = countersOfCoin(coin);
  if (before === null) return amount;
  return amount + gap(previousCounter, before) + gap(after, nextCounter) - gap(previousCounter, nextCounter);
}

/**
 * Returns why a coin must be reviewed by a person before it is booked (CASH-3, CLAIM-1), or null for a plausible coin. A
 * `counterBefore` above the previous counter is no reason if the chair can have earned the difference: it shows that coins
 * before this one are missing, for which another case is opened.
 */
export function findQuarantineReason(coin: InsertedCoin, context: CoinContext): QuarantineReason | null {
  const { amountMinor, currency } = coin;
  const { outletCurrency, allowanceMinor, coinsPerMinute } = context;
  // The limits also apply to coins in another currency, so that sums of their amounts and counters stay exact.
  const largestMinor = largestInsertMinor[currency ?? outletCurrency];
  if (amountMinor === null || amountMinor === 0 || amountMinor > largestMinor) return "amount";
  if (!isCounterPlausible(coin)) return "counter";
  const rise = riseOf(coin, context);
  if (!continuesCounter(coin, context) || rise - amountMinor > allowanceMinor)
    return context.position === "newEpoch" || context.position === "endedEpoch" ? "epoch" : "counter";
  if (currency !== outletCurrency) return "currency";
  if (context.stateContradicts || isMissingInState(coin, context)) return "state";
  if (rise > allowanceMinor) return "earnings";
  // Without a usable clock, the coins of an outage all have the time of their arrival.
  return !coin.hasUnreliableTime && context.coinsInMinute >= coinsPerMinute ? "rate" : null;
}

const countersOfCoin = ({ amountMinor: amount, counterBefore, counterAfter }: InsertedCoin) =>
  countersOf({ counterBefore, counterAfter, amount });

function isCounterPlausible(coin: InsertedCoin): boolean {
  const { counterBefore: before, counterAfter: after } = countersOfCoin(coin);
  if (before === null || after === null) return true;
  return before >= 0 && after <= maxCounter && after - before === coin.amountMinor;
}

function continuesCounter(
  coin: InsertedCoin,
  { position, previousCounter, nextCounter }: CoinContext,
): boolean {
  const { counterBefore: before, counterAfter: after } = countersOfCoin(coin);
  if (position === "endedEpoch") return false;
  if (before === null || after === null) return true;
  return before >= (previousCounter ?? 0) && after <= (nextCounter ?? after);
}

/** Only the chair's state can confirm a coin that was reported without counters. */
function isMissingInState(coin: InsertedCoin, { previousCounter, stateCounter }: CoinContext): boolean {
  if (coin.counterBefore !== null || coin.counterAfter !== null) return false;
  return (previousCounter ?? 0) + (coin.amountMinor ?? 0) > (stateCounter ?? 0);
}
