import { describe, expect, it } from "vitest";
import { onlyOutlet } from "./named-outlets.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { readSelection } from "./report-selection.ts";
import {
  entriesRequest,
  exportQuery,
  ordersQuery,
  outletRequest,
  overviewRequest,
} from "./report-requests.ts";

const read = (search: string) => readSelection(new URLSearchParams(search));

describe("the requests of the details page", () => {
  it("[DET-2] contain no outlets if all are selected, and dates only for a custom range", () => {
    expect(overviewRequest(read("range=thisWeek&startDate=2026-01-01"))).toEqual({ range: "thisWeek" });
    expect(outletRequest(read("range=custom&startDate=2026-01-01&endDate=2026-01-02"), "a")).toEqual({
      range: "custom",
      startDate: "2026-01-01",
      endDate: "2026-01-02",
      areaId: "a",
    });
  });

  it("[DET-1] select the transactions of exactly the selected figure, twenty per page", () => {
    const selection = read("range=today&areaId=a&deviceId=MC1&channel=cash&currency=PHP");
    expect(entriesRequest(selection)).toEqual({
      range: "today",
      areaId: ["a"],
      deviceId: "MC1",
      channel: "cash",
      currency: "PHP",
      limit: 20,
    });
  });

  it("select for an export exactly what the screen shows", () => {
    const selection = read("range=thisMonth&areaId=a&areaId=b&channel=online&currency=PHP");
    expect(exportQuery(selection, "entries").toString()).toBe(
      "range=thisMonth&areaId=a&areaId=b&channel=online&currency=PHP&rows=entries",
    );
    expect(exportQuery(selection, "outlets").toString()).toBe(
      "range=thisMonth&areaId=a&areaId=b&sort=total&order=desc&firstCurrency=PHP&rows=outlets",
    );
    expect(exportQuery(selection, "devices").toString()).toBe(
      "range=thisMonth&areaId=a&areaId=b&sort=total&order=desc&currency=PHP&rows=devices",
    );
  });

  it("[DET-1] sort exported rows like the screen", () => {
    const sorting = (search: string) => {
      const query = exportQuery(read(search), "outlets");
      return [query.get("sort"), query.get("order")];
    };
    expect(sorting("sort=name&order=asc")).toEqual(["name", "asc"]);
    expect(sorting("sort=ordersPerDevice")).toEqual(["ordersPerDevice", "desc"]);
    expect(sorting("sort=nonsense&order=asc")).toEqual(["total", "asc"]);
  });

  it("[DET-1] [CHART-1] select one hour of a day for figures, transactions, exports, and orders", () => {
    const selection = read("range=custom&startDate=2026-01-01&endDate=2026-01-01&hour=0");
    const hour = { range: "custom", startDate: "2026-01-01", endDate: "2026-01-01", hour: 0 };
    expect(overviewRequest(selection)).toEqual(hour);
    expect(outletRequest(selection, "a")).toEqual({ ...hour, areaId: "a" });
    expect(entriesRequest(selection)).toEqual({ ...hour, limit: 20 });
    expect(exportQuery(selection, "entries").toString()).toBe(
      "range=custom&startDate=2026-01-01&endDate=2026-01-01&hour=0&rows=entries",
    );
    const { startDate, endDate } = hour;
    expect(hrefOf("orders", ordersQuery({ startDate, endDate, hour: "0" }, selection.outlets))).toContain(
      "&hour=0&",
    );
  });

  it("[DET-1] [DET-2] exclude outlets from figures, transactions, exports, and orders", () => {
    const selection = read("range=today&exceptAreaId=a&exceptAreaId=b&channel=cash");
    const exceptAreaId = ["a", "b"];
    expect(overviewRequest(selection)).toEqual({ range: "today", exceptAreaId });
    expect(entriesRequest(selection)).toEqual({
      range: "today",
      exceptAreaId,
      channel: "cash",
      limit: 20,
    });
    for (const rows of ["outlets", "entries"] as const)
      expect(exportQuery(selection, rows).toString()).toContain("exceptAreaId=a&exceptAreaId=b");
    const days = { startDate: "2026-11-16", endDate: "2026-11-22" };
    expect(hrefOf("orders", ordersQuery(days, selection.outlets))).toContain(
      "?exceptAreaId=a&exceptAreaId=b&",
    );
  });

  it("[DET-1] link a count of orders to a list of the same days, outlets, and statuses", () => {
    const days = { startDate: "2026-11-16", endDate: "2026-11-22" };
    expect(hrefOf("orders", ordersQuery(days, onlyOutlet("a"), "MC1"))).toBe(
      "/pages/order/order?areaId=a&deviceId=MC1&startDate=2026-11-16&endDate=2026-11-22" +
        "&orderStatus=paid&orderStatus=starting&orderStatus=running&orderStatus=completed",
    );
  });
});
