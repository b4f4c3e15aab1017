import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders.ts";
import { admitCouponTry, codeOf } from "./limit-coupon-attempts.ts";
import { createJudgeOrder, type Judged, type Placing } from "./validate-order.ts";
import { newOrderId } from "#features/orders/order-id.ts";
import type { PlacedOrder } from "#features/orders/order-record.ts";
import { orderTypeOf } from "#features/orders/order-state-rules.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import { actorOf } from "#platform/http/caller.ts";
import { createWritePaid } from "./place-paid-order.ts";
import { placeUnpaid } from "./place-unpaid-order.ts";

type Placed = ReplyOf<typeof activate>;

function draft(parts: OrderParts, placing: Placing, { device, price }: Judged): PlacedOrder {
  const { caller, request } = placing;
  const { payType } = request;
  const now = parts.clock.now();
  const unpaid = payType === "online";
  const startDeadlineAt = unpaid ? null : later(now, parts.times.startDeadlineMs);
  return {
    orderId: newOrderId(now),
    orderedAt: now,
    deviceId: device.deviceId,
    outletId: device.outletId,
    orderType: orderTypeOf[payType],
    payType,
    status: unpaid ? "unpaid" : "starting",
    priceId: price.priceId,
    gear: price.gear,
    minutes: price.minutes,
    // The whole price, until a coupon says what is left of it.
    amountMinor: price.amountMinor,
    currency: price.currency,
    customerId: caller.kind === "customer" ? caller.customerId : null,
    accountId: caller.kind === "manager" ? caller.accountId : null,
    couponId: null,
    couponProperty: null,
    couponCode: null,
    cashCouponCode: null,
    deadlineAt: startDeadlineAt ?? later(now, parts.times.paymentMs),
    startDeadlineAt,
  };
}

/** Places an order: paid at once by counter cash or a coupon, or to be paid online. */
export function createPlaceOrder(parts: OrderParts): (placing: Placing) => Promise<Placed> {
  const judge = createJudgeOrder(parts);
  const writePaid = createWritePaid(parts);
  return async (placing) => {
    const order = draft(parts, placing, await judge(placing));
    const code = codeOf(placing.request);
    if (code !== null) await admitCouponTry(parts, placing);
    if (order.payType === "online")
      return placeUnpaid(parts, { ...placing, actor: actorOf(placing.caller), order, code });
    return writePaid({ placing, order, code });
  };
}
