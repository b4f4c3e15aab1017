import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import { type EndedRun, refundOfRun } from "./refund-rules.ts";

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
    ["gives the odd cent to the customer", "proportional", { ...run, amountMinor: 4_999 }, 3_000],
    [
      "gives rupiah back whole",
      "proportional",
      { ...run, amountMinor: 2_500_000, currency: "IDR", endedAt: at(3) },
      1_750_000,
    ],
  ] as const satisfies readonly (readonly [string, Parameters<typeof refundOfRun>[0], EndedRun, number])[])(
    "%s",
    (_what, policy, ended, expected) => {
      expect(refundOfRun(policy, ended)).toBe(expected);
    },
  );

  it("never gives back more than it took, nor less for a shorter massage", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 1, max: 600 }),
        fc.tuple(fc.integer({ min: 0, max: 36_000 }), fc.integer({ min: 0, max: 36_000 })),
        fc.constantFrom("PHP" as const, "IDR" as const),
        (amountMinor, minutes, [a, b], currency) => {
          const ended = (seconds: number) =>
            refundOfRun("proportional", {
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
});
