import { type GiftCoupon, giftCoupons } from "@reposo/contract/gift-coupons.ts";
import { callApi } from "#shared/api/api-client.ts";
import type { ListVisit } from "#manager/lists/list-visit.ts";
import { type PagedList, usePagedList } from "#manager/lists/paged-list.ts";

/** The coupons that the managers of the caller's outlets gave or requested, newest first, twenty a page. */
export const useGiftList = (visit: ListVisit): PagedList<GiftCoupon> =>
  usePagedList<GiftCoupon>("giftList", visit, (cursor, signal) =>
    callApi(giftCoupons, { limit: 20, ...(cursor === null ? {} : { cursor }) }, { signal, quiet: true }),
  );
