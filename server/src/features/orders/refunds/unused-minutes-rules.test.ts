import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import { type EndedRun, unusedAmountOf, unusedAmountsOf, type Portion } from "./unused-minutes-rules.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 8, minutes));
const run: EndedRun = {
  reason: "fault",
  amountMinor: 10_000,
  currency: "PHP",
  startedAt: at(0),
  endsAt: at(10),
  endedAt: at(4),
};

describe("[G-3] a massage that the chair ended early", () => {
  it.each([
    ["gives nothing back by policy", "none", run, 0],
    ["gives all back by policy", "full", run, 10_000],
    ["gives the unused six of ten minutes back", "proportional", run, 6_000],
    ["lost its power: the same", "proportional", { ...run, reason: "powerLoss" }, 6_000],
    ["was stopped by hand", "full", { ...run, reason: "stopped" }, 0],
    ["was finished", "full", { ...run, reason: "finished", endedAt: at(10) }, 0],
    ["failed in its last instant", "proportional", { ...run, endedAt: at(10) }, 0],
    ["took no money", "proportional", { ...run, amountMinor: 0 }, 0],
    ["rounds in favour of the customer", "proportional", { ...run, amountMinor: 4_999 }, 3_000],
    [
      "gives rupiah back whole",
      "proportional",
      { ...run, amountMinor: 2_500_000, currency: "IDR", endedAt: at(3) },
      1_750_000,
    ],
  ] as const satisfies readonly (readonly [
    string,
    Parameters<typeof unusedAmountOf>[0],
    EndedRun,
    number,
  ])[])("%s", (_what, policy, ended, expected) => {
    expect(unusedAmountOf(policy, ended)).toBe(expected);
  });

  it("never refunds more than was paid, nor less for a shorter massage", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 1, max: 600 }),
        fc.tuple(fc.integer({ min: 0, max: 36_000 }), fc.integer({ min: 0, max: 36_000 })),
        fc.constantFrom("PHP" as const, "IDR" as const),
        (amountMinor, minutes, [a, b], currency) => {
          const ended = (seconds: number) =>
            unusedAmountOf("proportional", {
              ...run,
              amountMinor,
              currency,
              endsAt: at(minutes),
              endedAt: new Date(run.startedAt.getTime() + seconds * 1000),
            });
          const [sooner, later] = [ended(Math.min(a, b)), ended(Math.max(a, b))];
          expect(sooner).toBeLessThanOrEqual(amountMinor);
          expect(later).toBeGreaterThanOrEqual(0);
          expect(sooner).toBeGreaterThanOrEqual(later);
        },
      ),
      { seed: printedSeed("refunds of runs"), numRuns: 2_000 },
    );
  });

  it("refunds an extension's share whichever was requested first", () => {
    const portion = (minutes: number, endsAt: Date) => ({
      minutes,
      endsAt,
      amountMinor: 1_000,
      currency: "PHP" as const,
    });
    // The one that was ordered first was paid for last, so that the chair accepted it last.
    const portions = [portion(10, at(10)), portion(20, at(40)), portion(10, at(20))];
    const back = (policy: "proportional" | "full", endedAt: Date) =>
      unusedAmountsOf(policy, { reason: "fault", endedAt }, portions);
    expect(back("proportional", at(30))).toEqual([0, 500, 0]);
    expect(back("proportional", at(15))).toEqual([0, 1_000, 500]);
    expect(back("full", at(30))).toEqual([1_000, 1_000, 1_000]);
    expect(back("full", at(40))).toEqual([0, 0, 0]);
  });
});

describe("the refund of a run that several orders paid for", () => {
  const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 10, n));
  const portion = (minutes: number, end: number, amountMinor: number): Portion => ({
    minutes,
    endsAt: minute(end),
    amountMinor,
    currency: "PHP",
  });
  // Ten minutes from ten o'clock for 100.00, then five more for 60.00, then five by a coupon.
  const portions = [portion(10, 10, 10_000), portion(5, 15, 6_000), portion(5, 20, 0)];
  const back = (
    policy: "none" | "proportional" | "full",
    endedAt: number,
    reason: "fault" | "stopped" = "fault",
  ) => unusedAmountsOf(policy, { reason, endedAt: minute(endedAt) }, portions);

  it("[START-5] returns the last bought first, and never more than was paid of each", () => {
    expect(back("proportional", 5)).toEqual([5_000, 6_000, 0]);
    expect(back("proportional", 12)).toEqual([0, 3_600, 0]);
    expect(back("proportional", 17)).toEqual([0, 0, 0]);
    expect(back("proportional", 0)).toEqual([10_000, 6_000, 0]);
  });

  it("[START-5] refunds the whole massage where the outlet refunds in full, and nothing of a completed one", () => {
    expect(back("full", 17)).toEqual([10_000, 6_000, 0]);
    expect(back("full", 20)).toEqual([0, 0, 0]);
    expect(back("none", 1)).toEqual([0, 0, 0]);
    expect(back("full", 5, "stopped")).toEqual([0, 0, 0]);
  });
});
