import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { giftCoupons } from "@reposo/contract/orders/gift-coupons.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import type { Database } from "#platform/postgres/database.ts";
import { listGifts } from "./list-gifts.ts";

export type GiftCouponsFeature = ReturnType<typeof createGiftCoupons>;

export const createGiftCoupons = ({ database }: { readonly database: Database }) => ({
  list: (caller: Pick<ManagerCaller, "outletIds">, request: RequestOf<typeof giftCoupons>) =>
    listGifts(database, caller, request),
});
