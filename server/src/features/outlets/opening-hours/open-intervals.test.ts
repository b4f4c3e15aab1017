import type { OpeningHours } from "@reposo/contract/outlets/opening-hours.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedSeed, sampleOf } from "#test/random-seed.ts";
import { openIntervals, totalMs, within } from "#platform/time/opening-hours.ts";
import { parseOpeningHours } from "./opening-hours-notation-rules.ts";

const minuteMs = 60_000;
const read = (text: string): OpeningHours => {
  const parsed = parseOpeningHours(text);
  if (parsed.kind === "invalid") throw new Error(parsed.problem);
  return parsed.week;
};
const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
const shown = (text: string, timeZone: string, from: string, to: string) =>
  openIntervals({ week: read(text), timeZone }, range(from, to)).map(
    (open) => `${open.from.toISOString().slice(0, 16)} ${open.to.toISOString().slice(0, 16)}`,
  );

describe("[CHAIR-1] the time in which an outlet is open", () => {
  it.each([
    [
      "a mall in Manila",
      ["Mo-Su 10:00-22:00", "Asia/Manila", "2026-11-23T16:00Z", "2026-11-25T03:00Z"],
      ["2026-11-24T02:00 2026-11-24T14:00", "2026-11-25T02:00 2026-11-25T03:00"],
    ],
    [
      "an airport",
      ["24/7", "Asia/Manila", "2026-11-20T16:00Z", "2026-11-25T03:00Z"],
      ["2026-11-20T16:00 2026-11-25T03:00"],
    ],
    [
      "hours past midnight, including those of the evening before the range",
      ["Fr-Su 18:00-02:00", "Asia/Jakarta", "2026-11-20T17:00Z", "2026-11-22T12:00Z"],
      [
        "2026-11-20T17:00 2026-11-20T19:00",
        "2026-11-21T11:00 2026-11-21T19:00",
        "2026-11-22T11:00 2026-11-22T12:00",
      ],
    ],
    [
      "hours past midnight from Sunday to Monday",
      ["Su 22:00-02:00", "Asia/Manila", "2026-11-22T00:00Z", "2026-11-24T00:00Z"],
      ["2026-11-22T14:00 2026-11-22T18:00"],
    ],
    [
      "a closed day and a lunch break",
      ["Mo-Fr 10:00-14:00,16:00-20:00; Th off", "Asia/Manila", "2026-11-25T16:00Z", "2026-11-27T16:00Z"],
      ["2026-11-27T02:00 2026-11-27T06:00", "2026-11-27T08:00 2026-11-27T12:00"],
    ],
    [
      "the night in which daylight saving time begins",
      ["Mo-Su 00:00-04:00", "America/New_York", "2026-03-08T00:00Z", "2026-03-09T00:00Z"],
      ["2026-03-08T05:00 2026-03-08T08:00"],
    ],
    [
      "an opening hour that a time change skips",
      ["Mo-Su 02:00-03:00", "America/New_York", "2026-03-08T00:00Z", "2026-03-09T00:00Z"],
      [],
    ],
    [
      "the night in which daylight saving time ends",
      ["Mo-Su 00:00-04:00", "America/New_York", "2026-11-01T00:00Z", "2026-11-02T00:00Z"],
      ["2026-11-01T04:00 2026-11-01T09:00"],
    ],
    [
      "a day that a time zone skipped",
      ["Fr 10:00-12:00", "Pacific/Apia", "2011-12-29T00:00Z", "2012-01-02T00:00Z"],
      [],
    ],
  ])("is correct for %s", (_name, [text, timeZone, from, to], expected) => {
    expect(shown(text as string, timeZone as string, from as string, to as string)).toEqual(expected);
  });

  const zones = [
    "Asia/Manila",
    "Asia/Jakarta",
    "Asia/Kathmandu",
    "America/New_York",
    "America/Sao_Paulo",
    "Europe/London",
    "Africa/Casablanca",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Kiritimati",
    "UTC",
  ];
  const someWeek = fc
    .array(fc.tuple(fc.nat(10_079), fc.integer({ min: 1, max: 1_440 })), { maxLength: 12 })
    .map((wanted) => {
      const week: { opens: number; closes: number }[][] = Array.from({ length: 7 }, () => []);
      const taken = new Set<number>();
      for (const [start, length] of wanted) {
        const [weekday, opens] = [Math.floor(start / 1_440), start % 1_440];
        const closes = Math.min(opens + length, 2_879);
        const minutes = Array.from({ length: closes - opens }, (_, index) => (start + index) % 10_080);
        if (minutes.some((minute) => taken.has(minute))) continue;
        for (const minute of minutes) taken.add(minute);
        week[weekday]?.push({ opens, closes });
      }
      for (const day of week) day.sort((a, b) => a.opens - b.opens);
      return week;
    });
  /** Returns whether the outlet is open at an instant, computed only from the outlet's local time. */
  const showsOpeningHour = (week: OpeningHours, timeZone: string, at: number): boolean => {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
    const minute = local.hour * 60 + local.minute;
    const today = week[local.dayOfWeek - 1] ?? [];
    const yesterday = week[(local.dayOfWeek + 5) % 7] ?? [];
    return (
      today.some(({ opens, closes }) => opens <= minute && minute < closes) ||
      yesterday.some(({ opens, closes }) => opens <= minute + 1_440 && minute + 1_440 < closes)
    );
  };

  it("follows the outlet's local time in every time zone and through every time change", () => {
    fc.assert(
      fc.property(
        someWeek,
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2027, 0) }),
        fc.array(fc.nat(9 * 1_440), { minLength: 20, maxLength: 20 }),
        (week, timeZone, start, samples) => {
          const from = Math.floor(start / minuteMs) * minuteMs;
          const open = openIntervals(
            { week, timeZone },
            { from: new Date(from), to: new Date(from + 9 * 1_440 * minuteMs) },
          );
          for (const sample of samples) {
            const at = from + sample * minuteMs;
            if (sample === 9 * 1_440) continue;
            const isOpen = open.some((one) => one.from.getTime() <= at && at < one.to.getTime());
            expect(isOpen, new Date(at).toISOString()).toBe(showsOpeningHour(week, timeZone, at));
          }
        },
      ),
      { seed: printedSeed("opening hours"), numRuns: sampleOf(400) },
    );
  });

  it("is sorted, without overlaps, and within the range", () => {
    fc.assert(
      fc.property(
        someWeek,
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2005, 0), max: Date.UTC(2027, 0) }),
        fc.nat(40 * 1_440),
        (week, timeZone, start, minutes) => {
          const whole = { from: new Date(start), to: new Date(start + minutes * minuteMs) };
          const open = openIntervals({ week, timeZone }, whole);
          let end = Number.NEGATIVE_INFINITY;
          for (const { from, to } of open) {
            expect(from.getTime()).toBeGreaterThan(end);
            expect(to.getTime()).toBeGreaterThan(from.getTime());
            end = to.getTime();
          }
          expect(within(open, whole)).toEqual(open);
          const middle = new Date(start + Math.floor(minutes / 2) * minuteMs);
          const halves = [
            ...openIntervals({ week, timeZone }, { from: whole.from, to: middle }),
            ...openIntervals({ week, timeZone }, { from: middle, to: whole.to }),
          ];
          expect(totalMs(halves)).toBe(totalMs(open));
        },
      ),
      { seed: printedSeed("open intervals"), numRuns: sampleOf(100) },
    );
  });
});
