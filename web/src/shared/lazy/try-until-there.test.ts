import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { firstPauseMilliseconds, mostTries, tryUntilThere } from "./try-until-there.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const hour = 3_600_000;

it("[NET-4] tries again after ever longer pauses, and gives up in the end", async () => {
  const startedAt = Date.now();
  const triedAfter: number[] = [];
  const failed = vi.fn<() => void>();
  tryUntilThere(() => {
    triedAfter.push(Date.now() - startedAt);
    return Promise.resolve(false);
  }, failed);
  await vi.advanceTimersByTimeAsync(hour);
  expect(triedAfter.slice(0, 4)).toEqual([0, 1, 3, 7].map((pauses) => pauses * firstPauseMilliseconds));
  expect(triedAfter).toHaveLength(mostTries);
  expect(failed).toHaveBeenCalledTimes(mostTries);
});

it("[NET-4] is done once it is there", async () => {
  const outcomes = [false, true];
  const bring = vi.fn<() => Promise<boolean>>(() => Promise.resolve(outcomes.shift() ?? false));
  const failed = vi.fn<() => void>();
  tryUntilThere(bring, failed);
  await vi.advanceTimersByTimeAsync(hour);
  expect(bring).toHaveBeenCalledTimes(2);
  expect(failed).toHaveBeenCalledTimes(1);
});

it("[NET-4] neither tries nor tells once it was left", async () => {
  const bring = vi.fn<() => Promise<boolean>>(() => Promise.resolve(false));
  const failed = vi.fn<() => void>();
  const leave = tryUntilThere(bring, failed);
  await vi.advanceTimersByTimeAsync(0);
  leave();
  tryUntilThere(bring, failed)();
  await vi.advanceTimersByTimeAsync(hour);
  expect(bring).toHaveBeenCalledTimes(2);
  expect(failed).toHaveBeenCalledTimes(1);
});
