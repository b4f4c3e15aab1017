import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  firstDelayMilliseconds,
  lazyComponent,
  maxAttempts,
  observeLoad,
  retryUntilLoaded,
} from "./lazy-component.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new Promise<never>(() => undefined);

function observe(load: Promise<unknown>) {
  const seen: string[] = [];
  const cancel = observeLoad(
    load,
    (progress) => seen.push(progress),
    () => seen.push("loaded"),
    () => seen.push("lost"),
  );
  return { seen, cancel };
}

it("[NET-4] shows a loading view after 200 ms and offers a retry after 60 s", async () => {
  const { seen } = observe(never);
  await vi.advanceTimersByTimeAsync(199);
  expect(seen).toEqual(["waiting"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(["waiting", "slow"]);
  await vi.advanceTimersByTimeAsync(59_799);
  expect(seen).toEqual(["waiting", "slow"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(["waiting", "slow", "failed"]);
});

it("[NET-4] reports an early failure only once", async () => {
  const { seen } = observe(Promise.reject(new Error("no such file")));
  await vi.advanceTimersByTimeAsync(70_000);
  expect(seen).toEqual(["waiting", "failed", "lost"]);
});

it("[NET-4] reports nothing after the page was left", async () => {
  const { seen, cancel } = observe(new Promise((_, reject) => setTimeout(reject, 90_000)));
  await vi.advanceTimersByTimeAsync(61_000);
  cancel();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(seen).toEqual(["waiting", "slow", "failed"]);
});

it("[NET-4] shows a page that loads after a retry was offered, unless the page was left", async () => {
  const arriving = () => new Promise((resolve) => setTimeout(resolve, 90_000));
  const stayed = observe(arriving());
  const left = observe(arriving());
  await vi.advanceTimersByTimeAsync(61_000);
  left.cancel();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(stayed.seen).toEqual(["waiting", "slow", "failed", "loaded"]);
  expect(left.seen).toEqual(["waiting", "slow", "failed"]);
});

it("[NET-4] gives up loading a page's code after 120 s, and fetches it again at the next load", async () => {
  const Page = () => null;
  const fetchModule = vi.fn<() => Promise<{ default: typeof Page }>>(() => never);
  const page = lazyComponent(fetchModule);
  const refused = vi.fn<(error: Error) => void>();
  page.load().catch(refused);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(refused).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toHaveBeenCalledOnce();
  fetchModule.mockResolvedValue({ default: Page });
  await expect(page.load()).resolves.toBe(Page);
  expect(page.loaded()).toBe(Page);
  expect(fetchModule).toHaveBeenCalledTimes(2);
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const hour = 3_600_000;
const fail = () => Promise.reject(new Error("no such file"));

it("[NET-4] retries with exponential backoff, and gives up after the maximum number of attempts", async () => {
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

it("[NET-4] stops retrying after a successful load", async () => {
  const load = vi.fn<() => Promise<void>>(() => Promise.resolve()).mockImplementationOnce(fail);
  const failed = vi.fn<() => void>();
  retryUntilLoaded(load, failed);
  await vi.advanceTimersByTimeAsync(hour);
  expect(load).toHaveBeenCalledTimes(2);
  expect(failed).toHaveBeenCalledTimes(1);
});

it("[NET-4] neither retries nor reports a failure after it was cancelled", async () => {
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
