import { describe, expect, it } from "vitest";
import { type ChartInput, computeLayout, textWidth } from "./chart-layout.ts";

const input = (change: Partial<ChartInput> = {}): ChartInput => ({
  width: 280,
  height: 232,
  rem: 16,
  count: 24,
  lowest: 0,
  highest: 1_180_000,
  ticks: [0, 6, 12, 18, 24].map((at) => ({ at, lines: [`${String(at).padStart(2, "0")}:00`] })),
  whole: false,
  formatValue: (value) => `₱${value / 100_000}K`,
  ...change,
});

describe("the layout of a chart", () => {
  it("[CHART-1] places all points within the chart, and finds the nearest point to a position", () => {
    const layout = computeLayout(input());
    for (let index = 0; index < 24; index += 1) {
      expect(layout.indexAt(layout.x(index))).toBe(index);
      expect(layout.x(index)).toBeGreaterThan(layout.left);
      expect(layout.x(index)).toBeLessThan(layout.right);
    }
    expect(layout.indexAt(-50)).toBe(0);
    expect(layout.indexAt(1_000)).toBe(23);
  });

  it("[CHART-1] keeps zero and all values within the chart, including negative ones", () => {
    for (const [lowest, highest] of [
      [0, 0],
      [0, 5],
      [-400, 300],
      [-400, -100],
      [0, 123_456_789],
    ] as const) {
      const { y, top, bottom, valueTicks } = computeLayout(input({ lowest, highest }));
      for (const value of [lowest, highest, 0]) {
        expect(y(value)).toBeGreaterThanOrEqual(top - 0.01);
        expect(y(value)).toBeLessThanOrEqual(bottom + 0.01);
      }
      expect(valueTicks.length).toBeGreaterThanOrEqual(2);
      expect(valueTicks.length).toBeLessThanOrEqual(6);
    }
  });

  it("[CHART-1] has only integer ticks for order counts", () => {
    const { valueTicks } = computeLayout(input({ highest: 1, whole: true, formatValue: String }));
    expect(valueTicks.map((tick) => tick.label)).toEqual(["0", "1"]);
  });

  it.each([16, 24, 32])("[CHART-1] omits labels that would overlap, at a text size of %i px", (rem) => {
    const { timeTicks, letter } = computeLayout(input({ rem, height: rem * 14.5 }));
    expect(timeTicks.length).toBeGreaterThanOrEqual(2);
    for (const [index, tick] of timeTicks.slice(1).entries()) {
      const before = timeTicks[index];
      expect(tick.x - (before?.x ?? 0)).toBeGreaterThanOrEqual(textWidth("00:00", letter));
    }
  });
});
