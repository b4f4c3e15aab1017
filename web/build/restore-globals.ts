import { afterAll, vi } from "vitest";

// Test files run in the same worker process, so changed globals would leak into the next file.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
