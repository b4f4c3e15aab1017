import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serverNow } from "./server-clock.ts";
import { useMinutes } from "./ticking-clock.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("[PERF-1] [TIME-1] renders every page on the server with the current time", () => {
  const Probe = () => <time>{new Date(useMinutes()).toISOString()}</time>;
  for (const time of ["2026-11-26T08:00:00.000Z", "2026-11-26T09:30:00.000Z"]) {
    vi.setSystemTime(time);
    expect(renderToString(<Probe />)).toBe(`<time>${new Date(serverNow()).toISOString()}</time>`);
  }
});
