import { describe, expect, it } from "vitest";
import { milestonePassed, remainingMilliseconds, totalMilliseconds } from "./remaining.ts";

const start = Date.parse("2026-11-21T10:00:00.000Z");
const running = {
  orderStatus: "running",
  minutes: 15,
  startedAt: new Date(start).toISOString(),
  endsAt: new Date(start + 900_000).toISOString(),
} as const;

describe("the countdown", () => {
  it.each([
    [0, 900_000],
    [1, 899_999],
    [899_001, 999],
    [900_000, 0],
    [9_000_000, 0],
    [-60_000, 900_000],
  ])("[CNT-1] has after %d ms %d ms left", (passed, left) => {
    expect(remainingMilliseconds(running, start + passed)).toBe(left);
  });

  it("[CNT-1] shows the bought minutes before the chair has started", () => {
    const waiting = { ...running, orderStatus: "starting", startedAt: null, endsAt: null } as const;
    expect(totalMilliseconds(waiting)).toBe(900_000);
    expect(remainingMilliseconds(waiting, start)).toBe(900_000);
  });

  it("[CNT-1] announces five minutes and one minute when they are passed, and not later", () => {
    expect(milestonePassed(300_001, 300_000)).toBe("fiveMinutes");
    expect(milestonePassed(60_001, 59_000)).toBe("oneMinute");
    expect(milestonePassed(290_000, 280_000)).toBeNull();
    expect(milestonePassed(400_000, 30_000)).toBe("oneMinute");
  });
});
