export type { CouponUse } from "./coupons-rules.ts";
export type { CouponRecord, CouponRow } from "./coupons-store.ts";
export { type CouponBatch, createCoupons, unredeemableTerms } from "./create-coupons.ts";
export { importCoupons, newCoupon } from "./import-coupons.ts";
export { priceWithCoupon } from "./price-with-coupon.ts";
export { findSmallRemainders } from "./small-remainders-store.ts";
export { findCouponUsage, redeemCoupon, releaseCoupon } from "./redeem-or-release-coupon.ts";
