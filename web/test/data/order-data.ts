import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Endpoints } from "@reposo/contract/endpoints.ts";

type OrderData = ReplyOf<Endpoints["getOrder"]>;

const instantAfter = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();

/** An order of ten minutes that was paid online and is running; it ends in ten minutes. */
export const orderOf = (fields: Partial<OrderData> = {}): OrderData => ({
  orderId: "order-1",
  orderNumber: "R26030200001",
  orderTime: instantAfter(-30_000),
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
  endsAt: instantAfter(600_000),
  endedAt: null,
  endReason: null,
  parentOrderId: null,
  extendedMinutes: 0,
  serverTime: instantAfter(0),
  startDeadlineAt: null,
  refund: null,
  unusedAmount: null,
  takenBy: null,
  lateAt: null,
  extensions: [],
  payment: null,
  paymentReference: null,
  ...fields,
});
