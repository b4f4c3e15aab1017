import { describe, expect, it } from "vitest";
import { relativeTime } from "./relative-time.ts";

const minute = 60_000;

describe("relative times", () => {
  it.each([
    [-1, "just now"],
    [0, "just now"],
    [5 * minute - 1, "just now"],
    [5 * minute, "5 minutes ago"],
    [60 * minute - 1, "59 minutes ago"],
    [60 * minute, "1 hour ago"],
    [49 * 60 * minute, "2 days ago"],
  ])("[TIME-1] %d ms ago is %j", (passed, text) => {
    expect(relativeTime(1_000_000_000, 1_000_000_000 + passed, "en_US", "just now")).toBe(text);
  });
});
