import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { coalesce } from "./coalesce.ts";

describe("coalesce", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("[HOME-3] handles the first event at once and a burst of them once a second", () => {
    const run = vi.fn<() => void>();
    const call = coalesce(run, 1_000);
    for (let i = 0; i < 50; i++) call();
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(999);
    expect(run).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("never loses the last event", () => {
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

  it("stops when it is cancelled", () => {
    const run = vi.fn<() => void>();
    const call = coalesce(run, 1_000);
    call();
    call();
    call.cancel();
    vi.advanceTimersByTime(5_000);
    expect(run).toHaveBeenCalledTimes(1);
  });
});
