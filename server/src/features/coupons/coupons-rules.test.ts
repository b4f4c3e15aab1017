import { describe, expect, it } from "vitest";
import { newCouponCode, normalizeCode, candidateCodes } from "./coupon-code.ts";
import { type CouponTerms, type CouponUse, evaluateCoupon } from "./coupons-rules.ts";

const at = new Date("2026-11-21T08:00:00Z");
const ms = (by: number) => new Date(at.getTime() + by);
const free: CouponTerms = {
  property: "free",
  valueMinor: null,
  currency: null,
  minutes: null,
  percent: null,
  maxUses: 2,
  usesTaken: 1,
  maxUsesCustomer: null,
  validFrom: null,
  validUntil: null,
  outletIds: null,
  gears: null,
};
const cash: CouponTerms = { ...free, property: "cash", valueMinor: 5_000, currency: "PHP" };
const half: CouponTerms = { ...free, property: "percent", percent: 50 };
const off: CouponTerms = { ...free, property: "amountOff", valueMinor: 2_000, currency: "PHP" };
const use: CouponUse = {
  payType: "coupon",
  outletId: "o1",
  gear: 2,
  minutes: 10,
  amountMinor: 5_000,
  currency: "PHP",
  customerUses: 0,
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
    [
      "was used by this customer",
      { ...free, maxUsesCustomer: 1 },
      { ...use, customerUses: 1 },
      "couponUsedUp",
    ],
    ["was used by others", { ...free, maxUsesCustomer: 1 }, use, null],
    ["pays for minutes enough", { ...free, property: "minutes", minutes: 10 }, use, null],
    ["pays for fewer minutes", { ...free, property: "minutes", minutes: 9 }, use, "couponNotValidHere"],
    ["lowers the price", half, use, "couponNeedsPayment"],
    ["lowers the price to nothing", { ...half, percent: 100 }, use, null],
    ["reduces it for a payment", half, { ...use, payType: "online" }, null],
    [
      "leaves nothing to pay online",
      { ...half, percent: 100 },
      { ...use, payType: "online" },
      "couponNotValidHere",
    ],
    ["takes another currency's amount off", off, { ...use, currency: "MYR" }, "couponNotValidHere"],
    ["takes more off than there is", off, { ...use, amountMinor: 1_999 }, null],
    ["is free and offered with a payment", free, { ...use, payType: "online" }, "couponNotValidHere"],
    ["is money offered as a coupon", cash, use, "couponIsCash"],
    ["is a coupon offered as money", free, asCash, "couponIsNotCash"],
    ["covers the price exactly", cash, asCash, null],
    ["covers more than the price", cash, { ...asCash, amountMinor: 4_999 }, null],
    ["covers less than the price", cash, { ...asCash, amountMinor: 5_001 }, "couponNotValidHere"],
    ["is another currency's money", cash, { ...asCash, currency: "MYR" }, "couponNotValidHere"],
    ["is used up and out of date", { ...cash, usesTaken: 2, validUntil: at }, asCash, "couponUsedUp"],
  ] as const satisfies readonly (readonly [string, CouponTerms, CouponUse, string | null])[])(
    "[START-3] that %s",
    (_what, terms, request, refusal) => {
      const worth = evaluateCoupon(terms, request);
      expect(worth.kind === "refused" ? worth.refusal : null).toBe(refusal);
    },
  );

  it.each([
    ["half of 50.00", half, use, 2_500],
    [
      "a third off, rounded in favour of the customer",
      { ...half, percent: 33 },
      { ...use, amountMinor: 4_999 },
      3_349,
    ],
    [
      "a third off 25.000 rupiah, in whole rupiah",
      { ...half, percent: 33 },
      { ...use, amountMinor: 2_500_100, currency: "IDR" },
      1_675_000,
    ],
    ["20.00 off", off, use, 3_000],
  ] as const satisfies readonly (readonly [string, CouponTerms, CouponUse, number])[])(
    "[START-3] leaves what remains to pay: %s",
    (_what, terms, request, payableMinor) => {
      expect(evaluateCoupon(terms, { ...request, payType: "cash" })).toEqual({ kind: "pays", payableMinor });
    },
  );

  it("[START-3] is recognised however its code is typed", () => {
    expect(normalizeCode(" demo-free\t1 ")).toBe("DEMO-FREE1");
    expect(candidateCodes("DEMO-FREE-1")).toEqual(["DEMO-FREE-1"]);
    expect(candidateCodes("7kq2 m9xd ov4t hibc")).toEqual(["7KQ2M9XDOV4THIBC", "7KQ2-M9XD-0V4T-H1BC"]);
  });

  it("[START-3] has a code of 80 random bits that is normalised to itself", () => {
    const codes = new Set(Array.from({ length: 1_000 }, newCouponCode));
    expect(codes.size).toBe(1_000);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      expect(candidateCodes(code)).toEqual([code]);
    }
  });
});
