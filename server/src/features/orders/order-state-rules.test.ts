import { type OrderStatus, orderStatuses, payTypes } from "@reposo/contract/orders.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import {
  allMoves,
  countedAs,
  endOfRun,
  endReasonOf,
  isClearlyShort,
  isLive,
  mayMove,
  notBefore,
  orderTypeOf,
  payTypeRefusal,
  startOfRun,
} from "./order-state-rules.ts";

const at = (time: string) => new Date(`2026-11-21T${time}Z`);

describe("the order's state machine", () => {
  it("[G-8] has exactly the moves of the contract", () => {
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

  it("[G-8] never comes back to where it was", () => {
    const reachable = (from: OrderStatus): OrderStatus[] =>
      allMoves.filter(([a]) => a === from).flatMap(([, to]) => [to, ...reachable(to)]);
    for (const status of orderStatuses) expect(reachable(status)).not.toContain(status);
  });

  it("[START-5] lets nothing run that the chair was not told to start", () => {
    expect(allMoves.filter(([, to]) => to === "running")).toEqual([["starting", "running"]]);
    expect(allMoves.filter(([, to]) => to === "completed")).toEqual([["running", "completed"]]);
  });

  it("[G-3] leaves no way from money taken to cancelled", () => {
    for (const status of ["paid", "starting", "running", "completed", "failed", "refunded"] as const)
      expect(mayMove(status, "cancelled")).toBe(false);
  });

  it("[HOME-2] counts every status once", () => {
    const counted = (as: string) => orderStatuses.filter((status) => countedAs[status] === as);
    expect(counted("normal")).toEqual(["paid", "starting", "running", "completed"]);
    expect(counted("abnormal")).toEqual(["failed", "refunded"]);
    expect(counted("unpaid")).toEqual(["unpaid", "cancelled"]);
    expect(orderStatuses.filter(isLive)).toEqual(["paid", "starting", "running"]);
  });
});

it("[START-3] knows who may pay how", () => {
  const refusals = (starter: "customer" | "manager") =>
    Object.fromEntries(
      payTypes.flatMap((payType) =>
        payType === "coin" ? [] : [[payType, payTypeRefusal(starter, payType)]],
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
    cashCoupon: "cashCoupon",
    coupon: "coupon",
  });
});

it.each([
  [{ type: "stopped", reason: "command" }, "stopped"],
  [{ type: "stopped", reason: "button" }, "stopped"],
  [{ type: "stopped", reason: "fault" }, "fault"],
  [{ type: "stopped", reason: "powerLoss" }, "powerLoss"],
  [{ type: "stopped", reason: "finished" }, "finished"],
  [{ type: "finished", reason: "something" }, "finished"],
  [{ type: "stopped", fault: "E7" }, "fault"],
  [{ type: "stopped", reason: "overheated", fault: "E7" }, "fault"],
  [{ type: "stopped", reason: "something a newer chair says" }, "unexplained"],
  [{ type: "stopped" }, "unexplained"],
] as const)("[CNT-2] [G-3] an end told as %j is %s", (told, reason) => {
  expect(endReasonOf(told)).toBe(reason);
});

describe("the start of a run", () => {
  it("[CNT-1] lies where the chair's stopwatch puts it", () => {
    expect(startOfRun(at("08:10:00"), 90, at("08:00:00"))).toEqual(at("08:08:30"));
    expect(endOfRun(at("08:08:30"), 15)).toEqual(at("08:23:30"));
  });

  it("[G-11] is never earlier than the chair was asked, however slow its clock", () => {
    expect(startOfRun(at("08:10:00"), 3600, at("08:09:00"))).toEqual(at("08:09:00"));
    expect(startOfRun(new Date("2020-01-01T00:00:00Z"), 0, at("08:09:00"))).toEqual(at("08:09:00"));
  });

  it("[CNT-1] can be no earlier than the payment: an online order may have waited unpaid for minutes", () => {
    const unpaidAt = at("08:00:00");
    const times = { startDeadlineMs: 20_000 };
    expect(notBefore({ orderedAt: unpaidAt, startDeadlineAt: at("08:14:20") }, times)).toEqual(
      at("08:14:00"),
    );
    expect(notBefore({ orderedAt: unpaidAt, startDeadlineAt: null }, times)).toEqual(unpaidAt);
    expect(notBefore({ orderedAt: unpaidAt, startDeadlineAt: at("08:00:01") }, times)).toEqual(unpaidAt);
  });

  it("[G-11] lies between the asking and the hearing for whatever a chair says", () => {
    const instant = fc.date({ min: at("00:00:00"), max: at("23:59:59"), noInvalidDate: true });
    fc.assert(
      fc.property(instant, fc.nat(100_000), instant, (heardAt, elapsed, askedAt) => {
        const startedAt = startOfRun(heardAt, elapsed, askedAt);
        expect(startedAt.getTime()).toBeGreaterThanOrEqual(askedAt.getTime());
        if (heardAt >= askedAt) expect(startedAt.getTime()).toBeLessThanOrEqual(heardAt.getTime());
      }),
      { seed: printedSeed("start of a run") },
    );
  });
});

it.each([
  [600, 600, false],
  [588, 600, false],
  [587, 600, true],
  [55, 60, false],
  [54, 60, true],
  [700, 600, false],
] as const)("[G-3] a run of %i of %i seconds is clearly short: %s", (ran, bought, isShort) => {
  expect(isClearlyShort(ran, bought)).toBe(isShort);
});
