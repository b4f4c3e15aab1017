export { type GiftRecord, giftOfFeedback, type ListedGift, selectGifts } from "./gift-coupons-store.ts";
export type { GiftLimits } from "./gift-rules.ts";
export { giveCoupon, readGiftOffer } from "./give-coupon.ts";
export { createGiftCoupons, type GiftCouponsFeature, viewGift } from "./list-gifts.ts";
export {
  decideRequestedGift,
  type GiftDecisionInput,
  type GiftDecisionOutcome,
} from "./decide-requested-gift.ts";
