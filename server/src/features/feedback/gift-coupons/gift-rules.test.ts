import { describe, expect, it } from "vitest";
import { exceededLimit, type GiftFacts, giftValue } from "./gift-rules.ts";

const limits = { perDay: 2, perMonth: 5, orderDays: 30 };
const dayMs = 86_400_000;
const plain: GiftFacts = {
  givenToday: 0,
  givenThisMonth: 0,
  orderAgeMs: 0,
  leftMinor: 5_000,
  isOwnFeedback: false,
};

describe("limits of gift coupons", () => {
  it.each<[Partial<GiftFacts>, string | null]>([
    [{}, null],
    [{ givenToday: 1, givenThisMonth: 4, orderAgeMs: 30 * dayMs }, null],
    [{ givenToday: 2 }, "day"],
    [{ givenThisMonth: 5 }, "month"],
    [{ orderAgeMs: 30 * dayMs + 1 }, "orderAge"],
    [{ leftMinor: 1 }, null],
    [{ leftMinor: 0 }, "value"],
    [{ isOwnFeedback: true }, "ownFeedback"],
    [{ isOwnFeedback: true, leftMinor: 0, orderAgeMs: 31 * dayMs }, "value"],
  ])("[FB-4] return for %j the exceeded limit %s", (facts, limit) => {
    expect(exceededLimit(limits, { ...plain, ...facts })).toBe(limit);
  });

  it("[FB-4] require approval for every coupon if a limit is 0", () => {
    expect(exceededLimit({ ...limits, perDay: 0 }, plain)).toBe("day");
    expect(exceededLimit({ ...limits, perMonth: 0 }, plain)).toBe("month");
  });

  it.each([
    [5_000, 5_000, 5_000],
    [5_000, 2_000, 2_000],
    [5_000, 0, 5_000],
    [0, 0, null],
  ])(
    "[FB-4] give a coupon for an order of %i, of which %i are left, the value %j",
    (amountMinor, left, value) => {
      expect(giftValue({ amountMinor, currency: "PHP" }, left)?.valueMinor ?? null).toBe(value);
    },
  );
});
