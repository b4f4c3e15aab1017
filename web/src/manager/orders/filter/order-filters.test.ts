import { describe, expect, it } from "vitest";
import {
  type OrderRow,
  areDaysWrong,
  matchesOrderFilters,
  isOrderFiltered,
  noOrderFilters,
  orderFilterFields,
  orderFilterQuery,
  readOrderFilters,
  withStart,
} from "./order-filters.ts";
import { hrefOf } from "#shared/routing/routes.ts";

const noon = { day: "2026-11-21", hour: 12 };
const read = (query: string) => readOrderFilters(new URLSearchParams(query));

describe("the filters of the order list", () => {
  it("[ORD-2] contain all outlets of an address, even more than the server accepts", () => {
    const areaId = Array.from({ length: 120 }, (_, n) => `outlet-${n}`);
    expect(read(areaId.map((id) => `areaId=${id}`).join("&")).areaId).toEqual(areaId);
  });

  it("[ORD-2] are restored from the address", () => {
    const query =
      "orderStatus=failed&orderStatus=refunded&payType=coin&orderType=coin&deviceId=MC100001&areaId=a&areaId=b&startDate=2026-11-01&endDate=2026-11-21";
    const filters = read(query);
    expect(filters).toEqual({
      orderStatus: ["failed", "refunded"],
      payType: ["coin"],
      orderType: ["coin"],
      deviceId: "MC100001",
      areaId: ["a", "b"],
      exceptAreaId: [],
      startDate: "2026-11-01",
      endDate: "2026-11-21",
      hour: null,
    });
    expect(hrefOf("orders", orderFilterQuery(filters))).toBe(`/pages/order/order?${query}`);
    expect(isOrderFiltered(filters)).toBe(true);
  });

  it("[ORD-2] [CHART-1] contain an hour only if they select a single day", () => {
    const day = "startDate=2026-11-21&endDate=2026-11-21";
    const filters = read(`${day}&hour=0`);
    expect(orderFilterFields(filters)).toEqual({ startDate: "2026-11-21", endDate: "2026-11-21", hour: 0 });
    expect(hrefOf("orders", orderFilterQuery(filters))).toBe(`/pages/order/order?${day}&hour=0`);
    for (const query of [
      "hour=3",
      "startDate=2026-11-21&hour=3",
      "startDate=2026-11-20&endDate=2026-11-21&hour=3",
    ])
      expect(read(query).hour, query).toBeNull();
    for (const hour of ["25", "-1", "1.5", "noon", "03", ""])
      expect(read(`${day}&hour=${hour}`).hour, hour).toBeNull();
  });

  it("[DET-2] detect an end date before the start date", () => {
    expect(areDaysWrong(read("startDate=2026-11-21&endDate=2026-11-20"))).toBe(true);
    expect(areDaysWrong(read("startDate=2026-11-21&endDate=2026-11-21"))).toBe(false);
    expect(areDaysWrong(read("endDate=2026-11-20"))).toBe(false);
  });

  it("[ORD-2] ignore unknown values of the address", () => {
    const filters = read(
      "orderStatus=lost&payType=&deviceId=+&areaId=&startDate=yesterday&endDate=2026-02-31",
    );
    expect(filters).toEqual(noOrderFilters);
    expect(isOrderFiltered(filters)).toBe(false);
    expect(orderFilterFields(filters)).toEqual({});
    expect(hrefOf("orders", orderFilterQuery(filters))).toBe("/pages/order/order");
  });

  it("[ORD-2] exclude outlets in the address, in requests, and for live events", () => {
    const filters = read("exceptAreaId=a&exceptAreaId=b");
    expect(isOrderFiltered(filters)).toBe(true);
    expect(orderFilterFields(filters)).toEqual({ exceptAreaId: ["a", "b"] });
    expect(hrefOf("orders", orderFilterQuery(filters))).toBe(
      "/pages/order/order?exceptAreaId=a&exceptAreaId=b",
    );
    const orderOf = (areaId: string) => ({ areaId, orderStatus: "paid" }) as OrderRow;
    expect(["a", "b", "c"].map((id) => matchesOrderFilters(orderOf(id), noon, filters))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("[ORD-2] convert a typed device ID to upper case", () => {
    expect(orderFilterFields(read("deviceId=mc100001&orderStatus=paid"))).toEqual({
      deviceId: "MC100001",
      orderStatus: ["paid"],
    });
  });

  it("[ORD-2] match the same orders as the server's filters", () => {
    const order = {
      orderStatus: "running",
      payType: "cash",
      orderType: "counter",
      areaId: "a",
      deviceId: "MC100001",
    } as OrderRow;
    const matches = (query: string) => matchesOrderFilters(order, noon, read(query));
    expect(matches("")).toBe(true);
    expect(matches("orderStatus=running&orderStatus=paid&areaId=a&deviceId=MC100001")).toBe(true);
    for (const other of ["orderStatus=failed", "payType=coin", "orderType=coin", "areaId=b", "deviceId=MC2"])
      expect(matches(other), other).toBe(false);
    expect(matches("startDate=2026-11-21&endDate=2026-11-21")).toBe(true);
    expect(matches("startDate=2026-11-22")).toBe(false);
    expect(matches("endDate=2026-11-20")).toBe(false);
    const day = "startDate=2026-11-21&endDate=2026-11-21";
    expect([11, 12, 13].map((hour) => matches(`${day}&hour=${hour}`))).toEqual([false, true, false]);
  });
});

it("[ORD-1] keeps the other filters when the list begins with another day, and the first day unless it is later", () => {
  const filters = {
    ...noOrderFilters,
    deviceId: "MC1000",
    startDate: "2026-03-01",
    endDate: "2026-03-01",
    hour: "4",
  };
  expect(withStart(filters, "2026-03-05")).toEqual({ ...filters, endDate: "2026-03-05", hour: null });
  expect(withStart(filters, "2026-02-05")).toEqual({
    ...filters,
    startDate: null,
    endDate: "2026-02-05",
    hour: null,
  });
});
