import { describe, expect, it } from "vitest";
import { type ExtensionFollowed, extensionMessage, visibleExtensions } from "./extension-message.ts";
import type { OrderFollowed } from "#customer/orders/order-phase.ts";

const extension: ExtensionFollowed = {
  orderId: "e",
  orderNumber: "261121-7KQ2-M9XD",
  orderTime: "2026-11-21T10:00:00.000Z",
  payType: "online",
  orderStatus: "running",
  minutes: 10,
  amount: 5_000,
  currency: "PHP",
  refunded: 0,
  endReason: null,
  refund: null,
  payment: null,
};
const messageOf = (more: Partial<ExtensionFollowed>, isManager = false) =>
  extensionMessage({ ...extension, ...more }, isManager);

describe("the message for an extension", () => {
  it("[START-5] reports no failure while the extension is pending, and states what happens if the chair does not confirm", () => {
    expect(messageOf({ orderStatus: "unpaid" })).toMatchObject({
      kind: "info",
      text: "moreWaiting",
      money: null,
    });
    for (const orderStatus of ["paid", "starting"] as const)
      expect(messageOf({ orderStatus })).toMatchObject({
        kind: "info",
        text: "extensionPending",
        promise: "pendingMoney",
      });
  });

  it("[START-5] includes the state of the money if the extension failed", () => {
    const refund = { state: "onItsWay", amount: 5_000, requestedAt: "2026-11-21T10:00:00.000Z" } as const;
    expect(messageOf({ orderStatus: "failed", endReason: "refused", refund })).toMatchObject({
      text: "moreRefused",
      money: { text: "refundPending", amount: 5_000 },
    });
    expect(messageOf({ orderStatus: "refunded", endReason: "runEnded" })).toMatchObject({
      text: "moreTooLate",
      money: { text: "refundReturned", amount: 5_000 },
    });
    expect(messageOf({ orderStatus: "failed", payType: "coupon" }).money?.text).toBe("couponFree");
    expect(messageOf({ orderStatus: "completed", refunded: 1_200 }).money).toEqual({
      text: "partReturned",
      amount: 1_200,
    });
  });

  it("[START-5] requests the manager to return the cash, and informs the customer that the cash will be returned", () => {
    const cash = { payType: "cash", orderStatus: "refunded", endReason: "refused" } as const;
    expect(messageOf(cash, true).money).toEqual({ text: "cashBack", amount: 5_000 });
    expect(messageOf(cash).money).toEqual({ text: "cashRefundPending", amount: 5_000 });
    const starting = { payType: "cash", orderStatus: "starting" } as const;
    expect([messageOf(starting, true).promise, messageOf(starting).promise]).toEqual([
      "pendingCash",
      "pendingCashYours",
    ]);
  });

  it("[CNT-1] shows only the latest extension during the massage, and all that were not cancelled after it", () => {
    const [first, second, third] = [
      { ...extension, orderId: "1" },
      { ...extension, orderId: "2", orderStatus: "refunded" as const },
      { ...extension, orderId: "3", orderStatus: "cancelled" as const },
    ];
    const order = { extensions: [third, second, first] } as unknown as OrderFollowed;
    expect(visibleExtensions({ ...order, orderStatus: "running" })).toEqual([third]);
    expect(visibleExtensions({ ...order, orderStatus: "completed" })).toEqual([first, second]);
  });
});
