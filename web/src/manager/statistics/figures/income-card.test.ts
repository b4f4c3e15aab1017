import { describe, expect, it } from "vitest";
import { onlineShare, partsWithin } from "./income-card.tsx";

describe("onlineShare", () => {
  it.each([
    [{ online: 0, cash: 0 }, null],
    [{ online: 300, cash: 100 }, 0.75],
    [{ online: 0, cash: 100 }, 0],
    [{ online: 100, cash: 0 }, 1],
    [{ online: -100, cash: 400 }, null],
    [{ online: 100, cash: -100 }, null],
  ])("[HOME-1] of %o is %s", (sums, share) => {
    expect(onlineShare(sums)).toBe(share);
  });
});

describe("the parts of a sum", () => {
  it.each([
    [190_000_000, 72_019_000, { online: "₱1.9M", cash: "₱720K" }],
    [72_019_000, 190_000_000, { online: "₱720K", cash: "₱1.9M" }],
    [72_019_000, 5_000, { online: "₱720,190.00", cash: "₱50.00" }],
  ])("[HOME-1] are both abbreviated or both full: %s and %s", (online, cash, texts) => {
    expect(partsWithin(12, { online, cash }, "PHP", "en_US")).toEqual(texts);
  });
});
