import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { FeedbackGift, GiftCoupon, giftCoupons } from "@reposo/contract/orders/gift-coupons.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { pageOf, readIdCursor, totalOf, writePageCursor } from "#platform/postgres/page-cursor.ts";
import { countListedGifts, type GiftRecord, type ListedGift, selectGifts } from "./gift-coupons-store.ts";

export type GiftCouponsFeature = ReturnType<typeof createGiftCoupons>;

export const createGiftCoupons = ({ database }: { readonly database: Database }) => ({
  async list(
    caller: Pick<ManagerCaller, "outletIds">,
    { limit = 20, cursor, ...request }: RequestOf<typeof giftCoupons>,
  ): Promise<ReplyOf<typeof giftCoupons>> {
    const filter = {
      outletIds: requireOutlets(caller, request),
      states: request.state?.length ? request.state : null,
    };
    // The cursor contains the requested outlets instead of the caller's, so that it stays valid when the caller's
    // outlets change.
    const cursorScope = { states: filter.states, outletIds: request.areaId ?? null };
    const afterId = cursor === undefined ? null : readIdCursor(cursorScope, cursor);
    const [found, counted] = await Promise.all([
      selectGifts(database, filter, { afterId, limit: limit + 1 }),
      countListedGifts(database, filter),
    ]);
    const page = pageOf(found, limit, ({ giftId }) => writePageCursor(cursorScope, giftId));
    return { ...page, items: page.items.map(viewGiftRow), total: totalOf(counted, page, afterId === null) };
  },
});

export const viewGift = ({ valueMinor, currency, state, exceeded, decision }: GiftRecord): FeedbackGift => ({
  amount: valueMinor,
  currency,
  state,
  limit: exceeded,
  decision,
});

const viewGiftRow = (gift: ListedGift): GiftCoupon => ({
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
