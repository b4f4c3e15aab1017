import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("[NET-3] aborts, reports, and retries a connection attempt without a response", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("document", new EventTarget());
  const localStorage = { getItem: (name: string) => (name === "reposo.token" ? "t" : null) };
  vi.stubGlobal("window", Object.assign(new EventTarget(), { localStorage }));
  const stalled = vi.fn<typeof fetch>(
    (_address, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  );
  vi.stubGlobal("fetch", stalled);
  const { openLiveEvents } = await import("./live-events.ts");
  const states: string[] = [];
  const close = openLiveEvents({ onEvent: () => {}, onState: (state) => states.push(state) });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([stalled.mock.calls.length, states]).toEqual([1, ["connecting"]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states).toContain("cut");
  expect(stalled.mock.calls.length).toBeGreaterThan(1);
  close();
  const calls = stalled.mock.calls.length;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(stalled).toHaveBeenCalledTimes(calls);
});
