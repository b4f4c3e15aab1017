import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { giftCoupons } from "@reposo/contract/gift-coupons.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { listGifts } from "./list-gifts.ts";

export { type GiftVerdict, settleGift } from "./settle-gift.ts";
export { type GiftRecord, giftOfFeedback, type ListedGift, selectGifts } from "./gift-coupons-store.ts";
export { viewGift } from "./gift-coupons-view.ts";
export { giveCoupon, offerGift } from "./give-coupon.ts";
export type { GiftLimits } from "./gift-rules.ts";

export type GiftCouponsFeature = ReturnType<typeof createGiftCoupons>;

export function createGiftCoupons({ database }: { readonly database: Database }) {
  return {
    list: (caller: Pick<ManagerCaller, "outletIds">, request: RequestOf<typeof giftCoupons>) =>
      listGifts(database, caller, request),
  };
}
