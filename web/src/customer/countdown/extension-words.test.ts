import { describe, expect, it } from "vitest";
import { type ExtensionFollowed, extensionWords, shownExtensions } from "./extension-words.ts";
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
const said = (more: Partial<ExtensionFollowed>, isManager = false) =>
  extensionWords({ ...extension, ...more }, isManager);

describe("minutes added to a massage", () => {
  it("[START-5] never look failed while they are waited for, and say what happens otherwise", () => {
    expect(said({ orderStatus: "unpaid" })).toMatchObject({ kind: "info", text: "moreWaiting", money: null });
    for (const orderStatus of ["paid", "starting"] as const)
      expect(said({ orderStatus })).toMatchObject({
        kind: "info",
        text: "moreAsking",
        promise: "pendingMoney",
      });
  });

  it("[START-5] say where the money is when nothing came of them", () => {
    const refund = { state: "onItsWay", amount: 5_000 } as const;
    expect(said({ orderStatus: "failed", endReason: "refused", refund })).toMatchObject({
      text: "moreRefused",
      money: { text: "refundOnItsWay", amount: 5_000 },
    });
    expect(said({ orderStatus: "refunded", endReason: "runEnded" })).toMatchObject({
      text: "moreTooLate",
      money: { text: "refundReturned", amount: 5_000 },
    });
    expect(said({ orderStatus: "failed", payType: "coupon" }).money?.text).toBe("couponFree");
    expect(said({ orderStatus: "completed", refunded: 1_200 }).money).toEqual({
      text: "partReturned",
      amount: 1_200,
    });
  });

  it("[START-5] tell whoever took the cash to give it back, and the customer that it comes back", () => {
    const cash = { payType: "cash", orderStatus: "refunded", endReason: "refused" } as const;
    expect(said(cash, true).money).toEqual({ text: "cashBack", amount: 5_000 });
    expect(said(cash).money).toEqual({ text: "cashComesBack", amount: 5_000 });
    const asking = { payType: "cash", orderStatus: "starting" } as const;
    expect([said(asking, true).promise, said(asking).promise]).toEqual(["pendingCash", "pendingCashYours"]);
  });

  it("[CNT-1] are news while it runs, and a list of what was had or returned once it is over", () => {
    const [first, second, third] = [
      { ...extension, orderId: "1" },
      { ...extension, orderId: "2", orderStatus: "refunded" as const },
      { ...extension, orderId: "3", orderStatus: "cancelled" as const },
    ];
    const order = { extensions: [third, second, first] } as unknown as OrderFollowed;
    expect(shownExtensions({ ...order, orderStatus: "running" })).toEqual([third]);
    expect(shownExtensions({ ...order, orderStatus: "completed" })).toEqual([first, second]);
  });
});
