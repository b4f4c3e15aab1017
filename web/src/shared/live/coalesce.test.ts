import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { coalesce } from "./coalesce.ts";

describe("coalesce", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("[HOME-3] runs immediately for the first event, and once a second for a burst of events", () => {
    const run = vi.fn<() => void>();
    const call = coalesce(run, 1_000);
    for (let i = 0; i < 50; i++) call();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(999);
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("runs again for an event during the pause", () => {
    const run = vi.fn<() => void>();
    const call = coalesce(run, 1_000);
    call();
    vi.advanceTimersByTime(1_000);
    expect(run).toHaveBeenCalledTimes(1);
    call();
    vi.advanceTimersByTime(500);
    call();
    vi.advanceTimersByTime(500);
    expect(run).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(5_000);
    expect(run).toHaveBeenCalledTimes(3);
  });

  it("does not run again after it is cancelled", () => {
    const run = vi.fn<() => void>();
    const call = coalesce(run, 1_000);
    call();
    call();
    call.cancel();
    vi.advanceTimersByTime(5_000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
