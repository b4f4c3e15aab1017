import { describe, expect, it } from "vitest";
import { partsWithin } from "./fitting-money.ts";

describe("the parts of a sum", () => {
  it.each([
    [190_000_000, 72_019_000, { online: "₱1.9M", cash: "₱720K" }],
    [72_019_000, 190_000_000, { online: "₱720K", cash: "₱1.9M" }],
    [72_019_000, 5_000, { online: "₱720,190.00", cash: "₱50.00" }],
  ])("[HOME-1] are both abbreviated or both full: %s and %s", (online, cash, texts) => {
    expect(partsWithin(12, { online, cash }, "PHP", "en_US")).toEqual(texts);
  });
});
