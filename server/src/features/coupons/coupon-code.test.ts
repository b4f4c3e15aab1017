import { expect, it } from "vitest";
import { compareCouponCodes } from "./coupon-code.ts";

it("[G-5] orders typed codes by their coupons, so that concurrent orders lock coupons in the same order", () => {
  const [lower, higher] = ["BBBB-0000-0000-0000", "CCCC-1111-1111-1111"];
  for (const one of [lower, "BBBB000000000000", "BBBBOOOO00000000"])
    for (const other of [higher, "CCCCIIIILLLL1111", "CCCC1111-1111-1111"]) {
      expect(Math.sign(compareCouponCodes(one, other)), `${one}, ${other}`).toBe(-1);
      expect(Math.sign(compareCouponCodes(other, one)), `${other}, ${one}`).toBe(1);
    }
  expect(compareCouponCodes("BBBBOOOO00000000", lower)).toBe(0);
  expect(compareCouponCodes("DEMOFREE1", "DEMO-FREE-1")).toBe(0);
});
