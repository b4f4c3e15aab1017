import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followLoad, lazyScreen } from "./screen-loader.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new Promise<never>(() => undefined);

function follow(load: Promise<unknown>) {
  const seen: string[] = [];
  const leave = followLoad(
    load,
    (progress) => seen.push(progress),
    () => seen.push("arrived"),
    () => seen.push("lost"),
  );
  return { seen, leave };
}

it("[NET-4] shows a loading view after 200 ms and offers a retry after 60 s", async () => {
  const { seen } = follow(never);
  await vi.advanceTimersByTimeAsync(199);
  expect(seen).toEqual(["waiting"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(["waiting", "slow"]);
  await vi.advanceTimersByTimeAsync(59_799);
  expect(seen).toEqual(["waiting", "slow"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toEqual(["waiting", "slow", "failed"]);
});

it("[NET-4] keeps saying that a page failed, however quickly it did", async () => {
  const { seen } = follow(Promise.reject(new Error("no such file")));
  await vi.advanceTimersByTimeAsync(70_000);
  expect(seen).toEqual(["waiting", "failed", "lost"]);
});

it("[NET-4] leaves whatever stands now alone when the code of a page that was left does not come", async () => {
  const { seen, leave } = follow(new Promise((_, reject) => setTimeout(reject, 90_000)));
  await vi.advanceTimersByTimeAsync(61_000);
  leave();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(seen).toEqual(["waiting", "slow", "failed"]);
});

it("[NET-4] draws a page that arrives after the retry was offered, unless it was left", async () => {
  const arriving = () => new Promise((resolve) => setTimeout(resolve, 90_000));
  const stayed = follow(arriving());
  const went = follow(arriving());
  await vi.advanceTimersByTimeAsync(61_000);
  went.leave();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(stayed.seen).toEqual(["waiting", "slow", "failed", "arrived"]);
  expect(went.seen).toEqual(["waiting", "slow", "failed"]);
});

it("[NET-4] gives a page's code up after 120 s and fetches it again when asked to", async () => {
  const Page = () => null;
  const fetchModule = vi.fn<() => Promise<{ default: typeof Page }>>(() => never);
  const screen = lazyScreen(fetchModule);
  const refused = vi.fn<(error: Error) => void>();
  screen.load().catch(refused);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(refused).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toHaveBeenCalledOnce();
  fetchModule.mockResolvedValue({ default: Page });
  await expect(screen.load()).resolves.toBe(Page);
  expect(screen.loaded()).toBe(Page);
  expect(fetchModule).toHaveBeenCalledTimes(2);
});
