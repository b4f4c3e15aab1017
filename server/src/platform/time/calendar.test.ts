import { describe, expect, it } from "vitest";
import {
  calendarPeriods,
  calendarRange,
  splitIntoDays,
  dayUntilSameTime,
  daysRange,
  hourOfDay,
  offsetZone,
} from "./calendar.ts";

const hours = (range: { from: Date; to: Date }) => (range.to.getTime() - range.from.getTime()) / 3_600_000;

describe("calendar periods", () => {
  it("[DAY-1] begins days in the caller's time zone, not in UTC", () => {
    const at = new Date("2026-11-20T17:30:00.000Z");
    expect(calendarRange("today", at, "+08:00")).toEqual({
      from: new Date("2026-11-20T16:00:00.000Z"),
      to: new Date("2026-11-21T16:00:00.000Z"),
    });
    expect(calendarRange("today", at, "-03:30").from).toEqual(new Date("2026-11-20T03:30:00.000Z"));
  });

  it("[DAY-1] begins weeks on Monday, even for a Sunday and across a year's end", () => {
    expect(calendarRange("thisWeek", new Date("2026-11-22T12:00:00Z"), "+00:00").from).toEqual(
      new Date("2026-11-16T00:00:00Z"),
    );
    expect(calendarRange("thisWeek", new Date("2027-01-01T12:00:00Z"), "+00:00").from).toEqual(
      new Date("2026-12-28T00:00:00Z"),
    );
  });

  it("[DAY-1] leaves no gap and no overlap, for any offset of the header and every quarter-hour of a leap day", () => {
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
          if (period !== "yesterday" && period !== "lastMonth")
            expect(range.from <= at && at < range.to).toBe(true);
          expect(range.from.getTime() % 900_000).toBe(0);
        }
      }
    }
  });

  it("[DAY-1] follows clock changes of a named time zone", () => {
    expect(hours(calendarRange("today", new Date("2026-03-29T12:00:00Z"), "Europe/Berlin"))).toBe(23);
  });
});

describe("days of a report and of the charts", () => {
  it("[DAY-1] [DET-1] includes both days of a range completely", () => {
    const [first, last] = ["2026-02-28", "2026-03-01"].map((text) => Temporal.PlainDate.from(text));
    expect(daysRange(first as Temporal.PlainDate, last as Temporal.PlainDate, "+08:00")).toEqual({
      from: new Date("2026-02-27T16:00:00Z"),
      to: new Date("2026-03-01T16:00:00Z"),
    });
  });

  it("[DAY-1] [CHART-1] splits days into hours without gaps, for every offset of the header", () => {
    const at = new Date("2026-11-21T12:34:56Z");
    for (let minutes = -720; minutes <= 840; minutes += 15) {
      const { range, starts } = splitIntoDays(7, "hour", at, offsetZone(minutes));
      expect(starts).toHaveLength(168);
      expect(starts[0]).toEqual(range.from);
      expect(splitIntoDays(7, "day", at, offsetZone(minutes)).starts).toEqual(
        starts.filter((_, i) => i % 24 === 0),
      );
      expect(range.to).toEqual(calendarRange("today", at, offsetZone(minutes)).to);
    }
  });

  it.each([
    ["Europe/Berlin", "2026-03-29T12:00:00Z", 23],
    ["Europe/Berlin", "2026-10-25T12:00:00Z", 25],
    ["America/New_York", "2026-11-01T12:00:00Z", 25],
    // The clocks change by half an hour, so the last point covers only 30 minutes.
    ["Australia/Lord_Howe", "2026-10-03T23:00:00Z", 24],
    ["Asia/Kathmandu", "2026-03-29T12:00:00Z", 24],
  ])("[DAY-1] [CHART-1] on the day when clocks change in %s (%s) there are %i points", (zone, at, points) => {
    const { range, starts } = splitIntoDays(1, "hour", new Date(at), zone);
    expect(starts).toHaveLength(points);
    expect(Math.ceil(hours(range))).toBe(points);
    for (const start of starts) expect(start.getTime() % 900_000).toBe(0);
  });
});

describe("one hour of a day", () => {
  const date = (text: string) => Temporal.PlainDate.from(text);

  it.each([
    ["Asia/Kathmandu", "2026-03-29"],
    ["Europe/Berlin", "2026-03-29"],
    ["Europe/Berlin", "2026-10-25"],
    ["Africa/Cairo", "2026-04-24"],
    ["Australia/Lord_Howe", "2026-04-05"],
    ["Australia/Lord_Howe", "2026-10-04"],
    ["+05:45", "2026-11-21"],
  ])(
    "[DAY-1] [CHART-1] equals the point of the charts, until the end of the day, in %s on %s",
    (zone, day) => {
      const { starts, range } = splitIntoDays(
        1,
        "hour",
        new Date(daysRange(date(day), date(day), zone).from),
        zone,
      );
      for (const [hour, from] of starts.entries())
        expect(hourOfDay(date(day), hour, zone)).toEqual({ from, to: starts[hour + 1] ?? range.to });
      expect(hourOfDay(date(day), starts.length, zone)).toBeNull();
    },
  );

  it("[DAY-1] is counted from the start of the day, not read from the clock, on days when clocks change", () => {
    const from = (day: string, hour: number) =>
      hourOfDay(date(day), hour, "Europe/Berlin")?.from.toISOString();
    // Two o'clock is skipped in March and occurs twice in October.
    expect([1, 2].map((hour) => from("2026-03-29", hour))).toEqual([
      "2026-03-29T00:00:00.000Z",
      "2026-03-29T01:00:00.000Z",
    ]);
    expect([2, 3, 4].map((hour) => from("2026-10-25", hour))).toEqual([
      "2026-10-25T00:00:00.000Z",
      "2026-10-25T01:00:00.000Z",
      "2026-10-25T02:00:00.000Z",
    ]);
  });
});

describe("a day until the same time", () => {
  const until = (days: number, at: string, zone: string) => dayUntilSameTime(days, new Date(at), zone);

  it("[HOME-1] is the range from the start of that day until the same local time", () => {
    expect(until(1, "2026-11-21T06:41:30Z", "Asia/Manila")).toEqual({
      from: new Date("2026-11-19T16:00:00Z"),
      to: new Date("2026-11-20T06:41:30Z"),
    });
    expect(until(7, "2026-11-21T06:41:30Z", "+05:45").to).toEqual(new Date("2026-11-14T06:41:30Z"));
    expect(until(0, "2026-11-21T06:41:30.123Z", "Asia/Manila").to).toEqual(
      new Date("2026-11-21T06:41:30.123Z"),
    );
  });

  it("[DAY-1] [HOME-1] respects clock changes between the two days", () => {
    // Berlin leaves summer time on 25 October: 09:00 is 08:00 UTC afterwards, and was 07:00 UTC before.
    expect(until(7, "2026-10-26T08:00:00Z", "Europe/Berlin").to).toEqual(new Date("2026-10-19T07:00:00Z"));
    // 02:30 does not exist on the earlier day, so the range ends when the clocks are set forward.
    expect(until(1, "2026-03-30T00:30:00Z", "Europe/Berlin").to).toEqual(new Date("2026-03-29T01:00:00Z"));
    // Cairo skips midnight on that day, so the range is empty.
    const cairo = until(1, "2026-04-24T21:30:00Z", "Africa/Cairo");
    expect(cairo.to).toEqual(cairo.from);
  });
});
