import { describe, expect, it } from "vitest";
import { calendarPeriods, calendarRange, offsetZone } from "./calendar.ts";

const hours = (range: { from: Date; to: Date }) => (range.to.getTime() - range.from.getTime()) / 3_600_000;

describe("calendar periods", () => {
  it("[DAY-1] cuts the day in the caller's zone, not in UTC", () => {
    const at = new Date("2026-11-20T17:30:00.000Z");
    expect(calendarRange("today", at, "+08:00")).toEqual({
      from: new Date("2026-11-20T16:00:00.000Z"),
      to: new Date("2026-11-21T16:00:00.000Z"),
    });
    expect(calendarRange("today", at, "-03:30").from).toEqual(new Date("2026-11-20T03:30:00.000Z"));
  });

  it("[DAY-1] begins weeks on Monday, also on a Sunday and across a year's end", () => {
    expect(calendarRange("thisWeek", new Date("2026-11-22T12:00:00Z"), "+00:00").from).toEqual(
      new Date("2026-11-16T00:00:00Z"),
    );
    expect(calendarRange("thisWeek", new Date("2027-01-01T12:00:00Z"), "+00:00").from).toEqual(
      new Date("2026-12-28T00:00:00Z"),
    );
  });

  it("[DAY-1] leaves no gap and no overlap in any zone of the header, on every quarter of an hour of a leap day", () => {
    for (let minutes = -720; minutes <= 840; minutes += 15) {
      const zone = offsetZone(minutes);
      for (const at of ["2028-02-29T00:00:00Z", "2028-02-29T23:45:00Z", "2028-12-31T23:59:59.999Z"].map(
        (t) => new Date(t),
      )) {
        const today = calendarRange("today", at, zone);
        expect(hours(today)).toBe(24);
        expect(calendarRange("yesterday", at, zone).to).toEqual(today.from);
        for (const period of calendarPeriods) {
          const range = calendarRange(period, at, zone);
          if (period !== "yesterday") expect(range.from <= at && at < range.to).toBe(true);
          expect(range.from.getTime() % 900_000).toBe(0);
        }
      }
    }
  });

  it("[DAY-1] follows a named zone through a change of clocks", () => {
    expect(hours(calendarRange("today", new Date("2026-03-29T12:00:00Z"), "Europe/Berlin"))).toBe(23);
  });
});
