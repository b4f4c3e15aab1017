import { describe, expect, it } from "vitest";
import type { DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { modelOf } from "./chart-model.ts";
import { createChartLabels } from "./chart-labels.ts";

const hour = 3_600_000;
const manila: DisplayZone = { kind: "device", offsetMinutes: 480, name: "Asia/Manila" };
const kathmandu: DisplayZone = { kind: "account", name: "Asia/Kathmandu" };
const iso = (at: number) => new Date(at).toISOString();

function labelsOf(
  {
    from,
    to,
    unit,
    points,
  }: { from: number; to: number; unit: "day" | "hour"; points: { at: string; earlier: null }[] },
  zone: DisplayZone,
  language: "en_US" | "id_ID" | "zh_CN",
) {
  const before = from - (to - from);
  const earlier = { from: iso(before), to: iso(from), until: iso(before + 10.5 * hour) };
  const reply = { from: iso(from), to: iso(to), unit, earlier };
  return createChartLabels(modelOf(reply, { points, earlierTotal: 0 }, [], from), zone, language);
}

function labels(
  midnight: string,
  days: number,
  unit: "day" | "hour",
  zone: DisplayZone,
  language: "en_US" | "id_ID" | "zh_CN",
) {
  const from = Date.parse(midnight);
  const width = unit === "day" ? 24 * hour : hour;
  const points = Array.from({ length: (days * 24 * hour) / width }, (_, index) => ({
    at: iso(from + index * width),
    earlier: null,
  }));
  return labelsOf({ from, to: from + days * 24 * hour, unit, points }, zone, language);
}

function hourly(midnight: string, count: number, name: string) {
  const from = Date.parse(midnight);
  const points = Array.from({ length: count }, (_, index) => ({
    at: iso(from + index * hour),
    earlier: null,
  }));
  return labelsOf(
    { from, to: from + count * hour, unit: "hour", points },
    { kind: "account", name },
    "en_US",
  );
}

describe("the labels of a chart", () => {
  it("[TRUE-1] name the day of the earlier range with which a point is compared", () => {
    const week = labels("2026-11-14T16:00:00.000Z", 7, "day", manila, "en_US");
    expect(week.beforePoint(2)).toBe("Tue, Nov 10");
    const hours = labels("2026-11-14T16:00:00.000Z", 7, "hour", manila, "en_US");
    expect(hours.beforePoint(2 * 24 + 23)).toBe("Tue, Nov 10");
    const today = labels("2026-11-20T16:00:00.000Z", 1, "hour", manila, "en_US");
    expect(today.beforePoint(14)).toBe("Fri, Nov 20");
  });

  it("[CHART-1] show the hours of a day in the selected time zone", () => {
    const today = labels("2026-11-20T16:00:00.000Z", 1, "hour", manila, "en_US");
    expect(today.point(14)).toBe("14:00 – 15:00");
    expect(today.point(23)).toBe("23:00 – 24:00");
    expect(today.span()).toBe("Saturday, November 21");
    expect(today.ticks().map(({ at, lines }) => [at, lines[0]])).toEqual([
      [0, "00:00"],
      [6, "06:00"],
      [12, "12:00"],
      [18, "18:00"],
      [24, "24:00"],
    ]);
  });

  it("[CHART-1] show the days of a zone whose UTC offset includes 45 minutes", () => {
    const week = labels("2026-11-14T18:15:00.000Z", 7, "day", kathmandu, "id_ID");
    expect(week.point(0)).toBe("Minggu, 15 November");
    expect(week.ticks().map(({ lines }) => lines.join(" "))).toEqual([
      "Min 15",
      "Sen 16",
      "Sel 17",
      "Rab 18",
      "Kam 19",
      "Jum 20",
      "Sab 21",
    ]);
  });

  it("[TRUE-1] name the days with which a range is compared, and until when", () => {
    expect(labels("2026-11-20T16:00:00.000Z", 1, "hour", manila, "en_US").before()).toEqual({
      days: "Fri, Nov 20",
      until: "10:30",
    });
    const week = labels("2026-11-14T16:00:00.000Z", 7, "day", manila, "en_US");
    expect(week.before()).toEqual({ days: "Nov 8 – Nov 8", until: "10:30" });
  });

  it("[CHART-1] place each hour of several days in the row of its day and the column of its clock time", () => {
    const rows = labels("2026-11-14T16:00:00.000Z", 7, "hour", manila, "zh_CN").heatRows();
    expect(rows).toHaveLength(7);
    expect(rows[0]).toMatchObject({ key: "2026-11-15", label: "周日 15日" });
    expect(rows[1]?.points).toEqual(Array.from({ length: 24 }, (_, clock) => 24 + clock));
  });

  it("[CHART-1] name the time of each tick on a day of 25 hours", () => {
    const day = hourly("2026-10-24T22:00:00.000Z", 25, "Europe/Berlin");
    expect(day.ticks().map(({ at, lines }) => [at, lines[0]])).toEqual([
      [0, "00:00"],
      [6, "05:00"],
      [12, "11:00"],
      [18, "17:00"],
      [24, "23:00"],
    ]);
  });

  it.each([
    ["no midnight", "America/Santiago", "2026-09-05T04:00:00.000Z", 71, "2026-09-06", [null, 24, 25]],
    ["an hour twice", "Europe/Berlin", "2026-10-24T22:00:00.000Z", 25, "2026-10-25", [0, 1, 2, 4, 5]],
  ])("[CHART-1] show the hours of a day with %s once each", (_, name, midnight, count, day, points) => {
    const row = hourly(midnight, count, name)
      .heatRows()
      .find(({ key }) => key === day);
    expect(row?.points.slice(0, points.length)).toEqual(points);
  });
});
