import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { exchange, newIdempotencyKey } from "./api-exchange.ts";
import * as connection from "./connection.ts";
import { addServerTime, serverNow } from "#shared/time/server-clock.ts";
import { stubBrowser } from "#test/stub-browser.ts";

const phone = Date.parse("2026-11-22T08:00:00.700Z");

beforeEach(() => {
  vi.useFakeTimers({ now: phone, toFake: ["Date"] });
  stubBrowser("/pages/home/home");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Receives a response with the `Date` header that every server sends. The server's clock is an hour ahead of the
 * phone's.
 */
async function callServer(): Promise<void> {
  const headers = { Date: "Sun, 22 Nov 2026 09:00:00 GMT" };
  const body = JSON.stringify({ code: 0, message: "", data: {} });
  vi.stubGlobal("fetch", async () => new Response(body, { headers }));
  await exchange("publicDevice", {}, null);
}

it("[HOME-3] reads the server's time from the Date header of any response, accurate to half a second", async () => {
  await callServer();
  expect(Math.abs(serverNow() - phone - 3_600_000)).toBeLessThanOrEqual(500);
});

it("[CNT-1] [HOME-3] prefers the time in the data of a response to the Date header of another", async () => {
  addServerTime("2026-11-22T09:00:00.700Z", phone - 200, phone);
  await callServer();
  expect(serverNow() - phone).toBe(3_600_100);
});

it("[NET-3] does not treat an error page of a proxy as the server's response", async () => {
  const reportReachable = vi.spyOn(connection, "reportReachable");
  vi.stubGlobal("fetch", async () => new Response("<h1>Bad Gateway</h1>", { status: 502 }));
  await expect(exchange("publicDevice", {}, null)).rejects.toMatchObject({ kind: "invalid" });
  expect(reportReachable).not.toHaveBeenCalled();
  await callServer();
  expect(reportReachable).toHaveBeenCalledWith(true);
});

it("[NET-3] makes no call that was already aborted", async () => {
  const fetched = vi.fn<typeof fetch>(async (_address, init) =>
    Promise.reject(init?.signal?.reason as Error),
  );
  vi.stubGlobal("fetch", fetched);
  const call = exchange("publicDevice", { deviceId: "MC000001" }, null, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ kind: "aborted" });
});

it("[START-6] creates unique idempotency keys", () => {
  const keys = new Set(Array.from({ length: 1_000 }, newIdempotencyKey));
  expect(keys.size).toBe(1_000);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
