import { describe, expect, it } from "vitest";
import { formatQuietHours, parseQuietHours, type QuietHours, quietUntil } from "./quiet-hours-rules.ts";

const night = parseQuietHours("22:00", "07:00");
const until = (at: string, zone: string, quiet: QuietHours | null = night) =>
  quietUntil(new Date(at), quiet, zone)?.toISOString() ?? null;

describe("[ALERT-4] quiet hours", () => {
  it.each([
    ["21:59 in Manila", "2026-11-23T13:59:59Z", "Asia/Manila", null],
    ["22:00 in Manila", "2026-11-23T14:00:00Z", "Asia/Manila", "2026-11-23T23:00:00.000Z"],
    ["midnight in Manila", "2026-11-23T16:00:00Z", "Asia/Manila", "2026-11-23T23:00:00.000Z"],
    ["06:59 in Manila", "2026-11-23T22:59:59Z", "Asia/Manila", "2026-11-23T23:00:00.000Z"],
    ["07:00 in Manila", "2026-11-23T23:00:00Z", "Asia/Manila", null],
    ["22:00 in Manila is 21:00 in Jakarta", "2026-11-23T14:00:00Z", "Asia/Jakarta", null],
    ["22:00 in Jakarta", "2026-11-23T15:00:00Z", "Asia/Jakarta", "2026-11-24T00:00:00.000Z"],
    [
      "in Berlin in the night in which daylight saving time begins",
      "2026-03-28T22:30:00Z",
      "Europe/Berlin",
      "2026-03-29T05:00:00.000Z",
    ],
    [
      "in Berlin in the night in which daylight saving time ends",
      "2026-10-24T22:30:00Z",
      "Europe/Berlin",
      "2026-10-25T06:00:00.000Z",
    ],
  ])("end at the right time: %s", (_, at, zone, end) => {
    expect(until(at, zone)).toBe(end);
  });

  it("end on the same day if they do not span midnight", () => {
    const middayBreak = parseQuietHours("13:00", "14:30");
    expect(until("2026-11-23T05:00:00Z", "Asia/Manila", middayBreak)).toBe("2026-11-23T06:30:00.000Z");
    expect(until("2026-11-23T06:30:00Z", "Asia/Manila", middayBreak)).toBeNull();
    expect(until("2026-11-23T04:59:59Z", "Asia/Manila", middayBreak)).toBeNull();
  });

  it("end with the time change that skips their end", () => {
    const quiet = parseQuietHours("00:00", "02:30");
    // 02:00 becomes 03:00 at 01:00 UTC.
    expect(until("2026-03-29T00:30:00Z", "Europe/Berlin", quiet)).toBe("2026-03-29T01:00:00.000Z");
    expect(until("2026-03-29T01:00:00Z", "Europe/Berlin", quiet)).toBeNull();
  });

  it("end at the next occurrence of an end that a time change repeats", () => {
    const quiet = parseQuietHours("00:00", "02:30");
    // 03:00 becomes 02:00 at 01:00 UTC.
    expect(until("2026-10-25T00:15:00Z", "Europe/Berlin", quiet)).toBe("2026-10-25T00:30:00.000Z");
    expect(until("2026-10-25T00:45:00Z", "Europe/Berlin", quiet)).toBeNull();
    expect(until("2026-10-25T01:15:00Z", "Europe/Berlin", quiet)).toBe("2026-10-25T01:30:00.000Z");
  });

  it("end after the given time, at every quarter-hour of a year in time zones with time changes", () => {
    for (const zone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
      for (const quiet of [night, parseQuietHours("01:15", "02:15")])
        for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 45 * 60_000) {
          const end = quietUntil(new Date(at), quiet, zone);
          if (end !== null) {
            expect(end.getTime()).toBeGreaterThan(at);
            expect(end.getTime() - at).toBeLessThanOrEqual(11 * 3_600_000);
          }
        }
  });

  it("do not apply if none are set", () => {
    expect(until("2026-11-23T16:00:00Z", "Asia/Manila", null)).toBeNull();
    expect(formatQuietHours(null)).toEqual({ quietFrom: null, quietTo: null });
    expect(formatQuietHours(parseQuietHours("00:05", "23:59"))).toEqual({
      quietFrom: "00:05",
      quietTo: "23:59",
    });
  });
});

it("[ALERT-4] does not postpone a notification of an outlet whose time zone has no computable hours", () => {
  expect(until("2026-11-23T16:00:00Z", "PST")).toBeNull();
});
