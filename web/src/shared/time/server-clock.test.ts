import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addServerSecond, addServerTime, serverNow } from "./server-clock.ts";

// With the real clock, a busy machine could pause between two readings.
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const distance = (offset: number) => Math.abs(serverNow() - Date.now() - offset);
const stamp = (at: number) => new Date(at).toISOString();

it("[CNT-1] prefers the fastest response, and detects that the phone's clock was set", () => {
  const now = Date.now();
  addServerTime(stamp(now + 60_000), now - 100, now + 100);
  expect(distance(60_000)).toBeLessThan(5);
  addServerTime(stamp(now + 60_030), now - 20, now + 20);
  expect(distance(60_030)).toBeLessThan(5);
  // This response is slower and within its error range, so it is ignored.
  addServerTime(stamp(now + 60_200), now - 400, now + 400);
  expect(distance(60_030)).toBeLessThan(5);
  // An hour cannot be a network delay, so the phone's clock was set.
  addServerTime(stamp(now + 3_600_000), now - 400, now + 400);
  expect(distance(3_600_000)).toBeLessThan(5);
});

it("[CNT-1] does not replace an old accurate reading by a less accurate one, unless the clock was set", () => {
  const now = Date.now();
  addServerTime(stamp(now - 300_000 + 60_000), now - 300_010, now - 299_990);
  addServerSecond(stamp(now + 59_300), now - 10, now + 10);
  expect(distance(60_000)).toBeLessThan(50);
  addServerSecond(stamp(now + 3_600_000), now - 10, now + 10);
  expect(distance(3_600_000)).toBeLessThan(1_000);
});
