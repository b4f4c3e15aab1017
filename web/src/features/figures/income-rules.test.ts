import { describe, expect, it } from "vitest";
import { onlineShare, ownCurrencyFirst } from "./income-rules.ts";

describe("onlineShare", () => {
  it.each([
    [{ online: 0, cash: 0 }, null],
    [{ online: 300, cash: 100 }, 0.75],
    [{ online: 0, cash: 100 }, 0],
    [{ online: 100, cash: 0 }, 1],
    [{ online: -100, cash: 400 }, null],
    [{ online: 100, cash: -100 }, null],
  ])("[HOME-1] of %o is %s", (sums, share) => {
    expect(onlineShare(sums)).toBe(share);
  });
});

describe("ownCurrencyFirst", () => {
  it("[HOME-1] keeps a row a currency and never adds them up", () => {
    const totals = [{ currency: "CNY" as const }, { currency: "MYR" as const }, { currency: "PHP" as const }];
    expect(ownCurrencyFirst(totals, "MYR").map((sum) => sum.currency)).toEqual(["MYR", "CNY", "PHP"]);
    expect(ownCurrencyFirst(totals, "IDR").map((sum) => sum.currency)).toEqual(["CNY", "MYR", "PHP"]);
  });
});
