import { describe, expect, it } from "vitest";
import { drawnAmong, near } from "./drawn-parts.ts";

const heights = Array.from({ length: 500 }, () => 1_500);

describe("the parts of a long list", () => {
  it("[ORD-1] draws what is near the window, whatever the depth", () => {
    expect(near(heights, 0, 800)).toEqual({ from: 0, to: 2 });
    expect(near(heights, -300_000, 800)).toEqual({ from: 198, to: 202 });
    expect(near(heights, -749_000, 800)).toEqual({ from: 498, to: 500 });
    expect(near([], 0, 800)).toEqual({ from: 0, to: 0 });
  });

  it("[ORD-1] leaves one gap, as high as what is away, between what is drawn", () => {
    const drawn = drawnAmong(500, heights, (index) => index < 2 || (index >= 198 && index < 200));
    expect(drawn).toEqual([
      { kind: "part", index: 0 },
      { kind: "part", index: 1 },
      { kind: "gap", before: 198, height: 196 * 1_500 },
      { kind: "part", index: 198 },
      { kind: "part", index: 199 },
      { kind: "gap", before: 500, height: 300 * 1_500 },
    ]);
    expect(drawnAmong(0, [], () => true)).toEqual([]);
  });
});
