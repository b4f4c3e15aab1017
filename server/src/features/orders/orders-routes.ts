import { couponPrices } from "@reposo/contract/orders/coupons.ts";
import { orderList, ownOrders } from "@reposo/contract/orders/order-lists.ts";
import { activate, extend, getOrder, orderDetail, stop } from "@reposo/contract/orders/orders.ts";
import { declineTransfer, transferOrder } from "@reposo/contract/orders/transfers.ts";
import type { FastifyInstance } from "fastify";
import { zoneOf } from "#platform/time/calendar.ts";
import { addressKey } from "#platform/http/limits/address-key.ts";
import { serve } from "#platform/http/serve.ts";
import type { Orders } from "./create-orders.ts";

export function registerOrdersRoutes(http: FastifyInstance, orders: Orders): void {
  serve(http, activate, ({ request, caller, ip, saveReply }) =>
    orders.place({ request, caller, ip: addressKey(ip), saveReply }),
  );
  serve(http, extend, ({ request, caller, ip, saveReply }) =>
    orders.extend({ request, caller, ip: addressKey(ip), saveReply }),
  );
  serve(http, couponPrices, ({ request, caller, ip }) =>
    orders.listCouponPrices({ request, caller, ip: addressKey(ip) }),
  );
  serve(http, getOrder, ({ request, caller }) => orders.follow(caller, request.orderId));
  serve(http, orderList, ({ request, caller, requestedZone }) =>
    orders.list(caller, zoneOf(caller, requestedZone), request),
  );
  serve(http, ownOrders, ({ request, caller }) => orders.listOwn(caller, request));
  serve(http, orderDetail, ({ request, caller }) => orders.fetch(caller, request.orderId));
  serve(http, transferOrder, ({ request, caller, saveReply }) =>
    orders.transfer({ request, caller, saveReply }),
  );
  serve(http, declineTransfer, ({ request, caller }) => orders.declineTransfer(caller, request.orderId));
  serve(http, stop, ({ request, caller, saveReply }) => orders.stop({ caller, request, saveReply }));
}
