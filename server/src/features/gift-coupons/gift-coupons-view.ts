import type { FeedbackGift, GiftCoupon } from "@reposo/contract/orders/gift-coupons.ts";
import type { GiftRecord, ListedGift } from "./gift-coupons-store.ts";

export const viewGift = ({ valueMinor, currency, state, exceeded, decision }: GiftRecord): FeedbackGift => ({
  amount: valueMinor,
  currency,
  state,
  limit: exceeded,
  decision,
});

export const viewGiftRow = (gift: ListedGift): GiftCoupon => ({
  giftId: gift.giftId,
  ...viewGift(gift),
  feedbackId: gift.feedbackId,
  reference: gift.reference,
  orderId: gift.orderId,
  orderNumber: gift.orderNumber,
  areaId: gift.outletId,
  areaName: gift.outletName,
  couponCode: gift.couponCode,
  redeemed: gift.redeemed,
  givenBy: gift.givenBy,
  givenAt: gift.createdAt.toISOString(),
  decidedAt: gift.decidedAt?.toISOString() ?? null,
});
