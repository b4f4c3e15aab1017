import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import { hoursOfWeek, minutesRun, shareByHour, stateSince } from "./device-page-rules.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute));
const run = (from: number, to: number) => ({ from: at(from), to: at(to) });
const days = [at(0), at(1440), at(2880)];

describe("minutes run", () => {
  it.each([
    ["nothing", [], [0, 0, 0]],
    ["a run within a day", [run(10, 25)], [15, 0, 0]],
    ["a run over midnight", [run(1430, 1445)], [10, 5, 0]],
    ["a coin during another massage", [run(10, 30), run(15, 20), run(25, 40)], [30, 0, 0]],
    ["runs outside the days", [run(-50, -20), run(5000, 5010)], [0, 0, 0]],
    ["a run that began before the first day", [run(-10, 20)], [20, 0, 0]],
  ])("[CHAIR-1] of %s", (_name, runs, expected) => {
    expect(minutesRun(runs, days, at(4320))).toEqual(expected);
  });

  it("[CHAIR-1] never exceed a day, in whatever order the runs are given", () => {
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

describe("the time since when a chair is in its state", () => {
  const times = { faultAt: at(3), runStartedAt: at(4), lastRunEndedAt: at(5) };
  const idle = {
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
    ["in use for coins", { unorderedRunEndsAt: at(9) }, at(4)],
    ["in use for an order", { liveOrder: { orderId: "o", customerId: null, endsAt: null } }, at(4)],
    ["idle", {}, at(5)],
  ])("[CHAIR-1] %s", (_name, state, expected) => {
    expect(stateSince({ ...idle, ...state }, times)).toEqual(expected);
  });
});

describe("share of each hour of the week", () => {
  const hour = (index: number, ofWeek: number, minutes = 60) => ({
    from: at(index * 60),
    to: at(index * 60 + minutes),
    ofWeek,
  });

  it.each([
    ["a chair without time", [], [], {}],
    ["an idle hour", [], [hour(0, 8)], { 8: 0 }],
    ["a run over two hours", [run(45, 75)], [hour(0, 8), hour(1, 9)], { 8: 25, 9: 25 }],
    ["the same hour of two weeks", [run(0, 60)], [hour(0, 8), hour(1, 8)], { 8: 50 }],
    ["the current hour", [run(60, 70)], [hour(0, 8), hour(1, 9, 20)], { 8: 0, 9: 50 }],
  ])("[CHAIR-1] of %s", (_name, runs, hours, expected) => {
    const shares = shareByHour(runs, hours);
    expect(shares).toHaveLength(hoursOfWeek);
    expect(
      Object.fromEntries(shares.flatMap((share, index) => (share === null ? [] : [[index, share]]))),
    ).toEqual(expected);
  });
});
