import { FollowedOrder, Order } from "@reposo/contract/orders/orders.ts";
import { Value } from "typebox/value";
import { expect, it } from "vitest";
import type { PaymentRecord } from "#features/payments/index.ts";
import type { OrderRecord } from "#features/orders/record/order-record.ts";
import { viewFollowedOrder, viewOrder } from "./order-view.ts";

const at = new Date("2026-11-21T08:00:00.000Z");
const record: OrderRecord = {
  orderId: "0190a0b0-0000-7000-8000-000000000001",
  orderNumber: "261121-7KQ2-M9XD",
  orderedAt: at,
  deviceId: "MC100001",
  outletId: "o1",
  outletName: "One",
  contact: { name: null, phone: "+63 917 555 0100", messengerUrl: null, hours: null },
  orderType: "online",
  payType: "online",
  status: "paid",
  gear: 1,
  minutes: 10,
  amountMinor: 5_000,
  refundedMinor: 0,
  currency: "PHP",
  customerId: "secret",
  accountId: "secret",
  couponId: "secret",
  couponProperty: null,
  couponCode: null,
  cashCouponCode: null,
  deadlineAt: at,
  startDeadlineAt: at,
  startedAt: null,
  endsAt: null,
  endedAt: null,
  endReason: null,
  refusalReason: null,
  parentOrderId: null,
  extendedMinutes: null,
  refund: null,
  takenBy: null,
  disputedMinor: 0,
  transferredFrom: null,
  transferredTo: null,
  paymentReference: null,
};
const payment = {
  provider: "simulated",
  redirectUrl: null,
  qrText: null,
  pageRetryAt: null,
  expiresAt: at,
} as PaymentRecord;
const alone = {
  payment: null,
  extensions: [],
  lateAt: null,
  transfer: null,
  unusedAmount: null,
  receipt: null,
};

it("[ORD-1] matches the schema of the contract, and contains nothing about the customer", () => {
  expect(Value.Errors(Order, viewOrder(record))).toEqual([]);
  expect(JSON.stringify(viewFollowedOrder(record, alone, at))).not.toContain("secret");
});

it("[CNT-1] shows the start deadline until the chair replies, the payment while unpaid, and the server's time", () => {
  const shown = (status: OrderRecord["status"]) => {
    const view = viewFollowedOrder({ ...record, status }, { ...alone, payment }, at);
    expect(Value.Errors(FollowedOrder, view)).toEqual([]);
    expect(view.serverTime).toBe("2026-11-21T08:00:00.000Z");
    return [view.startDeadlineAt !== null, view.payment !== null];
  };
  expect(shown("unpaid")).toEqual([false, true]);
  expect(shown("paid")).toEqual([true, false]);
  expect(shown("starting")).toEqual([true, false]);
  expect(shown("running")).toEqual([false, false]);
  expect(shown("completed")).toEqual([false, false]);
});

it("[START-5] [HELP-2] shows a refund, its state, and since when it is requested", () => {
  const refund = {
    state: "onItsWay",
    amountMinor: 5_000,
    requestedAt: "2026-11-21T16:00:00+08:00",
  } as const;
  expect(viewFollowedOrder({ ...record, status: "failed", refund }, alone, at).refund).toEqual({
    state: "onItsWay",
    amount: 5_000,
    requestedAt: "2026-11-21T08:00:00.000Z",
  });
});
