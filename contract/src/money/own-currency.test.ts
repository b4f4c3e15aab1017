import { expect, it } from "vitest";
import { ownCurrencyFirst } from "./money.ts";

it("[HOME-1] keeps one row per currency and moves the account's currency to the front", () => {
  const totals = [{ currency: "CNY" as const }, { currency: "MYR" as const }, { currency: "PHP" as const }];
  expect(ownCurrencyFirst(totals, "MYR").map((sum) => sum.currency)).toEqual(["MYR", "CNY", "PHP"]);
  expect(ownCurrencyFirst(totals, "IDR").map((sum) => sum.currency)).toEqual(["CNY", "MYR", "PHP"]);
});
