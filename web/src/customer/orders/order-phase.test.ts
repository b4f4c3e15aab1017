import { orderStatuses } from "@reposo/contract/orders/order-values.ts";
import { describe, expect, it } from "vitest";
import { massage } from "#locales/en_US/customer.ts";
import { outcomeOf } from "./order-outcome.ts";
import { cancelPromise, type OrderFollowed, pendingPromise, phaseOf } from "./order-phase.ts";

const order = {
  orderId: "o",
  orderStatus: "failed",
  payType: "online",
  amount: 6_000,
  refunded: 0,
  refund: null,
  transfer: null,
  transferredFrom: null,
  transferredTo: null,
  endReason: "startDeadline",
  serverTime: "2026-11-21T10:00:00.000Z",
} as unknown as OrderFollowed;

describe("the phases and outcomes of an order", () => {
  it("[START-5] shows an order as running only while its status is running", () => {
    expect(orderStatuses.filter((orderStatus) => phaseOf({ ...order, orderStatus }) === "running")).toEqual([
      "running",
    ]);
  });

  it.each(["requested", "onItsWay", "returned", "needsAttention"] as const)(
    "[START-5] shows the state of the refund after a failed start: %s",
    (state) => {
      const { money } = outcomeOf({
        ...order,
        refund: { state, amount: 6_000, requestedAt: "2026-11-21T10:00:00.000Z" },
      });
      expect(massage[money?.text ?? "cancelNo"]).toContain("{amount}");
    },
  );

  it("[START-5] explains that a coupon can be used again, and that cash is returned", () => {
    expect(outcomeOf({ ...order, payType: "coupon" }).money?.text).toBe("couponFree");
    expect(outcomeOf({ ...order, payType: "cashCoupon" }).money?.text).toBe("couponFree");
    expect(outcomeOf({ ...order, payType: "cash" }).money?.text).toBe("cashBack");
    expect(pendingPromise({ ...order, payType: "coupon" })).toBe("pendingCoupon");
  });

  it("[START-5] [CNT-2] promises a refund of a cancelled order only if the customer paid online", () => {
    const promised = (payType: OrderFollowed["payType"]) => massage[cancelPromise({ payType })];
    expect(promised("online")).toBe("You get a full refund.");
    expect(promised("coupon")).toBe("After the cancellation, your coupon can be used again.");
    expect(promised("cashCoupon")).toBe("After the cancellation, your coupon can be used again.");
    expect(promised("cash")).toBe("After the cancellation, return {amount} in cash to the customer.");
  });

  it("[CNT-2] explains that a cancelled order cost nothing, and thanks the customer for a finished massage", () => {
    expect(outcomeOf({ ...order, orderStatus: "cancelled", endReason: "paymentTimeout" }).what).toBe(
      "cancelledTimeout",
    );
    expect(outcomeOf({ ...order, orderStatus: "completed", endReason: "finished" }).title).toBe(
      "completedTitle",
    );
  });

  it("[G-3] shows the refund of a completed massage, and a pending refund before a completed one", () => {
    const had = { ...order, orderStatus: "completed", endReason: "finished" } as const;
    const money = (more: Partial<OrderFollowed>) => outcomeOf({ ...had, ...more }).money;
    expect(money({})).toBeNull();
    expect(
      money({
        refund: { state: "onItsWay", amount: 2_000, requestedAt: "2026-11-21T10:00:00.000Z" },
        refunded: 1_000,
      }),
    ).toEqual({
      text: "refundPending",
      amount: 2_000,
    });
    expect(
      money({
        refund: { state: "returned", amount: 2_000, requestedAt: "2026-11-21T10:00:00.000Z" },
        refunded: 3_000,
      }),
    ).toEqual({
      text: "partReturned",
      amount: 3_000,
    });
  });

  it("[CNT-2] does not thank the customer for a massage that the chair ended early", () => {
    const endedBy = (endReason: OrderFollowed["endReason"]) =>
      outcomeOf({ ...order, orderStatus: "completed", endReason });
    expect(endedBy("fault")).toMatchObject({
      succeeded: false,
      title: "completedEarly",
      what: "completedFault",
    });
    expect(endedBy("powerLoss")).toMatchObject({ succeeded: false, title: "completedEarly" });
    expect(endedBy("stopped")).toMatchObject({ succeeded: true, title: "completedTitle" });
  });
});
