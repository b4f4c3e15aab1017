import { describe, expect, it } from "vitest";
import { timeLeft } from "./time-left.ts";

const endsAt = "2026-11-21T10:00:00.000Z";
const at = Date.parse(endsAt);

describe("timeLeft", () => {
  it.each([
    [15 * 60_000, "15:00"],
    [61_000, "01:01"],
    [60_400, "01:01"],
    [1, "00:01"],
    [90 * 60_000, "90:00"],
    [0, null],
    [-5_000, null],
  ])("[DEV-1] %i ms before the end shows %s", (milliseconds, shown) => {
    expect(timeLeft(endsAt, at - milliseconds)).toBe(shown);
  });

  it("[DEV-1] shows nothing for an end that is no instant", () => {
    expect(timeLeft("soon", at)).toBeNull();
  });
});
