import { describe, expect, it } from "vitest";
import { details, lists as texts } from "#locales/en_US/manager.ts";
import { orderChips } from "#manager/orders/filter/order-chips.ts";
import type { RefundRequest } from "@reposo/contract/orders/refunds.ts";
import { refundRequestOf } from "#test/data/refund-data.ts";
import type { Fact } from "#ui/list/facts.tsx";
import { allFacts, mainFacts } from "./order-facts.ts";
import { orderSteps } from "./order-steps.ts";
import { noOrderFilters } from "#manager/orders/filter/order-filters.ts";
import type { DisplayedOrder } from "./use-order.ts";

const order: DisplayedOrder = {
  orderId: "0199f0a0-0000-7000-8000-000000000000",
  orderNumber: "MC-1",
  orderTime: "2026-11-21T08:30:05.000Z",
  deviceId: "MC100001",
  areaId: "a",
  areaName: "SM Mall of Asia",
  orderType: "coin",
  payType: "coin",
  orderStatus: "failed",
  gear: 2,
  minutes: 10,
  amount: 123_450,
  currency: "PHP",
  refunded: 0,
  couponProperty: null,
  cashCouponCode: null,
  couponCode: null,
  startedAt: null,
  endsAt: null,
  endedAt: null,
  endReason: null,
  parentOrderId: null,
  transfer: null,
  transferredFrom: null,
  transferredTo: null,
  extendedMinutes: 0,
  extensions: [],
  contact: null,
  serverTime: "2026-11-21T08:30:06.000Z",
  refusalReason: null,
  startDeadlineAt: null,
  refund: null,
  payment: null,
  unusedAmount: null,
  takenBy: null,
  lateAt: null,
  disputed: 0,
  paymentReference: null,
  receipt: null,
};
const context = {
  texts,
  language: "en_US",
  zone: { kind: "device", offsetMinutes: 480, name: "Asia/Manila" },
  labelOf: (_set: string, value: string) => `<${value}>`,
} as const;

const valuesOf = (facts: readonly Fact[]) =>
  Object.fromEntries(facts.map(({ name, value }) => [name, value]));

const ended: DisplayedOrder = {
  ...order,
  payType: "cashCoupon",
  couponProperty: "cash",
  cashCouponCode: "GIFT-1",
  refunded: 5_000,
  startedAt: "2026-11-21T15:50:00.000Z",
  endedAt: "2026-11-21T16:00:00.000Z",
  endReason: "powerLoss",
};

describe("the facts of an order", () => {
  it("[ORD-1] name every field in one section, with a dash for empty ones, and copy its numbers and codes", () => {
    const facts = allFacts(order, context, "—");
    expect(valuesOf(facts)).toEqual({
      "Order number": "MC-1",
      "Order ID": order.orderId,
      "Cash coupon code": "—",
      "Coupon code": "—",
      "Coupon type": "—",
      "Order time": "Nov 21, 2026, 16:30:05",
      "Order type": "<coin>",
      "Order status": "<failed>",
      "Intensity used": "2",
    });
    expect(facts.filter(({ isCopied }) => isCopied).map(({ name }) => name)).toEqual([
      "Order number",
      "Order ID",
    ]);
    const paid = valuesOf(allFacts({ ...ended, paymentReference: "pi_1" }, context, "—"));
    expect(paid).toMatchObject({ "Cash coupon code": "GIFT-1", "Payment reference": "pi_1" });
  });

  it("[ORD-1] omit empty fields from what is shown first", () => {
    expect(valuesOf(mainFacts(order, context, true))).toEqual({
      "Payment method": "<coin>",
      Massage: "10 min · Intensity\u00a02",
      Device: "MC100001",
      Outlet: "SM Mall of Asia",
    });
    expect(valuesOf(mainFacts(ended, context, true))).toMatchObject({
      "Coupon type": "<cash>",
      Refunded: "-₱50.00",
      "Net amount": "₱1,184.50",
    });
  });

  it("[NAV-5] link to the chair only if the account may open its page", () => {
    const linkOf = (devicesOpen: boolean) =>
      mainFacts(order, context, devicesOpen).find(({ name }) => name === "Device")?.href;
    expect(linkOf(true)).toBe("/pages/device/device?deviceId=MC100001");
    expect(linkOf(false)).toBeUndefined();
  });
});

const linesOf = (shown: DisplayedOrder, requests: readonly RefundRequest[] = []) =>
  orderSteps(shown, requests, context).map(({ time, title, tone = "" }) => `${time} ${title} ${tone}`.trim());

describe("the timeline of an order", () => {
  it("[ORD-1] lists what happened in the order of time, with added minutes and decisions about refunds", () => {
    const extension = {
      orderId: "extension-1",
      orderNumber: "MC-2",
      orderTime: "2026-11-21T15:55:00.000Z",
      payType: "online",
      orderStatus: "completed",
      minutes: 5,
      amount: 5_000,
      currency: "PHP",
      refunded: 0,
      endReason: null,
      refund: null,
      payment: null,
    } as const;
    const request = refundRequestOf({
      state: "refused",
      amount: 2_000,
      requestedAt: "2026-11-22T01:00:00.000Z",
      decidedAt: "2026-11-22T02:00:00.000Z",
    });
    expect(linesOf({ ...ended, extensions: [extension] }, [request])).toEqual([
      "Nov 21, 2026, 16:30:05 Order placed",
      "Nov 21, 2026, 23:50:00 Massage started good",
      "Nov 21, 2026, 23:55:00 5 min added",
      "Nov 22, 2026, 00:00:00 Chair lost power bad",
      "Nov 22, 2026, 09:00:00 Refund of ₱20.00 requested",
      "Nov 22, 2026, 10:00:00 Refund of ₱20.00 declined by the operator bad",
    ]);
  });

  it.each([
    ["requested", ""],
    ["onItsWay", ""],
    ["returned", " good"],
    ["needsAttention", " bad"],
  ] as const)("[ORD-1] [HELP-2] shows when a refund was initiated (%s)", (state, tone) => {
    const refund = { state, amount: 5_000, requestedAt: "2026-11-21T16:00:02.000Z" };
    expect(linesOf({ ...ended, refund }).at(-1)).toBe(
      `Nov 22, 2026, 00:00:02 Refund of ₱50.00 initiated${tone}`,
    );
  });

  it("[ORD-1] ends with the expected end of a massage in progress", () => {
    const running = {
      ...order,
      orderStatus: "running",
      startedAt: "2026-11-21T08:30:20.000Z",
      endsAt: "2026-11-21T08:40:20.000Z",
    } as const;
    expect(linesOf(running).at(-1)).toBe("Nov 21, 2026, 16:40:20 Ends next");
    expect(linesOf(order)).toEqual(["Nov 21, 2026, 16:30:05 Order placed"]);
  });
});

describe("the chips of a filtered list", () => {
  const chipTexts = {
    language: "en_US" as const,
    labelOf: context.labelOf,
    outletName: (areaId: string) => `outlet ${areaId}`,
    day: (date: string) => date,
    presetNames: { ...details, anyTime: texts.anyTime },
    countNames: { normal: "Normal", abnormal: "Failed", unpaid: "Unpaid or canceled" },
    texts,
  };

  it("[ORD-2] show each value of a filter, and keep the other values when one is removed", () => {
    const filters = {
      ...noOrderFilters,
      orderStatus: ["failed", "completed"],
      areaId: ["a"],
      startDate: "2026-11-01",
      endDate: null,
    } as const;
    const chips = orderChips(filters, { ...chipTexts, preset: null, hour: null });
    expect(chips.map(({ label }) => label)).toEqual([
      "<failed>",
      "<completed>",
      "outlet a",
      "2026-11-01 – …",
    ]);
    expect(chips[0]?.without).toEqual({ ...filters, orderStatus: ["completed"] });
    expect(chips[3]?.without).toEqual({ ...filters, startDate: null, endDate: null });
  });

  it("[HOME-2] [TRUE-1] name a figure of home, which one tap removes", () => {
    const filters = { ...noOrderFilters, orderStatus: ["unpaid", "cancelled"] } as const;
    const chips = orderChips(filters, { ...chipTexts, preset: null, hour: null });
    expect(chips.map(({ label, without }) => [label, without])).toEqual([
      ["Unpaid or canceled", noOrderFilters],
    ]);
  });

  it("[ORD-2] summarise many values of a filter in one chip, which removes all of them", () => {
    const filters = {
      ...noOrderFilters,
      areaId: ["a", "b", "c", "d"],
      orderType: ["coin", "counter"],
    } as const;
    const chips = orderChips(filters, { ...chipTexts, preset: null, hour: null });
    expect(chips.map(({ label }) => label)).toEqual(["<coin>", "<counter>", `${texts.outlets}: 4`]);
    expect(chips[2]?.without).toEqual({ ...filters, areaId: [] });
    const inChinese = orderChips(filters, { ...chipTexts, language: "zh_CN", preset: null, hour: null });
    expect(inChinese[2]?.label).toBe(`${texts.outlets}：4`);
    const others = { ...noOrderFilters, exceptAreaId: filters.areaId };
    const [chip] = orderChips(others, { ...chipTexts, preset: null, hour: null });
    expect(chip?.label).toBe(texts.withoutOutlets.replace("{count}", "4"));
  });

  it("[ORD-2] [CHART-1] show the hour in a separate chip, and remove it together with its day", () => {
    const day = { ...noOrderFilters, startDate: "2026-11-22", endDate: "2026-11-22" };
    const chips = orderChips(
      { ...day, hour: "14" },
      { ...chipTexts, preset: "today", hour: "14:00 – 15:00" },
    );
    expect(chips.map(({ label }) => label)).toEqual(["Today", "14:00 – 15:00"]);
    expect(chips.map(({ without }) => without)).toEqual([noOrderFilters, day]);
  });
});
