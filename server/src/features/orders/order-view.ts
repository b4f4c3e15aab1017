import type { Static } from "typebox";
import type { FollowedOrder, Order, PaymentRequest } from "@reposo/contract/orders.ts";
import type { ListedOrder, OrderRecord } from "./order-record.ts";

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

export function viewOrder(order: ListedOrder): Static<typeof Order> {
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    orderTime: order.orderedAt.toISOString(),
    deviceId: order.deviceId,
    areaId: order.outletId,
    areaName: order.outletName,
    orderType: order.orderType,
    payType: order.payType,
    orderStatus: order.status,
    gear: order.gear,
    minutes: order.minutes,
    amount: order.amountMinor,
    currency: order.currency,
    refunded: order.refundedMinor,
    couponProperty: order.couponProperty,
    cashCouponCode: order.cashCouponCode,
    couponCode: order.couponCode,
    startedAt: instant(order.startedAt),
    endsAt: instant(order.endsAt),
    endedAt: instant(order.endedAt),
    endReason: order.endReason,
  };
}

export function viewFollowedOrder(
  order: OrderRecord,
  payment: Static<typeof PaymentRequest> | null,
  now: Date,
): Static<typeof FollowedOrder> {
  return {
    ...viewOrder(order),
    serverTime: now.toISOString(),
    startDeadlineAt:
      order.status === "paid" || order.status === "starting" ? instant(order.startDeadlineAt) : null,
    refund: order.refund && { state: order.refund.state, amount: order.refund.amountMinor },
    payment: order.status === "unpaid" ? payment : null,
    paymentReference: order.paymentReference,
  };
}
