import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import { type EndedRun, unusedAmountOf, unusedAmountsOf, type Portion } from "./unused-minutes-rules.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 8, minutes));
const run: EndedRun = {
  amountMinor: 10_000,
  currency: "PHP",
  startedAt: at(0),
  endsAt: at(10),
  endedAt: at(4),
};

describe("[G-3] the refund of a massage that the chair ended early", () => {
  it.each([
    ["is nothing by the policy none", "none", run, 0],
    ["is the full amount by the policy full", "full", run, 10_000],
    ["is the share of the unused six of ten minutes by the policy proportional", "proportional", run, 6_000],
    ["is nothing at the end of the massage", "proportional", { ...run, endedAt: at(10) }, 0],
    ["is nothing for a free massage", "proportional", { ...run, amountMinor: 0 }, 0],
    ["is rounded in favour of the customer", "proportional", { ...run, amountMinor: 4_999 }, 3_000],
    [
      "is rounded to whole rupiah",
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

  it("never exceeds the paid amount, and never decreases for a shorter massage", () => {
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

  it("is assigned to extensions by the end of their minutes, not by the order of their requests", () => {
    const portion = (minutes: number, endsAt: Date) => ({
      minutes,
      endsAt,
      amountMinor: 1_000,
      currency: "PHP" as const,
    });
    // The second portion was ordered before the third, but was paid later, so its minutes are the last.
    const portions = [portion(10, at(10)), portion(20, at(40)), portion(10, at(20))];
    const back = (policy: "proportional" | "full", endedAt: Date) =>
      unusedAmountsOf(policy, endedAt, portions);
    expect(back("proportional", at(30))).toEqual([0, 500, 0]);
    expect(back("proportional", at(15))).toEqual([0, 1_000, 500]);
    expect(back("full", at(30))).toEqual([1_000, 1_000, 1_000]);
    expect(back("full", at(40))).toEqual([0, 0, 0]);
  });
});

describe("the refund of a massage with extensions", () => {
  const minute = (n: number) => new Date(Date.UTC(2026, 10, 21, 10, n));
  const portion = (minutes: number, end: number, amountMinor: number): Portion => ({
    minutes,
    endsAt: minute(end),
    amountMinor,
    currency: "PHP",
  });
  // Ten minutes from ten o'clock for 100.00, then five minutes for 60.00, then five minutes with a free coupon.
  const portions = [portion(10, 10, 10_000), portion(5, 15, 6_000), portion(5, 20, 0)];
  const back = (policy: "none" | "proportional" | "full", endedAt: number) =>
    unusedAmountsOf(policy, minute(endedAt), portions);

  it("[START-5] covers the minutes that were bought last first, and never exceeds the paid amount of any order", () => {
    expect(back("proportional", 5)).toEqual([5_000, 6_000, 0]);
    expect(back("proportional", 12)).toEqual([0, 3_600, 0]);
    expect(back("proportional", 17)).toEqual([0, 0, 0]);
    expect(back("proportional", 0)).toEqual([10_000, 6_000, 0]);
  });

  it("[START-5] is the full amount of all orders by the policy full, and nothing for a completed massage", () => {
    expect(back("full", 17)).toEqual([10_000, 6_000, 0]);
    expect(back("full", 20)).toEqual([0, 0, 0]);
    expect(back("none", 1)).toEqual([0, 0, 0]);
  });
});
