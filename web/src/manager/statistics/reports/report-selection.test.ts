import { describe, expect, it } from "vitest";
import { allOutlets, onlyOutlet } from "./named-outlets.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import {
  viewOf,
  parentSelection,
  childSelection,
  selectionQuery,
  readSelection,
  type ReportSelection,
} from "./report-selection.ts";

const read = (search: string): ReportSelection => readSelection(new URLSearchParams(search));
const again = (selection: ReportSelection): ReportSelection =>
  readSelection(new URL(hrefOf("details", selectionQuery(selection)), "https://reposo.example").searchParams);

describe("a selection of the details page", () => {
  it("[DET-1] is restored from the address", () => {
    for (const search of [
      "",
      "range=thisYear&areaId=a&areaId=b&sort=orders&order=asc",
      "range=custom&startDate=2026-01-01&endDate=2026-01-31&areaId=a",
      "range=custom&startDate=2026-01-01&endDate=2026-01-01&hour=14&channel=cash",
      "areaId=a&deviceId=MC1&channel=cash&currency=MYR",
      "rows=entries&currency=PHP",
      "areaId=a&rows=accounts",
      "accountId=x&currency=PHP",
      "exceptAreaId=a&exceptAreaId=b&channel=cash",
    ]) {
      const selection = read(search);
      expect(again(selection)).toEqual(selection);
    }
  });

  it("[DET-1] treats unknown values as missing, and a missing range as today", () => {
    const selection = read("range=lastDecade&channel=free&currency=GBP&areaId=&sort=&areaId=a&areaId=a");
    expect(selection).toMatchObject({
      channel: null,
      currency: null,
      outlets: onlyOutlet("a"),
      sort: "total",
    });
    expect(selection.period.range).toBe("today");
    expect(hrefOf("details", selectionQuery(read("startDate=2026-01-01")))).toBe("/pages/details/details");
  });

  it("[DET-1] [CHART-1] contains an hour only for a custom range of one day", () => {
    const hourOf = (search: string) => read(`${search}&hour=14`).period.hour;
    expect(hourOf("range=custom&startDate=2026-01-01&endDate=2026-01-01")).toBe("14");
    expect(hourOf("range=custom&startDate=2026-01-01&endDate=2026-01-02")).toBeNull();
    expect(hourOf("range=today&startDate=2026-01-01&endDate=2026-01-01")).toBeNull();
    expect(hourOf("range=custom")).toBeNull();
  });

  it.each([
    ["", "outlets"],
    ["areaId=a&areaId=b", "outlets"],
    ["exceptAreaId=a", "outlets"],
    ["areaId=a", "devices"],
    ["areaId=a&deviceId=MC1", "entries"],
    ["channel=online", "entries"],
    ["rows=entries", "entries"],
    ["rows=accounts", "accounts"],
    ["areaId=a&rows=accounts", "accounts"],
    ["accountId=x&currency=PHP", "entries"],
  ])("[DET-1] shows for the address %j the view %s", (search, view) => {
    expect(viewOf(read(search))).toBe(view);
  });

  it("[DET-3] links from an account to its transactions, and back to the accounts and the outlet", () => {
    const accounts = read("range=yesterday&areaId=a&rows=accounts");
    const movements = again(childSelection(accounts, { accountId: "x", currency: "PHP" }));
    expect(viewOf(movements)).toBe("entries");
    const above = parentSelection(movements, 2);
    expect(above).toEqual(accounts);
    expect(above && parentSelection(above, 2)).toEqual(read("range=yesterday&areaId=a"));
  });

  it("[DET-1] links from a figure to its rows and back to the parent view", () => {
    const top = read("range=thisWeek&sort=orders&order=asc");
    const outlet = childSelection(top, { outlets: onlyOutlet("a") });
    const device = childSelection(outlet, { deviceId: "MC1", channel: "cash", currency: "PHP" });
    expect([outlet, device].map(viewOf)).toEqual(["devices", "entries"]);
    expect(outlet).toMatchObject({ sort: "total", ascending: false, period: top.period });
    expect(parentSelection(device, 2)).toEqual(outlet);
    expect(parentSelection(outlet, 2)).toMatchObject({ outlets: allOutlets, period: top.period });
    expect(parentSelection(outlet, 1)).toBeNull();
    expect(parentSelection(top, 2)).toBeNull();
  });
});
