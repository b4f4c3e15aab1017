import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import {
  allowanceOf,
  type CoinContext,
  type CoinMeter,
  dayLimitOf,
  findQuarantineReason,
  type InsertedCoin,
  riseOf,
} from "./quarantine-rules.ts";

const coin: InsertedCoin = {
  amountMinor: 1_000,
  currency: "PHP",
  counterBefore: 5_000,
  counterAfter: 6_000,
  hasUnreliableTime: false,
};
const context: CoinContext = {
  outletCurrency: "PHP",
  coinsPerMinute: 30,
  position: "current",
  previousCounter: 5_000,
  nextCounter: null,
  stateContradicts: false,
  stateCounter: 6_000,
  allowanceMinor: 900_000,
  coinsInMinute: 0,
};
const uncounted = { counterBefore: null, counterAfter: null };

describe("the reason to quarantine a coin", () => {
  it.each<[string | null, string, Partial<InsertedCoin>, Partial<CoinContext>]>([
    [null, "a plausible coin", {}, {}],
    [null, "the first coin of a chair", {}, { previousCounter: null }],
    [null, "missing coins before it", {}, { previousCounter: 1_000 }],
    [null, "a new epoch that continues the counter", {}, { position: "newEpoch" }],
    [null, "a late coin that fills a gap", {}, { position: "within", nextCounter: 6_000, allowanceMinor: 0 }],
    [null, "a coin that only the state counts", uncounted, {}],
    [null, "a coin without a usable time among many", { hasUnreliableTime: true }, { coinsInMinute: 99 }],
    ["amount", "no amount", { amountMinor: null }, {}],
    ["amount", "more than any banknote", { amountMinor: 100_001, counterAfter: 105_001 }, {}],
    ["counter", "a counter that does not match the amount", { counterAfter: 6_500 }, {}],
    ["counter", "a lower counter than before", {}, { previousCounter: 5_001 }],
    ["counter", "a higher counter than after it", {}, { position: "within", nextCounter: 5_999 }],
    [
      "counter",
      "a counter that rose more than the chair can have earned",
      {},
      { previousCounter: 0, allowanceMinor: 4_999 },
    ],
    ["counter", "a counter below 0", { counterBefore: null, counterAfter: 500 }, { previousCounter: null }],
    [
      "epoch",
      "a new epoch that does not continue the counter",
      {},
      { position: "newEpoch", previousCounter: 5_001 },
    ],
    ["epoch", "a new coin of an ended epoch", {}, { position: "endedEpoch" }],
    ["currency", "another currency", { currency: "MYR" }, {}],
    ["counter", "another currency with a lower counter", { currency: "MYR" }, { previousCounter: 5_001 }],
    ["state", "a state that counts less than earlier coins", {}, { stateContradicts: true }],
    ["state", "a coin that not even the state counts", uncounted, { stateCounter: 5_999 }],
    ["state", "a coin without counters of a chair without a state", uncounted, { stateCounter: null }],
    ["earnings", "more than the chair can have earned", {}, { allowanceMinor: 999 }],
    ["rate", "too many coins in a minute", {}, { coinsInMinute: 30 }],
  ])("[CASH-3] [CLAIM-1] is %s for %s", (reason, _why, changedCoin, changedContext) => {
    expect(findQuarantineReason({ ...coin, ...changedCoin }, { ...context, ...changedContext })).toBe(reason);
  });
});

describe("what a chair can have earned", () => {
  const dayMs = 86_400_000;
  const now = new Date("2026-11-21T12:00:00Z");
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  const meter: CoinMeter = {
    counterMinor: 5_000,
    countedAt: ago(4),
    allowanceMinor: 0,
    allowanceAt: ago(4),
    usualDayMinor: null,
    state: null,
  };

  it.each([
    ["before its first coin: a day's limit, and one per day since then", { allowanceMinor: null }, 500],
    ["after four days: four limits", {}, 400],
    [
      "after a state that counts no further coins: one limit",
      { state: { counterMinor: 5_000, receivedAt: now } },
      100,
    ],
    [
      "after a state that counts further coins: these and one limit",
      { state: { counterMinor: 5_120, receivedAt: now } },
      220,
    ],
    [
      "at most four limits, whatever the state counts",
      { state: { counterMinor: 9_999, receivedAt: now } },
      400,
    ],
    ["since the state as well", { state: { counterMinor: 5_000, receivedAt: ago(2) } }, 300],
  ] as const)("[CLAIM-1] is %s", (_what, change, allowance) => {
    expect(allowanceOf({ ...meter, ...change }, 100, now)).toBe(allowance);
  });

  it("[CLAIM-1] per day depends on the limit of its price group and on its usual cash", () => {
    const chair = { coinsPerMinute: 30, outletCurrency: "PHP" } as const;
    expect(dayLimitOf(chair, null)).toBe(900_000);
    expect(dayLimitOf({ ...chair, coinsPerMinute: 1 }, null)).toBe(30_000);
    expect(dayLimitOf(chair, 80_000)).toBe(400_000);
    expect(dayLimitOf(chair, 1_000)).toBe(180_000);
    // A chair that always claims its limit does not raise it without bound.
    expect(dayLimitOf(chair, 100_000_000)).toBe(4_500_000);
  });
});

it("[CLAIM-1] [G-7] coins raise booked and missing coins together by the same sum in any order of arrival", () => {
  fc.assert(
    fc.property(
      fc
        .array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 })
        .chain((amounts) =>
          fc.tuple(
            fc.constant(amounts),
            fc.shuffledSubarray([...amounts.keys()], { minLength: amounts.length }),
          ),
        ),
      ([amounts, arrivals]) => {
        const counterBefore = (index: number) => amounts.slice(0, index).reduce((sum, one) => sum + one, 0);
        const known: number[] = [];
        let total = 0;
        for (const index of arrivals) {
          const previous = Math.max(-1, ...known.filter((one) => one < index));
          const next = Math.min(amounts.length, ...known.filter((one) => one > index));
          const one = {
            ...coin,
            amountMinor: amounts[index] as number,
            counterBefore: counterBefore(index),
            counterAfter: counterBefore(index + 1),
          };
          const rise = riseOf(one, {
            previousCounter: counterBefore(previous + 1),
            nextCounter: next === amounts.length ? null : counterBefore(next),
          });
          expect(rise).toBeGreaterThanOrEqual(0);
          total += rise;
          known.push(index);
        }
        expect(total).toBe(counterBefore(amounts.length));
      },
    ),
    { seed: printedSeed("rises of coins") },
  );
});
