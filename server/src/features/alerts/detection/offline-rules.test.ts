import { describe, expect, it } from "vitest";
import {
  type Absence,
  detectOffline,
  isUsuallyOff,
  type OfflineChair,
  openMsSince,
  unusualAfterMs,
} from "./offline-rules.ts";

const minute = 60_000;
const day = 1_440 * minute;
const now = new Date("2026-03-02T04:00:00Z");
const bounds = { minMs: 10 * minute, maxMs: 240 * minute };

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
      absencesOfOutlet: new Map([
        ["o", { durationsMs: outlet.map((one) => one * minute), lastReturn: null }],
      ]),
      openOutlets: new Set(open),
    },
    now,
    bounds,
  );
const causes = (...given: Parameters<typeof detect>) => detect(...given).map(({ cause }) => cause);
const often = (minutes: number) => Array.from({ length: 12 }, (_, index) => minutes + (index % 3));
/** Absences of a chair that is switched off daily, from 8 hours before to 1 hour after the time of day of `now`. */
const nightly = Array.from({ length: 14 }, (_, index) => ({
  from: new Date(now.getTime() - (index + 1) * day - 8 * 60 * minute),
  to: new Date(now.getTime() - (index + 1) * day + 60 * minute),
}));

describe("[ALERT-1] a chair that is offline longer than usual", () => {
  it.each([
    ["a new chair that is offline for less than the minimum", [offline("a", 9)], [], []],
    ["a new chair that is offline for the minimum", [offline("a", 10)], [], ["chairOffline:a"]],
    ["a chair that is often offline for half an hour", [offline("a", 25, absencesOf(often(30)))], [], []],
    ["that chair after 40 minutes", [offline("a", 40, absencesOf(often(30)))], [], ["chairOffline:a"]],
    [
      "a new chair of an outlet whose chairs are often offline for half an hour",
      [offline("a", 25)],
      often(30),
      [],
    ],
    [
      "a chair of that outlet that is usually offline for two minutes",
      [offline("a", 25, absencesOf(often(2)))],
      often(30),
      ["chairOffline:a"],
    ],
    ["a chair that is switched off at this time of day", [offline("a", 600, nightly)], [], []],
    [
      "two chairs of one outlet",
      [offline("a", 20), offline("b", 20)],
      [],
      ["chairOffline:a", "chairOffline:b"],
    ],
    [
      "three chairs of one outlet",
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
  ])("detects the expected causes for %s", (_, chairs, outlet, expected) =>
    expect(causes(chairs, outlet)).toEqual(expected),
  );

  it("lists the offline chairs of an outlet, and begins the alert with the earliest absence", () => {
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

  it("keeps the limit low after one long outage, and never exceeds the maximum", () => {
    const ms = (minutes: readonly number[]) => minutes.map((one) => one * minute);
    expect(unusualAfterMs(ms([...often(5), 5_000]), bounds)).toBeLessThan(15 * minute);
    expect(unusualAfterMs(ms(often(900)), bounds)).toBe(bounds.maxMs);
    expect(unusualAfterMs(ms(often(5).slice(0, 9)), bounds)).toBe(bounds.minMs);
  });

  it.each([
    [-8 * 60 - 31, false],
    [-8 * 60 - 29, true],
    [59, true],
    [89, true],
    [91, false],
  ])("is usual within half an hour of the daily switch-off period: %d minutes from now", (minutes, isUsual) =>
    expect(isUsuallyOff(nightly, new Date(now.getTime() + minutes * minute))).toBe(isUsual),
  );

  it("is usual for as long as the few long absences of a chair with a weak network", () => {
    // Log-normally distributed around 6 minutes. A limit computed without logarithms would be below 18 minutes.
    const skewed = [2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 12, 15, 22];
    expect(causes([offline("a", 25, absencesOf(skewed))])).toEqual([]);
    expect(causes([offline("a", 90, absencesOf(skewed))])).toEqual(["chairOffline:a"]);
  });

  it("gets no separate alert while an alert for three chairs that went offline within three minutes is about to open", () => {
    const together = [offline("a", 11), offline("b", 9.5), offline("c", 9)];
    expect(causes(together)).toEqual([]);
    expect(causes([...together.slice(0, 2), offline("c", 7)])).toEqual(["chairOffline:a"]);
    expect(causes([offline("a", 12), offline("b", 11), offline("c", 10)])).toEqual(["outletOffline:o"]);
  });

  it("keeps the outlet's alert for its last offline chair until ten minutes after another chair returned", () => {
    const last = (minutesAgo: number) =>
      detectOffline(
        {
          chairs: [offline("a", 60)],
          absencesOfOutlet: new Map([
            ["o", { durationsMs: [], lastReturn: new Date(now.getTime() - minutesAgo * minute) }],
          ]),
          openOutlets: new Set(["o"]),
        },
        now,
        bounds,
      ).map(({ cause }) => cause);
    expect(last(9)).toEqual(["outletOffline:o"]);
    expect(last(10)).toEqual(["chairOffline:a"]);
  });

  it("is usual if the chair was switched off at this time on half of the last 14 days", () => {
    const nights = (count: number): Absence[] =>
      Array.from({ length: count }, (_, index) => {
        const at = now.getTime() - (index + 1) * day;
        return { from: new Date(at - 60 * minute), to: new Date(at + 60 * minute) };
      });
    expect(isUsuallyOff(nights(7), now)).toBe(true);
    expect(isUsuallyOff(nights(6), now)).toBe(false);
  });

  it("gets no usual switch-off time from an outage of ten days", () => {
    const outage = [{ from: new Date(now.getTime() - 11 * day), to: new Date(now.getTime() - day / 2) }];
    expect(isUsuallyOff(outage, now)).toBe(false);
  });
});

describe("[ALERT-1] a chair of an outlet with opening hours", () => {
  const hour = 60 * minute;
  /** 10:00 to 22:00 in Manila, which is 2:00 to 14:00 in UTC. */
  const openingHours = new Map([
    [
      "o",
      { week: Array.from({ length: 7 }, () => [{ opens: 600, closes: 1_320 }]), timeZone: "Asia/Manila" },
    ],
  ]);
  const day0 = Date.parse("2026-03-02T00:00:00Z");
  const offlineAt = (since: number, at: number, count = 1, absences: readonly Absence[] = []) =>
    detectOffline(
      {
        chairs: Array.from({ length: count }, (_, index) => ({
          deviceId: `c${index}`,
          outletId: "o",
          since: new Date(day0 + since),
          absences,
        })),
        absencesOfOutlet: new Map(),
        openingHours,
        openOutlets: new Set(),
      },
      new Date(day0 + at),
      bounds,
    ).map(({ cause }) => cause);

  it.each([
    ["went offline while it was open", 4 * hour, 4 * hour + 10 * minute, true],
    ["has been offline for 9 minutes", 4 * hour, 4 * hour + 9 * minute, false],
    ["went offline at night", 15 * hour, 25 * hour, false],
    ["went offline at night, 39 minutes after the opening", 15 * hour, 26 * hour + 39 * minute, false],
    ["went offline at night, 40 minutes after the opening", 15 * hour, 26 * hour + 40 * minute, true],
    ["went offline in the last half hour before closing", 14 * hour - 29 * minute, 14 * hour - minute, false],
    [
      "went offline in the last half hour before closing, half an hour after the next opening",
      14 * hour - 29 * minute,
      26.5 * hour,
      false,
    ],
    ["went offline 31 minutes before closing", 14 * hour - 31 * minute, 14 * hour - 20 * minute, true],
    ["went offline an hour before closing, at night", 13 * hour, 20 * hour, true],
    ["has been offline for two weeks", -14 * day, 20 * hour, true],
  ])("detects the expected causes for a chair that %s", (_name, since, at, isReported) => {
    expect(offlineAt(since, at)).toEqual(isReported ? ["chairOffline:c0"] : []);
    expect(offlineAt(since, at, 3)).toEqual(isReported ? ["outletOffline:o"] : []);
  });

  it("is reported during opening hours even if it is usually off at this time", () => {
    const at = 4 * hour;
    const usual = Array.from({ length: 14 }, (_, index) => ({
      from: new Date(day0 + at - (index + 1) * day - 4 * hour),
      to: new Date(day0 + at - (index + 1) * day + hour),
    }));
    expect(isUsuallyOff(usual, new Date(day0 + at))).toBe(true);
    expect(offlineAt(at - hour, at, 1, usual)).toEqual(["chairOffline:c0"]);
  });

  it("counts as offline for at most the open time since it went offline", () => {
    const open = Array.from({ length: 9 }, (_, index) => ({
      from: new Date(day0 - index * day + 2 * hour),
      to: new Date(day0 - index * day + 14 * hour),
    })).reverse();
    for (let since = -8 * day; since < day; since += 17 * minute)
      for (const later of [0, 5 * minute, 3 * hour, day]) {
        const [from, to] = [new Date(day0 + since), new Date(day0 + since + later)];
        const openMs = open.reduce(
          (sum, one) => sum + Math.max(0, Math.min(+one.to, +to) - Math.max(+one.from, +from)),
          0,
        );
        const counted = openMsSince(from, to, open);
        expect(counted).toBeGreaterThanOrEqual(0);
        expect(counted).toBeLessThanOrEqual(openMs);
        // At most the last half hour before closing and the first half hour after opening do not count.
        expect(counted).toBeGreaterThanOrEqual(openMs - 60 * minute);
      }
  });
});
