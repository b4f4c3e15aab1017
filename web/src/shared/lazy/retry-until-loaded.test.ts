import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { firstDelayMilliseconds, maxAttempts, retryUntilLoaded } from "./retry-until-loaded.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const hour = 3_600_000;
const fail = () => Promise.reject(new Error("no such file"));

it("[NET-4] retries with exponential backoff, and gives up in the end", async () => {
  const startedAt = Date.now();
  const attemptedAfter: number[] = [];
  const failed = vi.fn<() => void>();
  retryUntilLoaded(() => {
    attemptedAfter.push(Date.now() - startedAt);
    return fail();
  }, failed);
  await vi.advanceTimersByTimeAsync(hour);
  expect(attemptedAfter.slice(0, 4)).toEqual([0, 1, 3, 7].map((delays) => delays * firstDelayMilliseconds));
  expect(attemptedAfter).toHaveLength(maxAttempts);
  expect(failed).toHaveBeenCalledTimes(maxAttempts);
});

it("[NET-4] stops once it has loaded", async () => {
  const load = vi.fn<() => Promise<void>>(() => Promise.resolve()).mockImplementationOnce(fail);
  const failed = vi.fn<() => void>();
  retryUntilLoaded(load, failed);
  await vi.advanceTimersByTimeAsync(hour);
  expect(load).toHaveBeenCalledTimes(2);
  expect(failed).toHaveBeenCalledTimes(1);
});

it("[NET-4] neither retries nor reports a failure once it was cancelled", async () => {
  const load = vi.fn<() => Promise<void>>(fail);
  const failed = vi.fn<() => void>();
  const cancel = retryUntilLoaded(load, failed);
  await vi.advanceTimersByTimeAsync(0);
  cancel();
  retryUntilLoaded(load, failed)();
  await vi.advanceTimersByTimeAsync(hour);
  expect(load).toHaveBeenCalledTimes(2);
  expect(failed).toHaveBeenCalledTimes(1);
});
