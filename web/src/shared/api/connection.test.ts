import { afterEach, beforeEach, expect, it, vi } from "vitest";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal("fetch", fetched);
  fetched.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const addresses = () => fetched.mock.calls.map(([address]) => address);
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

it("[NET-1] [NET-3] probes whether the configured server is reachable again", async () => {
  vi.stubEnv("VITE_API_BASE", "https://api.example/base");
  fetched.mockResolvedValue(new Response());
  const { reportReachable } = await import("./connection.ts");
  reportReachable(false);
  await seconds(10);
  expect(addresses()).toEqual(["https://api.example/base/health/live"]);
});

it("[NET-3] continues probing while the server does not respond, or a proxy responds without it", async () => {
  fetched
    .mockResolvedValueOnce(new Response("", { status: 404 }))
    .mockResolvedValueOnce(new Response("", { status: 502 }))
    .mockRejectedValueOnce(new TypeError("no line"))
    .mockResolvedValue(new Response());
  const { reportReachable } = await import("./connection.ts");
  reportReachable(false);
  await seconds(9);
  expect(addresses()).toEqual(Array(3).fill("/api/health/live"));
  await seconds(10);
  expect(fetched).toHaveBeenCalledTimes(4);
});

it("[NET-3] aborts an unanswered probe, and probes again", async () => {
  fetched.mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(new Error("given up")));
      }),
  );
  const { reportReachable } = await import("./connection.ts");
  reportReachable(false);
  await seconds(12);
  expect(fetched).toHaveBeenCalledTimes(1);
  await seconds(5);
  expect(fetched).toHaveBeenCalledTimes(2);
});
