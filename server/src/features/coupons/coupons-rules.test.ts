import { describe, expect, it } from "vitest";
import { type CouponTerms, type CouponUse, normalCode, refusalOf } from "./coupons-rules.ts";

const at = new Date("2026-11-21T08:00:00Z");
const ms = (by: number) => new Date(at.getTime() + by);
const free: CouponTerms = {
  property: "free",
  valueMinor: null,
  currency: null,
  maxUses: 2,
  usesTaken: 1,
  validFrom: null,
  validUntil: null,
  outletIds: null,
  gears: null,
};
const cash: CouponTerms = { ...free, property: "cash", valueMinor: 5_000, currency: "PHP" };
const use: CouponUse = {
  payType: "coupon",
  outletId: "o1",
  gear: 2,
  amountMinor: 5_000,
  currency: "PHP",
  at,
};
const asCash: CouponUse = { ...use, payType: "cashCoupon" };

describe("a coupon", () => {
  it.each([
    ["has a use left", free, use, null],
    ["is used up", { ...free, usesTaken: 2 }, use, "couponUsedUp"],
    ["is not valid yet", { ...free, validFrom: ms(1) }, use, "couponNotValidNow"],
    ["is valid from this instant", { ...free, validFrom: at }, use, null],
    ["is valid until this instant, not included", { ...free, validUntil: at }, use, "couponNotValidNow"],
    ["is valid for a moment longer", { ...free, validUntil: ms(1) }, use, null],
    ["is for other outlets", { ...free, outletIds: ["o2"] }, use, "couponNotValidHere"],
    ["is for this outlet too", { ...free, outletIds: ["o2", "o1"] }, use, null],
    ["is for no outlet", { ...free, outletIds: [] }, use, "couponNotValidHere"],
    ["is for another gear", { ...free, gears: [1] }, use, "couponNotValidHere"],
    ["is for this gear", { ...free, gears: [2] }, use, null],
    ["is worth nothing yet", { ...free, property: "percent" }, use, "couponNotValidHere"],
    ["is money offered as a coupon", cash, use, "couponUnknown"],
    ["is a coupon offered as money", free, asCash, "couponUnknown"],
    ["covers the price exactly", cash, asCash, null],
    ["covers more than the price", cash, { ...asCash, amountMinor: 4_999 }, null],
    ["covers less than the price", cash, { ...asCash, amountMinor: 5_001 }, "couponNotValidHere"],
    ["is another currency's money", cash, { ...asCash, currency: "MYR" }, "couponNotValidHere"],
    ["is used up and out of date", { ...cash, usesTaken: 2, validUntil: at }, asCash, "couponUsedUp"],
  ] as const satisfies readonly (readonly [string, CouponTerms, CouponUse, string | null])[])(
    "[START-3] that %s",
    (_what, terms, wanted, refusal) => {
      expect(refusalOf(terms, wanted)).toBe(refusal);
    },
  );

  it("[START-3] is known however its code is typed", () => {
    expect(normalCode(" demo-free\t1 ")).toBe("DEMO-FREE1");
    expect(normalCode("DEMO-FREE-1")).toBe("DEMO-FREE-1");
  });
});
