import { describe, expect, it } from "vitest";
import { exceededLimit, type GiftFacts, giftValue } from "./gift-rules.ts";

const limits = { perDay: 2, perMonth: 5, orderDays: 30 };
const dayMs = 86_400_000;
const plain: GiftFacts = {
  givenToday: 0,
  givenThisMonth: 0,
  orderAgeMs: 0,
  orderAmountMinor: 5_000,
  givenOfOrderMinor: 0,
};

describe("limits of gift coupons", () => {
  it.each<[Partial<GiftFacts>, string | null]>([
    [{}, null],
    [{ givenToday: 1, givenThisMonth: 4, orderAgeMs: 30 * dayMs }, null],
    [{ givenToday: 2 }, "day"],
    [{ givenThisMonth: 5 }, "month"],
    [{ orderAgeMs: 30 * dayMs + 1 }, "orderAge"],
    [{ orderAmountMinor: 0 }, "value"],
    [{ givenOfOrderMinor: 5_000 }, "value"],
    [{ givenOfOrderMinor: null }, "value"],
  ])("[FB-4] return for %j the exceeded limit %s", (facts, limit) => {
    expect(exceededLimit(limits, { ...plain, ...facts })).toBe(limit);
  });

  it("[FB-4] require approval for every coupon if a limit is 0", () => {
    expect(exceededLimit({ ...limits, perDay: 0 }, plain)).toBe("day");
    expect(exceededLimit({ ...limits, perMonth: 0 }, plain)).toBe("month");
  });

  it("[FB-4] give a coupon the value of the order", () => {
    expect(giftValue({ amountMinor: 5_000, currency: "PHP" })).toEqual({
      valueMinor: 5_000,
      currency: "PHP",
    });
    expect(giftValue({ amountMinor: 0, currency: "PHP" })).toBeNull();
  });
});
