import { offsetZone } from "./calendar.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import { cellStart, type GrainRange, splitIntoGrains, splitIntoWeightedRanges } from "./grain-ranges.ts";

const quarterMs = 15 * 60_000;
const first = Date.UTC(2024, 0, 1) / quarterMs;
const last = Date.UTC(2029, 0, 1) / quarterMs;
const boundary = fc.integer({ min: first, max: last }).map((quarters) => new Date(quarters * quarterMs));

const cellsOf = ({ grain, from, to }: GrainRange): number => {
  if (grain === "quarter") return (to.getTime() - from.getTime()) / quarterMs;
  if (grain === "day") return (to.getTime() - from.getTime()) / (96 * quarterMs);
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
};

describe("a range of roll-ups", () => {
  it("[DAY-1] is covered exactly once by at most a few hundred whole cells", () => {
    fc.assert(
      fc.property(boundary, boundary, (a, b) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const parts = splitIntoGrains({ from, to });
        let reached = from.getTime();
        for (const part of parts) {
          expect(part.from.getTime()).toBe(reached);
          expect(part.to.getTime()).toBeGreaterThan(reached);
          expect(cellStart(part.grain, part.from)).toEqual(part.from);
          expect(cellStart(part.grain, part.to)).toEqual(part.to);
          reached = part.to.getTime();
        }
        expect(reached).toBe(to.getTime());
        const cells = parts.reduce((sum, part) => sum + cellsOf(part), 0);
        expect(cells).toBeLessThanOrEqual(2 * 95 + 2 * 30 + 60);
      }),
      { seed: printedSeed("ranges of figures"), numRuns: 2000 },
    );
  });

  it("[DAY-1] of a year in Manila consists of whole months, days at its edges, and quarter-hours where a UTC day is split", () => {
    const [from, to] = ["2025-12-31T16:00:00Z", "2026-12-31T16:00:00Z"].map((text) => new Date(text));
    const parts = splitIntoGrains({ from: from as Date, to: to as Date });
    expect(parts.map((part) => [part.grain, cellsOf(part)])).toEqual([
      ["quarter", 32],
      ["month", 11],
      ["day", 30],
      ["quarter", 64],
    ]);
  });

  it("[DAY-1] can begin at midnight at every offset that the header may contain", () => {
    for (let minutes = -720; minutes <= 840; minutes += 15) {
      const midnight = new Date(`2026-11-21T00:00:00${offsetZone(minutes)}`);
      const next = new Date(midnight.getTime() + 96 * quarterMs);
      expect(
        splitIntoGrains({ from: midnight, to: next }).reduce((sum, part) => sum + cellsOf(part), 0),
      ).toBe(minutes === 0 ? 1 : 96);
    }
  });

  it("[DAY-1] consists of added and subtracted whole cells, whose number is limited", () => {
    fc.assert(
      fc.property(boundary, boundary, (a, b) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const parts = splitIntoWeightedRanges({ from, to });
        const steps = new Map([
          [from.getTime(), -1],
          [to.getTime(), 1],
        ]);
        const step = (at: Date, by: number) => steps.set(at.getTime(), (steps.get(at.getTime()) ?? 0) + by);
        for (const part of parts) {
          expect(part.to > part.from).toBe(true);
          expect(cellStart(part.grain, part.from)).toEqual(part.from);
          expect(cellStart(part.grain, part.to)).toEqual(part.to);
          step(part.from, part.weight);
          step(part.to, -part.weight);
        }
        // The weights of the cells add up to exactly the range, so all steps outside of its bounds cancel out.
        if (a.getTime() !== b.getTime()) expect([...steps.values()].filter((by) => by !== 0)).toEqual([]);
        const cells = (all: readonly GrainRange[]) => all.reduce((sum, part) => sum + cellsOf(part), 0);
        expect(cells(parts)).toBeLessThanOrEqual(2 * 48 + 2 * 16 + 62);
      }),
      { seed: printedSeed("weighted ranges of figures"), numRuns: 2000 },
    );
  });

  it("[DAY-1] of a day, a month, and a year in Manila consists of UTC cells and eight hours of quarter-hours at each end", () => {
    const weightedCells = (from: string, to: string) =>
      splitIntoWeightedRanges({ from: new Date(from), to: new Date(to) }).map((part) => [
        part.weight * cellsOf(part),
        part.grain,
      ]);
    for (const [from, to, grain, cells] of [
      ["2026-11-20T16:00:00Z", "2026-11-21T16:00:00Z", "day", 1],
      ["2026-10-31T16:00:00Z", "2026-11-30T16:00:00Z", "month", 1],
      ["2025-12-31T16:00:00Z", "2026-12-31T16:00:00Z", "month", 12],
    ] as const)
      expect(weightedCells(from, to)).toEqual([
        [32, "quarter"],
        [cells, grain],
        [-32, "quarter"],
      ]);
  });

  it("is empty if it ends before it begins, and must begin on a quarter-hour", () => {
    const at = new Date("2026-11-21T00:00:00Z");
    expect(splitIntoGrains({ from: at, to: at })).toEqual([]);
    expect(splitIntoGrains({ from: at, to: new Date(at.getTime() - quarterMs) })).toEqual([]);
    expect(() => splitIntoGrains({ from: new Date(at.getTime() + 60_000), to: at })).toThrow(RangeError);
    expect(splitIntoWeightedRanges({ from: at, to: new Date(at.getTime() - quarterMs) })).toEqual([]);
    expect(() => splitIntoWeightedRanges({ from: at, to: new Date(at.getTime() + 60_000) })).toThrow(
      RangeError,
    );
  });
});
