import { describe, expect, it } from "vitest";
import { normaliseCode } from "@reposo/contract/text/typed-text.ts";
import { newCouponCode, candidateCodes } from "./coupon-code.ts";
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
    ["has an unused use", free, use, null],
    ["is used up", { ...free, usesTaken: 2 }, use, "couponUsedUp"],
    ["is not valid yet", { ...free, validFrom: ms(1) }, use, "couponNotValidNow"],
    ["is valid from this instant", { ...free, validFrom: at }, use, null],
    ["is valid until this instant (exclusive)", { ...free, validUntil: at }, use, "couponNotValidNow"],
    ["is valid until a millisecond later", { ...free, validUntil: ms(1) }, use, null],
    ["is valid for other outlets", { ...free, outletIds: ["o2"] }, use, "couponNotValidHere"],
    ["is valid for this outlet and another", { ...free, outletIds: ["o2", "o1"] }, use, null],
    ["is valid for no outlet", { ...free, outletIds: [] }, use, "couponNotValidHere"],
    ["is valid for another gear", { ...free, gears: [1] }, use, "couponNotValidHere"],
    ["is valid for this gear", { ...free, gears: [2] }, use, null],
    [
      "was used by this customer up to the limit",
      { ...free, maxUsesCustomer: 1 },
      { ...use, customerUses: 1 },
      "couponUsedUp",
    ],
    ["was used only by other customers", { ...free, maxUsesCustomer: 1 }, use, null],
    ["pays for exactly enough minutes", { ...free, property: "minutes", minutes: 10 }, use, null],
    ["pays for too few minutes", { ...free, property: "minutes", minutes: 9 }, use, "couponNotValidHere"],
    ["reduces the price but is used without a payment", half, use, "couponNeedsPayment"],
    ["reduces the price to 0", { ...half, percent: 100 }, use, null],
    ["reduces the price of an online payment", half, { ...use, payType: "online" }, null],
    [
      "leaves nothing to pay online",
      { ...half, percent: 100 },
      { ...use, payType: "online" },
      "couponNotValidHere",
    ],
    ["is a discount in another currency", off, { ...use, currency: "MYR" }, "couponNotValidHere"],
    ["is a discount that exceeds the price", off, { ...use, amountMinor: 1_999 }, null],
    ["is free but used with an online payment", free, { ...use, payType: "online" }, "couponNotValidHere"],
    ["is a cash coupon used as a coupon", cash, use, "couponIsCash"],
    ["is a coupon used as a cash coupon", free, asCash, "couponIsNotCash"],
    ["covers the price exactly", cash, asCash, null],
    ["covers more than the price", cash, { ...asCash, amountMinor: 4_999 }, null],
    ["covers less than the price", cash, { ...asCash, amountMinor: 5_001 }, "couponNotValidHere"],
    ["is a cash coupon in another currency", cash, { ...asCash, currency: "MYR" }, "couponNotValidHere"],
    ["is both used up and expired", { ...cash, usesTaken: 2, validUntil: at }, asCash, "couponUsedUp"],
  ] as const satisfies readonly (readonly [string, CouponTerms, CouponUse, string | null])[])(
    "[START-3] is accepted, or refused with the right reason, if it %s",
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
    [
      "10.000,50 rupiah off, in whole rupiah",
      { ...off, valueMinor: 1_000_050, currency: "IDR" },
      { ...use, amountMinor: 2_500_000, currency: "IDR" },
      1_499_900,
    ],
  ] as const satisfies readonly (readonly [string, CouponTerms, CouponUse, number])[])(
    "[START-3] leaves the right amount to pay: %s",
    (_what, terms, request, payableMinor) => {
      expect(evaluateCoupon(terms, { ...request, payType: "cash" })).toEqual({ kind: "pays", payableMinor });
    },
  );

  it("[START-3] is found if its code is typed in lower case, without hyphens, or with similar letters", () => {
    expect(candidateCodes("DEMO-FREE-1")).toEqual(["DEMO-FREE-1"]);
    expect(candidateCodes(normaliseCode("7kq2 m9xd ov4t hibc"))).toEqual([
      "7KQ2M9XDOV4THIBC",
      "7KQ2-M9XD-0V4T-H1BC",
    ]);
  });

  it("[START-3] has a generated code of 16 symbols that stays the same when it is normalised", () => {
    const codes = new Set(Array.from({ length: 1_000 }, newCouponCode));
    expect(codes.size).toBe(1_000);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      expect(candidateCodes(code)).toEqual([code]);
    }
  });
});
