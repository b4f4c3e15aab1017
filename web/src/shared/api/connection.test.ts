import { afterEach, beforeEach, expect, it, vi } from "vitest";

const asked = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal("fetch", asked);
  asked.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const addresses = () => asked.mock.calls.map(([address]) => address);
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

it("[NET-1] [NET-3] asks the configured server whether it can be reached again", async () => {
  vi.stubEnv("VITE_API_BASE", "https://api.example/base");
  asked.mockResolvedValue(new Response());
  const { noteReachable } = await import("./connection.ts");
  noteReachable(false);
  await seconds(10);
  expect(addresses()).toEqual(["https://api.example/base/health/live"]);
});

it("[NET-3] goes on asking while something else answers, or nothing", async () => {
  asked
    .mockResolvedValueOnce(new Response("", { status: 404 }))
    .mockResolvedValueOnce(new Response("", { status: 502 }))
    .mockRejectedValueOnce(new TypeError("no line"))
    .mockResolvedValue(new Response());
  const { noteReachable } = await import("./connection.ts");
  noteReachable(false);
  await seconds(9);
  expect(addresses()).toEqual(Array(3).fill("/api/health/live"));
  await seconds(10);
  expect(asked).toHaveBeenCalledTimes(4);
});

it("[NET-3] gives up a question that nobody answers, and asks again", async () => {
  asked.mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(new Error("given up")));
      }),
  );
  const { noteReachable } = await import("./connection.ts");
  noteReachable(false);
  await seconds(12);
  expect(asked).toHaveBeenCalledTimes(1);
  await seconds(5);
  expect(asked).toHaveBeenCalledTimes(2);
});
