import { describe, expect, it } from "vitest";
import { lists as texts } from "#locales/en_US/manager.ts";
import { orderChips } from "./order-chips.ts";
import { orderFacts } from "./order-facts.ts";
import { noOrderFilters } from "./order-filters.ts";
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
  extendedMinutes: 0,
  extensions: [],
  serverTime: "2026-11-21T08:30:06.000Z",
  startDeadlineAt: null,
  refund: null,
  payment: null,
  unusedAmount: null,
  takenBy: null,
  lateAt: null,
  paymentReference: null,
};
const factTexts = {
  texts,
  language: "en_US",
  zone: { kind: "device", offsetMinutes: 480, name: "Asia/Manila" },
  labelOf: (_set: string, value: string) => `<${value}>`,
  dash: "—",
  devicesOpen: true,
} as const;

const values = (shown: DisplayedOrder, more: Partial<typeof factTexts> = {}) =>
  Object.fromEntries(
    orderFacts(shown, { ...factTexts, ...more }).flatMap(({ facts }) =>
      facts.map(({ name, value }) => [name, value]),
    ),
  );

describe("the facts of an order", () => {
  it("[ORD-1] are complete, with a dash for empty values and times in the displayed time zone", () => {
    expect(values(order)).toEqual({
      "Order number": "MC-1",
      "Order ID": order.orderId,
      "Order time": "Nov 21, 2026, 16:30:05",
      "Order type": "<coin>",
      "Order status": "<failed>",
      Device: "MC100001",
      Outlet: "SM Mall of Asia",
      "Payment method": "<coin>",
      Amount: "₱1,234.50",
      Refunded: "—",
      "Coupon property": "—",
      "Cash coupon code": "—",
      "Coupon code": "—",
      "Intensity used": "2",
      Duration: "10 min",
      Started: "—",
      Ends: "—",
      "How it ended": "—",
    });
  });

  it("[ORD-1] show the coupon, the refunds, and the end", () => {
    const ended = values({
      ...order,
      payType: "cashCoupon",
      couponProperty: "cash",
      cashCouponCode: "GIFT-1",
      refunded: 5_000,
      endedAt: "2026-11-21T16:00:00.000Z",
      endReason: "powerLoss",
    });
    expect(ended).toMatchObject({
      "Coupon property": "<cash>",
      "Cash coupon code": "GIFT-1",
      Refunded: "₱50.00",
      Ended: "Nov 22, 2026, 00:00:00",
      "How it ended": "Chair lost power",
    });
  });

  it("[NAV-5] link to the chair only if the account may open its page", () => {
    const linkOf = (devicesOpen: boolean) =>
      orderFacts(order, { ...factTexts, devicesOpen })[0]?.facts.find(({ name }) => name === "Device")?.href;
    expect(linkOf(true)).toBe("/pages/device/device?deviceId=MC100001");
    expect(linkOf(false)).toBeUndefined();
  });
});

describe("the chips of a filtered list", () => {
  const chipTexts = {
    labelOf: factTexts.labelOf,
    outletName: (areaId: string) => `outlet ${areaId}`,
    day: (date: string) => date,
    texts,
  };

  it("[ORD-2] show each value of a filter, and keep the other values when one is removed", () => {
    const filters = {
      ...noOrderFilters,
      orderStatus: ["failed", "refunded"],
      areaId: ["a"],
      startDate: "2026-11-01",
      endDate: null,
    } as const;
    const chips = orderChips(filters, { ...chipTexts, preset: null, hour: null });
    expect(chips.map(({ label }) => label)).toEqual(["<failed>", "<refunded>", "outlet a", "2026-11-01 – …"]);
    expect(chips[0]?.without).toEqual({ ...filters, orderStatus: ["refunded"] });
    expect(chips[3]?.without).toEqual({ ...filters, startDate: null, endDate: null });
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
    expect(chips.map(({ label }) => label)).toEqual([texts.today, "14:00 – 15:00"]);
    expect(chips.map(({ without }) => without)).toEqual([noOrderFilters, day]);
  });
});
