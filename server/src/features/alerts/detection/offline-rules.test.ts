import { describe, expect, it } from "vitest";
import {
  type Absence,
  detectOffline,
  isUsuallyOff,
  type OfflineChair,
  unusualAfterMs,
} from "./offline-rules.ts";

const minute = 60_000;
const day = 1_440 * minute;
const now = new Date("2026-03-02T04:00:00Z");
const bounds = { shortestMs: 10 * minute, longestMs: 240 * minute };

/** Absences of these durations in minutes, on different days and times of day. */
const absencesOf = (minutes: readonly number[]): Absence[] =>
  minutes.map((one, index) => {
    const from = new Date(now.getTime() - (index + 1) * day - (60 + 97 * index) * minute);
    return { from, to: new Date(from.getTime() + one * minute) };
  });
const offline = (
  deviceId: string,
  minutes: number,
  absences: readonly Absence[] = [],
  outletId = "o",
): OfflineChair => ({
  deviceId,
  outletId,
  since: new Date(now.getTime() - minutes * minute),
  absences,
});
const detect = (
  chairs: readonly OfflineChair[],
  outlet: readonly number[] = [],
  open: readonly string[] = [],
) =>
  detectOffline(
    {
      chairs,
      absencesOfOutletMs: new Map([["o", outlet.map((one) => one * minute)]]),
      openOutlets: new Set(open),
    },
    now,
    bounds,
  );
const causes = (...given: Parameters<typeof detect>) => detect(...given).map(({ cause }) => cause);
const often = (minutes: number) => Array.from({ length: 12 }, (_, index) => minutes + (index % 3));
/** Switched off every day from eight hours before this time of day to one hour after it. */
const nightly = Array.from({ length: 14 }, (_, index) => ({
  from: new Date(now.getTime() - (index + 1) * day - 8 * 60 * minute),
  to: new Date(now.getTime() - (index + 1) * day + 60 * minute),
}));

describe("[ALERT-1] a chair that is offline longer than usual", () => {
  it.each([
    ["a new chair before the shortest bound", [offline("a", 9)], [], []],
    ["a new chair after it", [offline("a", 10)], [], ["chairOffline:a"]],
    ["a chair that is often offline for half an hour", [offline("a", 25, absencesOf(often(30)))], [], []],
    [
      "the same chair after longer than that",
      [offline("a", 40, absencesOf(often(30)))],
      [],
      ["chairOffline:a"],
    ],
    ["a new chair of an outlet where that is usual", [offline("a", 25)], often(30), []],
    [
      "a chair with a history of its own in such an outlet",
      [offline("a", 25, absencesOf(often(2)))],
      often(30),
      ["chairOffline:a"],
    ],
    ["a chair that is switched off at this time of day", [offline("a", 600, nightly)], [], []],
    ["two chairs together", [offline("a", 20), offline("b", 20)], [], ["chairOffline:a", "chairOffline:b"]],
    [
      "three chairs together",
      [offline("a", 20), offline("b", 20), offline("c", 11)],
      [],
      ["outletOffline:o"],
    ],
    [
      "three chairs of two outlets",
      [offline("a", 20), offline("b", 20), offline("c", 20, [], "p")],
      [],
      ["chairOffline:a", "chairOffline:b", "chairOffline:c"],
    ],
  ])("decides about %s", (_, chairs, outlet, expected) => expect(causes(chairs, outlet)).toEqual(expected));

  it("names the chairs of an outlet, and dates the alert from the first of them", () => {
    const chairs = [offline("a", 20), offline("b", 30), offline("c", 11)];
    expect(detect(chairs)).toMatchObject([
      { since: chairs[1]?.since, deviceId: null, deviceIds: ["a", "b", "c"], quantity: 3 },
    ]);
  });

  it("keeps the outlet's alert while two of its chairs are offline", () => {
    const two = [offline("a", 20), offline("b", 20)];
    expect(causes(two, [], ["o"])).toEqual(["outletOffline:o"]);
    expect(causes(two.slice(1), [], ["o"])).toEqual(["chairOffline:b"]);
  });

  it("is not hidden by one long outage, and never waits beyond the longest bound", () => {
    const ms = (minutes: readonly number[]) => minutes.map((one) => one * minute);
    expect(unusualAfterMs(ms([...often(5), 5_000]), bounds)).toBeLessThan(15 * minute);
    expect(unusualAfterMs(ms(often(900)), bounds)).toBe(bounds.longestMs);
    expect(unusualAfterMs(ms(often(5).slice(0, 9)), bounds)).toBe(bounds.shortestMs);
  });

  it.each([
    [-8 * 60 - 31, false],
    [-8 * 60 - 29, true],
    [59, true],
    [89, true],
    [91, false],
  ])(
    "is usual within half an hour of the time in which the chair is switched off: %d minutes",
    (minutes, isUsual) =>
      expect(isUsuallyOff(nightly, new Date(now.getTime() + minutes * minute))).toBe(isUsual),
  );

  it("is usual for as long as the few long absences of a weak network", () => {
    // Log-normal around six minutes: a bound without logarithms would be below 18 minutes.
    const skewed = [2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 12, 15, 22];
    expect(causes([offline("a", 25, absencesOf(skewed))])).toEqual([]);
    expect(causes([offline("a", 90, absencesOf(skewed))])).toEqual(["chairOffline:a"]);
  });

  it("waits for the others where chairs of an outlet went offline within three minutes", () => {
    const together = [offline("a", 11), offline("b", 9.5), offline("c", 9)];
    expect(causes(together)).toEqual([]);
    expect(causes([...together.slice(0, 2), offline("c", 7)])).toEqual(["chairOffline:a"]);
    expect(causes([offline("a", 12), offline("b", 11), offline("c", 10)])).toEqual(["outletOffline:o"]);
  });

  it("keeps the outlet's alert for its last chair until ten minutes after the others returned", () => {
    const last = (minutesAgo: number) =>
      detectOffline(
        {
          chairs: [offline("a", 60)],
          absencesOfOutletMs: new Map(),
          lastReturnOfOutlet: new Map([["o", new Date(now.getTime() - minutesAgo * minute)]]),
          openOutlets: new Set(["o"]),
        },
        now,
        bounds,
      ).map(({ cause }) => cause);
    expect(last(9)).toEqual(["outletOffline:o"]);
    expect(last(10)).toEqual(["chairOffline:a"]);
  });

  it("is unusual after an outage of ten days, which is no time of day", () => {
    const outage = [{ from: new Date(now.getTime() - 11 * day), to: new Date(now.getTime() - day / 2) }];
    expect(isUsuallyOff(outage, now)).toBe(false);
  });
});
