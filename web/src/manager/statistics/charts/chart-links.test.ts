import { describe, expect, it } from "vitest";
import type { DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { incomeRowsHref, orderRowsHref } from "./chart-links.ts";

const hourMs = 3_600_000;
const manila: DisplayZone = { kind: "device", offsetMinutes: 480, name: "Asia/Manila" };
const berlin: DisplayZone = { kind: "account", name: "Europe/Berlin" };
const midnight = Date.parse("2026-11-21T16:00:00Z");
const queryOf = (href: string) => new URL(href, "https://reposo.example").search;

describe("the links from a chart", () => {
  it("[CHART-1] [DET-1] open the rows of whole days for a point or range in days", () => {
    const income = incomeRowsHref(manila, "PHP");
    expect(income(midnight - 6 * 24 * hourMs, midnight + 24 * hourMs)(null)).toBe(
      "/pages/details/details?range=custom&startDate=2026-11-16&endDate=2026-11-22&currency=PHP",
    );
    expect(queryOf(income(midnight, midnight + 24 * hourMs)("cash"))).toBe(
      "?range=custom&startDate=2026-11-22&endDate=2026-11-22&currency=PHP&channel=cash",
    );
  });

  it("[CHART-1] [DET-1] open the rows of one hour of a day for a point of one hour", () => {
    for (const hour of [0, 14, 23]) {
      const from = midnight + hour * hourMs;
      expect(queryOf(incomeRowsHref(manila, "PHP")(from, from + hourMs)("online"))).toBe(
        `?range=custom&startDate=2026-11-22&endDate=2026-11-22&hour=${hour}&currency=PHP&channel=online`,
      );
    }
  });

  it("[CHART-1] [DAY-1] distinguish all 25 hours of a day on which daylight saving time ends", () => {
    const start = Date.parse("2026-10-24T22:00:00Z");
    const hours = Array.from({ length: 25 }, (_, index) => {
      const from = start + index * hourMs;
      const query = new URLSearchParams(queryOf(incomeRowsHref(berlin, "PHP")(from, from + hourMs)(null)));
      return `${query.get("startDate")} ${query.get("hour")}`;
    });
    expect(hours).toEqual(Array.from({ length: 25 }, (_, index) => `2026-10-25 ${index}`));
    // Lord Howe Island changes its clocks by 30 minutes, so this day has a last half-hour with the index 24.
    const lordHowe: DisplayZone = { kind: "account", name: "Australia/Lord_Howe" };
    const end = Date.parse("2026-04-05T13:30:00Z");
    expect(queryOf(incomeRowsHref(lordHowe, "PHP")(end - hourMs / 2, end)(null))).toContain("hour=24");
  });

  it("[CHART-1] [ORD-2] open the normal orders with the payment types of the selected part", () => {
    const orders = orderRowsHref(manila)(midnight + 14 * hourMs, midnight + 15 * hourMs);
    const normal = "orderStatus=paid&orderStatus=starting&orderStatus=running&orderStatus=completed";
    const hour = "startDate=2026-11-22&endDate=2026-11-22&hour=14";
    expect(queryOf(orders(null))).toBe(`?${normal}&${hour}`);
    expect(queryOf(orders("cash"))).toBe(`?${normal}&${hour}&payType=cash&payType=coin&payType=cashCoupon`);
  });
});
