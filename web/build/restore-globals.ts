import { afterAll, vi } from "vitest";

// The files of one worker share a process.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
