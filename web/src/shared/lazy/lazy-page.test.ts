import { expect, it, vi } from "vitest";
import { lazyPage } from "./lazy-page.ts";

const Page = () => null;

it("[NET-4] imports a page once, and again after a failure", async () => {
  vi.useFakeTimers();
  let isOnline = false;
  const importModule = vi.fn<() => Promise<{ default: typeof Page }>>(async () => {
    if (!isOnline) throw new Error("offline");
    return { default: Page };
  });
  const page = lazyPage("src/page.tsx", importModule);
  const outcome = page.load().catch(String);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toBe("Error: offline");
  expect(page.loaded()).toBeNull();

  isOnline = true;
  importModule.mockClear();
  expect(await Promise.all([page.load(), page.load()])).toEqual([Page, Page]);
  expect(importModule).toHaveBeenCalledOnce();
  expect(page.loaded()).toBe(Page);
  vi.useRealTimers();
});
