import { type OrderStatus, orderStatuses, payTypes } from "@reposo/contract/orders/order-values.ts";
import { describe, expect, it } from "vitest";
import { allMoves, countedAs, isLive, mayMove, orderTypeOf, payTypeRefusal } from "./order-graph-rules.ts";

describe("the order's state machine", () => {
  it("[G-8] has exactly the documented transitions", () => {
    expect(allMoves.map(([from, to]) => `${from} → ${to}`).sort()).toEqual(
      [
        "unpaid → paid",
        "unpaid → cancelled",
        "paid → starting",
        "paid → failed",
        "starting → running",
        "starting → failed",
        "running → completed",
        "cancelled → failed",
        "failed → refunded",
      ].sort(),
    );
    for (const from of orderStatuses)
      for (const to of orderStatuses)
        expect(mayMove(from, to)).toBe(allMoves.some(([a, b]) => a === from && b === to));
  });

  it("[G-8] never returns to an earlier status", () => {
    const reachable = (from: OrderStatus): OrderStatus[] =>
      allMoves.filter(([a]) => a === from).flatMap(([, to]) => [to, ...reachable(to)]);
    for (const status of orderStatuses) expect(reachable(status)).not.toContain(status);
  });

  it("[START-5] reaches running only from starting", () => {
    expect(allMoves.filter(([, to]) => to === "running")).toEqual([["starting", "running"]]);
    expect(allMoves.filter(([, to]) => to === "completed")).toEqual([["running", "completed"]]);
  });

  it("[G-3] has no transition from a paid status to cancelled", () => {
    for (const status of ["paid", "starting", "running", "completed", "failed", "refunded"] as const)
      expect(mayMove(status, "cancelled")).toBe(false);
  });

  it("[HOME-2] counts every status in exactly one category", () => {
    const counted = (as: string) => orderStatuses.filter((status) => countedAs[status] === as);
    expect(counted("normal")).toEqual(["paid", "starting", "running", "completed"]);
    expect(counted("abnormal")).toEqual(["failed", "refunded"]);
    expect(counted("unpaid")).toEqual(["unpaid", "cancelled"]);
    expect(orderStatuses.filter(isLive)).toEqual(["paid", "starting", "running"]);
  });
});

it("[START-3] limits the payment methods by caller", () => {
  const refusals = (starter: "customer" | "manager") =>
    Object.fromEntries(
      payTypes.flatMap((payType) =>
        payType === "coin" || payType === "transfer" ? [] : [[payType, payTypeRefusal(starter, payType)]],
      ),
    );
  expect(refusals("customer")).toEqual({
    online: null,
    cash: "permissionMissing",
    cashCoupon: null,
    coupon: null,
  });
  expect(refusals("manager")).toEqual({
    online: "payMethodUnavailable",
    cash: null,
    cashCoupon: "payMethodUnavailable",
    coupon: null,
  });
  expect(orderTypeOf).toEqual({
    online: "online",
    cash: "counter",
    coin: "coin",
    cashCoupon: "cashCoupon",
    coupon: "coupon",
    transfer: "transfer",
  });
});
