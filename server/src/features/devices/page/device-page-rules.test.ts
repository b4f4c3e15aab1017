import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import {
  closedHours,
  hoursOfWeek,
  shareByHour,
  shareOf,
  stateSince,
  type Run,
  useByDay,
} from "./device-page-rules.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute));
const run = (from: number, to: number) => ({ from: at(from), to: at(to) });
const days = [at(0), at(1440), at(2880)];
const minutesRun = (runs: readonly Run[], starts: readonly Date[], to: Date) =>
  useByDay(runs, null, starts, to).map(({ minutes }) => minutes);

describe("minutes run", () => {
  it.each([
    ["nothing", [], [0, 0, 0]],
    ["a run within a day", [run(10, 25)], [15, 0, 0]],
    ["a run over midnight", [run(1430, 1445)], [10, 5, 0]],
    ["runs that overlap", [run(10, 30), run(15, 20), run(25, 40)], [30, 0, 0]],
    ["runs outside the days", [run(-50, -20), run(5000, 5010)], [0, 0, 0]],
    ["a run that began before the first day", [run(-10, 20)], [20, 0, 0]],
  ])("[CHAIR-1] of %s", (_name, runs, expected) => {
    expect(minutesRun(runs, days, at(4320))).toEqual(expected);
  });

  it("[CHAIR-1] never exceed the minutes of a day, in any order of the runs", () => {
    const someRun = fc
      .tuple(fc.integer({ min: -2000, max: 6000 }), fc.integer({ min: 0, max: 600 }))
      .map(([from, length]) => run(from, from + length));
    fc.assert(
      fc.property(fc.array(someRun, { maxLength: 30 }), (runs) => {
        const minutes = minutesRun(runs, days, at(4320));
        expect(Math.max(...minutes)).toBeLessThanOrEqual(1440);
        expect(minutesRun(runs.toReversed(), days, at(4320))).toEqual(minutes);
        const covered = new Set<number>();
        for (const { from, to } of runs)
          for (let ms = from.getTime(); ms < to.getTime(); ms += 60_000) covered.add(ms);
        const inDays = [...covered].filter((ms) => ms >= at(0).getTime() && ms < at(4320).getTime());
        expect(minutes.reduce((sum, one) => sum + one, 0)).toBe(inDays.length);
      }),
      { seed: printedSeed("minutes run") },
    );
  });
});

describe("the begin of a chair's state", () => {
  const times = { faultAt: at(3), runStartedAt: at(4), lastRunEndedAt: at(5) };
  const idle = {
    atOutletSince: at(0),
    disabledAt: null,
    online: true,
    lastSeenAt: at(2),
    fault: null,
    liveOrder: null,
    unorderedRunEndsAt: null,
  };
  it.each([
    ["disabled", { disabledAt: at(1), online: false, fault: "E7" }, at(1)],
    ["offline", { online: false, fault: "E7" }, at(2)],
    ["offline and never seen", { online: false, lastSeenAt: null }, null],
    ["faulty", { fault: "E7", unorderedRunEndsAt: at(9) }, at(3)],
    ["in use by a coin run", { unorderedRunEndsAt: at(9) }, at(4)],
    ["in use by a live order", { liveOrder: { orderId: "o", customerId: null, endsAt: null } }, at(4)],
    ["idle", {}, at(5)],
    ["idle after a last run at an earlier outlet", { atOutletSince: at(6) }, at(6)],
  ])("[CHAIR-1] %s", (_name, state, expected) => {
    expect(stateSince({ ...idle, ...state }, times)).toEqual(expected);
  });
});

const hour = (index: number, ofWeek: number, minutes = 60) => ({
  from: at(index * 60),
  to: at(index * 60 + minutes),
  ofWeek,
});

describe("the share of the outlet's open time in which a chair ran", () => {
  const open = (from: number, to: number) => run(from, to);
  it.each([
    ["an open day", [run(600, 660)], [open(540, 1_140)], { minutes: 60, openMinutes: 600, share: 10 }],
    ["a closed day", [], [], { minutes: 0, openMinutes: 0, share: null }],
    ["a run on a closed day", [run(600, 660)], [], { minutes: 60, openMinutes: 0, share: null }],
    [
      "a run past closing time",
      [run(600, 660)],
      [open(500, 630)],
      { minutes: 60, openMinutes: 130, share: 23 },
    ],
    [
      "a run over a break",
      [run(600, 700)],
      [open(500, 620), open(680, 760)],
      { minutes: 100, openMinutes: 200, share: 20 },
    ],
    ["hours without a use", [], [open(0, 600)], { minutes: 0, openMinutes: 600, share: 0 }],
  ])("[CHAIR-1] of %s", (_name, runs, hours, expected) => {
    expect(useByDay(runs, hours, days, at(4320))[0]).toEqual(expected);
  });

  it("[CHAIR-1] is null if the outlet has no opening hours", () => {
    expect(useByDay([run(600, 660)], null, days, at(4320))[0]).toEqual({
      minutes: 60,
      openMinutes: null,
      share: null,
    });
  });

  it("[CHAIR-1] splits opening hours that span midnight between their days", () => {
    expect(useByDay([run(1_400, 1_500)], [open(1_320, 1_560)], days, at(4320)).slice(0, 2)).toEqual([
      { minutes: 40, openMinutes: 120, share: 33 },
      { minutes: 60, openMinutes: 120, share: 50 },
    ]);
  });

  it("[CHAIR-1] is between 0 and 100 %, and the total share is between the shares of the days", () => {
    const someRanges = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 4320 }), fc.integer({ min: 1, max: 500 })), { maxLength: 20 })
      .map((pairs) => pairs.map(([from, length]) => run(from, from + length)));
    const separated = someRanges.map((ranges) => {
      const sorted = ranges.toSorted((a, b) => a.from.getTime() - b.from.getTime());
      return sorted.filter(({ from }, index) =>
        sorted.slice(0, index).every((earlier) => earlier.to.getTime() < from.getTime()),
      );
    });
    fc.assert(
      fc.property(someRanges, separated, (runs, hours) => {
        const use = useByDay(runs, hours, days, at(4320));
        for (const { minutes, openMinutes, share } of use) {
          expect(minutes).toBeLessThanOrEqual(1440);
          expect(share === null).toBe(openMinutes === 0);
          expect(share ?? 0).toBeLessThanOrEqual(100);
          expect(share ?? 0).toBeGreaterThanOrEqual(0);
        }
        const all = shareOf(
          runs,
          hours.map(({ from, to }) => ({ from, to: to < at(4320) ? to : at(4320) })),
        );
        const shares = use.flatMap(({ share }) => share ?? []);
        if (all !== null) {
          expect(all).toBeLessThanOrEqual(Math.max(...shares));
          expect(all).toBeGreaterThanOrEqual(Math.min(...shares));
        }
      }),
      { seed: printedSeed("use by day") },
    );
  });
});

describe("the share of each hour of the week", () => {
  it.each([
    ["no hours", [], [], {}],
    ["an idle hour", [], [hour(0, 8)], { 8: 0 }],
    ["a run over two hours", [run(45, 75)], [hour(0, 8), hour(1, 9)], { 8: 25, 9: 25 }],
    ["the same hour of two weeks", [run(0, 60)], [hour(0, 8), hour(1, 8)], { 8: 50 }],
    ["the current hour", [run(60, 70)], [hour(0, 8), hour(1, 9, 20)], { 8: 0, 9: 50 }],
  ])("[CHAIR-1] of %s", (_name, runs, hours, expected) => {
    const shares = shareByHour(runs, hours, null);
    expect(shares).toHaveLength(hoursOfWeek);
    expect(
      Object.fromEntries(shares.flatMap((share, index) => (share === null ? [] : [[index, share]]))),
    ).toEqual(expected);
  });

  it("[CHAIR-1] counts only the open part of an hour, and is null for closed hours", () => {
    const hours = [hour(0, 8), hour(1, 9), hour(2, 10)];
    const shares = shareByHour([run(45, 75), run(130, 140)], hours, [run(30, 120)]);
    expect([shares[8], shares[9], shares[10]]).toEqual([50, 25, null]);
  });

  it("[CHAIR-1] lists the hours in which the outlet is closed completely", () => {
    const week = Array.from({ length: 2 * hoursOfWeek }, (_, index) => hour(index, index % hoursOfWeek));
    const closed = closedHours(week, [
      run(90, 180),
      run((hoursOfWeek + 5) * 60 + 59, (hoursOfWeek + 6) * 60),
    ]);
    expect(closed).toHaveLength(hoursOfWeek - 3);
    expect([0, 1, 2, 3, 5].map((one) => closed.includes(one))).toEqual([true, false, false, true, false]);
    expect(closedHours(week, [])).toHaveLength(hoursOfWeek);
  });
});
