import { expect, it } from "vitest";
import { createStreamBackoff } from "./open-event-stream.ts";

it("[HOME-3] doubles the wait from one second to one minute, and restarts after a pause of twice the wait", () => {
  const backoff = createStreamBackoff();
  let nowMs = 5_000;
  expect(backoff.remainingMs(nowMs)).toBe(0);
  const waits = Array.from({ length: 9 }, () => {
    const waitMs = backoff.next(nowMs);
    expect(backoff.remainingMs(nowMs + 400)).toBe(waitMs - 400);
    nowMs += waitMs;
    expect(backoff.remainingMs(nowMs)).toBe(0);
    return waitMs;
  });
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(backoff.next(nowMs + 60_000)).toBe(60_000);
  expect(backoff.next(nowMs + 60_000 + 120_001)).toBe(1_000);
});

it("[HOME-3] restarts when the clock is set back", () => {
  const backoff = createStreamBackoff();
  backoff.next(3_600_000);
  expect(backoff.remainingMs(1_000)).toBe(0);
  expect(backoff.next(1_000)).toBe(1_000);
});
