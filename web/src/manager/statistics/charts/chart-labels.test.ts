import { describe, expect, it } from "vitest";
import type { DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { modelOf } from "./chart-model.ts";
import { createChartLabels } from "./chart-labels.ts";

const hour = 3_600_000;
const manila: DisplayZone = { kind: "device", offsetMinutes: 480, name: "Asia/Manila" };
const kathmandu: DisplayZone = { kind: "account", name: "Asia/Kathmandu" };
const iso = (at: number) => new Date(at).toISOString();

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
  }));
  const reply = { from: iso(from), to: iso(from + days * 24 * hour), unit };
  return createChartLabels(modelOf(reply, points, [], from), zone, language);
}

function hourly(midnight: string, count: number, name: string) {
  const from = Date.parse(midnight);
  const points = Array.from({ length: count }, (_, index) => ({ at: iso(from + index * hour) }));
  const reply = { from: iso(from), to: iso(from + count * hour), unit: "hour" } as const;
  return createChartLabels(modelOf(reply, points, [], from), { kind: "account", name }, "en_US");
}

describe("the labels of a chart", () => {
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

  it("[CHART-1] centre a day's label on its hours", () => {
    const week = labels("2026-11-14T16:00:00.000Z", 7, "hour", manila, "zh_CN");
    expect(week.ticks().map(({ at }) => at)).toEqual([12, 36, 60, 84, 108, 132, 156]);
    expect(week.row(25)).toContain("01:00");
    expect(week.point(25)).toContain("01:00 – 02:00");
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
    ["no midnight", "America/Santiago", "2026-09-05T04:00:00.000Z", 71, ["Sat 5", "Sun 6", "Mon 7"]],
    ["two midnights", "America/Havana", "2026-10-31T04:00:00.000Z", 73, ["Sat 31", "Sun 1", "Mon 2"]],
  ])("[CHART-1] name each day once if a day has %s", (_, name, midnight, count, days) => {
    expect(
      hourly(midnight, count, name)
        .ticks()
        .map(({ lines }) => lines.join(" ")),
    ).toEqual(days);
  });
});
