import { describe, expect, it } from "vitest";
import { type DisplayZone, dayAndHour, hourName, momentInZone } from "./display-zone.ts";

const account = (name: string): DisplayZone => ({ kind: "account", name });
const device = (offsetMinutes: number): DisplayZone => ({ kind: "device", offsetMinutes, name: "" });
const hourOf = (at: string, zone: DisplayZone) => {
  const { day, hour } = dayAndHour(Date.parse(at), zone);
  return `${day} ${hour}`;
};

describe("an hour of a day", () => {
  it.each([
    [device(480), "2026-11-21T16:00:00.000Z", "2026-11-22 0"],
    [device(480), "2026-11-21T15:59:59.999Z", "2026-11-21 23"],
    [device(-720), "2026-11-21T12:30:00.000Z", "2026-11-21 0"],
    [device(840), "2026-11-21T10:00:00.000Z", "2026-11-22 0"],
    [account("Asia/Kathmandu"), "2026-11-21T18:15:00.000Z", "2026-11-22 0"],
    [account("Pacific/Kiritimati"), "2026-11-21T10:00:00.000Z", "2026-11-22 0"],
    [account("America/St_Johns"), "2026-11-21T03:29:00.000Z", "2026-11-20 23"],
    // In Berlin, 02:00 is skipped in March and occurs twice in October.
    [account("Europe/Berlin"), "2026-03-29T01:30:00.000Z", "2026-03-29 2"],
    [account("Europe/Berlin"), "2026-10-25T00:30:00.000Z", "2026-10-25 2"],
    [account("Europe/Berlin"), "2026-10-25T01:30:00.000Z", "2026-10-25 3"],
    [account("Europe/Berlin"), "2026-10-25T22:30:00.000Z", "2026-10-25 24"],
    // In Cairo, clocks go forward at midnight, so the day begins at 01:00.
    [account("Africa/Cairo"), "2026-04-23T22:00:00.000Z", "2026-04-24 0"],
  ] as const)(
    "[DAY-1] [CHART-1] is counted from the beginning of the day: %j at %s",
    (zone, at, expected) => {
      expect(hourOf(at, zone)).toBe(expected);
    },
  );

  it("[DAY-1] [CHART-1] is shown by its clock times", () => {
    const name = (day: string, hour: string, zone: DisplayZone) => hourName(day, hour, zone, "id_ID");
    expect(name("2026-11-22", "14", device(480))).toBe("14:00 – 15:00");
    expect(name("2026-11-22", "23", account("Asia/Kathmandu"))).toBe("23:00 – 24:00");
    expect(name("2026-03-29", "2", account("Europe/Berlin"))).toBe("03:00 – 04:00");
    expect(name("2026-10-25", "3", account("Europe/Berlin"))).toBe("02:00 – 03:00");
    // This day has no 25th hour.
    expect(name("2026-11-20", "24", device(480))).toBe("24:00 – 25:00");
    // On Lord Howe Island, clocks change by half an hour, so the last hour of the day is half an hour long.
    expect(name("2026-04-05", "24", account("Australia/Lord_Howe"))).toBe("23:30 – 24:00");
    expect(name("2026-10-04", "23", account("Australia/Lord_Howe"))).toBe("23:30 – 24:00");
  });
});

it("[CASH-4] [DAY-1] states the year of a moment in another year by the displayed time zone", () => {
  const now = Date.parse("2026-11-28T02:00:00.000Z");
  const shown = (at: string, zone: DisplayZone) => momentInZone(Date.parse(at), zone, "en_US", now);
  expect(shown("2025-12-31T16:30:00.000Z", device(480))).toBe("Jan 1, 00:30");
  expect(shown("2025-12-31T15:30:00.000Z", device(480))).toBe("Dec 31, 2025, 23:30");
  expect(shown("2025-12-31T16:30:00.000Z", account("Europe/Berlin"))).toBe("Dec 31, 2025, 17:30");
});
