import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { importWithRetry } from "./import-with-retry.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const file = "https://chairs.example/assets/error-screen-a1_B2.js";

/** Imports a file whose first `failures` requests fail. Returns the requests and the outcome. */
async function importFailing(message: string, failures: number) {
  const requests: string[] = [];
  const request = async (address: string) => {
    requests.push(address);
    if (requests.length <= failures) throw new TypeError(message.replace(file, address));
    return "loaded";
  };
  const outcome = importWithRetry(() => request(file), request).catch(String);
  await vi.advanceTimersByTimeAsync(10_000);
  return { requests, outcome: await outcome };
}

it.each([
  `Failed to fetch dynamically imported module: ${file}`,
  `error loading dynamically imported module: ${file}`,
])("[NET-4] retries a failed import with another URL each time: %s", async (message) => {
  const { requests, outcome } = await importFailing(message, 2);
  expect(outcome).toBe("loaded");
  expect(requests.map((address) => address.replace(/\d+$/, "n"))).toEqual([
    file,
    `${file}?retry=n`,
    `${file}?retry=n`,
  ]);
  expect(new Set(requests).size).toBe(3);
});

it("[NET-4] retries the same URL if the error does not contain it", async () => {
  const { requests, outcome } = await importFailing("Importing a module script failed.", 1);
  expect(outcome).toBe("loaded");
  expect(requests).toEqual([file, file]);
});

it("[NET-4] rejects after two retries", async () => {
  const { requests, outcome } = await importFailing(`no such file: ${file}`, 3);
  expect(outcome).toMatch(/^TypeError: no such file/);
  expect(requests).toHaveLength(3);
});

it("[NET-4] abandons an import after 120 s", async () => {
  const failed = vi.fn<(error: unknown) => void>();
  importWithRetry(() => new Promise<never>(() => {})).catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledOnce();
});
