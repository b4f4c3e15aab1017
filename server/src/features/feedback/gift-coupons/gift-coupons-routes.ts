import { giftCoupons } from "@reposo/contract/orders/gift-coupons.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { GiftCouponsFeature } from "./list-gifts.ts";

export function registerGiftCouponsRoutes(http: FastifyInstance, gifts: GiftCouponsFeature): void {
  serve(http, giftCoupons, ({ caller, request }) => gifts.list(caller, request));
}
