import { describe, expect, it } from "vitest";
import { allOutlets, onlyOutlet } from "./named-outlets.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { levelOf, placeAbove, placeBelow, placeQuery, readPlace, type ReportPlace } from "./report-place.ts";

const read = (search: string): ReportPlace => readPlace(new URLSearchParams(search));
const again = (place: ReportPlace): ReportPlace =>
  readPlace(new URL(hrefOf("details", placeQuery(place)), "https://reposo.example").searchParams);

describe("a place in the details", () => {
  it("[DET-1] comes back from the address as it went into it", () => {
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
      const place = read(search);
      expect(again(place)).toEqual(place);
    }
  });

  it("[DET-1] reads what is unknown as not given, and today where no range is", () => {
    const place = read("range=lastDecade&channel=free&currency=GBP&areaId=&sort=&areaId=a&areaId=a");
    expect(place).toMatchObject({ channel: null, currency: null, outlets: onlyOutlet("a"), sort: "total" });
    expect(place.period.range).toBe("today");
    expect(hrefOf("details", placeQuery(read("startDate=2026-01-01")))).toBe("/pages/details/details");
  });

  it("[DET-1] [CHART-1] holds an hour of one custom day only", () => {
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
  ])("[DET-1] shows at %j the %s", (search, level) => {
    expect(levelOf(read(search))).toBe(level);
  });

  it("[DET-3] leads from an account to its movements, and up to the accounts and the outlet", () => {
    const accounts = read("range=yesterday&areaId=a&rows=accounts");
    const movements = again(placeBelow(accounts, { accountId: "x", currency: "PHP" }));
    expect(levelOf(movements)).toBe("entries");
    const above = placeAbove(movements, 2);
    expect(above).toEqual(accounts);
    expect(above && placeAbove(above, 2)).toEqual(read("range=yesterday&areaId=a"));
  });

  it("[DET-1] leads from a figure to its rows and up again, a level at a time", () => {
    const top = read("range=thisWeek&sort=orders&order=asc");
    const outlet = placeBelow(top, { outlets: onlyOutlet("a") });
    const device = placeBelow(outlet, { deviceId: "MC1", channel: "cash", currency: "PHP" });
    expect([outlet, device].map(levelOf)).toEqual(["devices", "entries"]);
    expect(outlet).toMatchObject({ sort: "total", ascending: false, period: top.period });
    expect(placeAbove(device, 2)).toEqual(outlet);
    expect(placeAbove(outlet, 2)).toMatchObject({ outlets: allOutlets, period: top.period });
    expect(placeAbove(outlet, 1)).toBeNull();
    expect(placeAbove(top, 2)).toBeNull();
  });
});
