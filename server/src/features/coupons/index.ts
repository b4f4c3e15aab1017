export type { CouponUse } from "./coupons-rules.ts";
export type { CouponRecord } from "./coupons-store.ts";
export { type CouponBatch, createCoupons } from "./create-coupons.ts";
export { type CouponRow, importCoupons, newCoupon } from "./import-coupons.ts";
export { priceWithCoupon } from "./price-with-coupon.ts";
export { findCouponUsage, redeemCoupon, releaseCoupon } from "./redeem-or-release-coupon.ts";
export { unredeemableTerms } from "./create-coupons.ts";
