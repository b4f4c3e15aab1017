import { eventIdHeader } from "@reposo/contract/sessions/event-stream.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const headers = { "Access-Token": "t" };
const call = { method: "GET", url: "/api/figures", body: null } as const;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  const answer = Promise.resolve(new Response("{}", { headers: { [eventIdHeader]: "7" } }));
  vi.stubGlobal("window", { earlyCalls: [{ ...call, headers, sentAt: 0, receivedAt: 1, answer }] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("[PERF-1] uses the early responses in a page whose code loads nine seconds later, and resumes the stream from them", async () => {
  const { claimEarlyCall, claimEarlyEventIds } = await import("./early-calls.ts");
  const ids = claimEarlyEventIds(headers);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(claimEarlyCall(call, headers)).not.toBeNull();
  expect(await ids).toBe("7");
});

it("[PERF-1] provides no early responses after the stream has opened", async () => {
  const { claimEarlyCall, claimEarlyEventIds } = await import("./early-calls.ts");
  const ids = claimEarlyEventIds(headers);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await ids).toBe("7");
  expect(claimEarlyCall(call, headers)).toBeNull();
});
