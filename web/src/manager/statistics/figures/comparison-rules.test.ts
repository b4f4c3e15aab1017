import { describe, expect, it } from "vitest";
import { changeFrom, percentText } from "./comparison-rules.ts";

describe("the comparison of today with the same part of another day", () => {
  it.each([
    [100_00, 112_40, { direction: "up", amount: 12_40, fraction: 0.124 }],
    [200_00, 50_00, { direction: "down", amount: -150_00, fraction: -0.75 }],
    [5_00, 5_00, { direction: "same", amount: 0, fraction: 0 }],
    [0, 0, { direction: "same", amount: 0, fraction: null }],
    [0, 75_00, { direction: "up", amount: 75_00, fraction: null }],
    [-30_00, 75_00, { direction: "up", amount: 105_00, fraction: null }],
    [100_00, -10_00, { direction: "down", amount: -110_00, fraction: -1.1 }],
  ] as const)("[HOME-1] from %i to %i is %o", (base, now, change) => {
    const found = changeFrom(base, now);
    expect(found).toMatchObject({ direction: change.direction, amount: change.amount });
    if (change.fraction === null) expect(found.fraction).toBeNull();
    else expect(found.fraction).toBeCloseTo(change.fraction, 10);
  });

  it.each([
    [0.124, "en-US", "+12%"],
    [0.0812, "en-US", "+8.1%"],
    [-0.0812, "id-ID", "-8,1%"],
    [-0.75, "zh-CN", "-75%"],
    [0, "en-US", "0%"],
    // No sign, because the arrow and the amount show the direction.
    [0.0002, "en-US", "<0.1%"],
    [-0.0003, "en-US", "<0.1%"],
    [-0.0003, "zh-CN", "<0.1%"],
    [-0.0003, "zh-TW", "<0.1%"],
    [-0.0003, "id-ID", "<0,1%"],
    [-0.0012, "en-US", "-0.1%"],
    [12.5, "en-US", "+1,250%"],
  ])("[HOME-1] writes %f in %s as %s", (fraction, tag, text) => {
    expect(percentText(fraction, tag).replace(/\s/g, "")).toBe(text);
  });
});
