import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";
import { instantAfter } from "./instants.ts";

type OrderData = ReplyOf<Endpoints["getOrder"]>;

/** An order of ten minutes that was paid online and is running; it ends in ten minutes. */
export const orderOf = (fields: Partial<OrderData> = {}): OrderData => ({
  orderId: "order-1",
  orderNumber: "260302-7K3M-92QX",
  orderTime: instantAfter(-30),
  deviceId: "MC1000",
  areaId: "outlet-1",
  areaName: "Ayala Mall",
  orderType: "online",
  payType: "online",
  orderStatus: "running",
  gear: 1,
  minutes: 10,
  amount: 5_000,
  currency: "PHP",
  refunded: 0,
  couponProperty: null,
  cashCouponCode: null,
  couponCode: null,
  startedAt: instantAfter(0),
  endsAt: instantAfter(600),
  endedAt: null,
  endReason: null,
  parentOrderId: null,
  extendedMinutes: 0,
  contact: null,
  serverTime: instantAfter(0),
  refusalReason: null,
  startDeadlineAt: null,
  refund: null,
  unusedAmount: null,
  transfer: null,
  transferredFrom: null,
  transferredTo: null,
  takenBy: null,
  lateAt: null,
  extensions: [],
  payment: null,
  disputed: 0,
  paymentReference: null,
  receipt: null,
  ...fields,
});

/** The reply to a request that placed the order. */
export const placedOf = (order: OrderData): ReplyOf<Endpoints["activate"]> => ({
  orderId: order.orderId,
  orderStatus: order.orderStatus,
  payment: order.payment,
  order,
});

/** An extension by ten minutes that is not paid yet. */
export const extensionOf = (
  fields: Partial<OrderData["extensions"][number]> = {},
): OrderData["extensions"][number] => ({
  orderId: "order-2",
  orderNumber: "260302-2222-92QX",
  orderTime: instantAfter(0),
  payType: "online",
  orderStatus: "unpaid",
  minutes: 10,
  amount: 5_000,
  currency: "PHP",
  refunded: 0,
  endReason: null,
  refund: null,
  payment: null,
  ...fields,
});
