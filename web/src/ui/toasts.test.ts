import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createToasts, toastMilliseconds } from "./toasts.ts";

describe("toasts", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("[NET-4] shows each for two seconds, one at a time", () => {
    const toasts = createToasts();
    toasts.show("one");
    toasts.show("two");
    expect(toasts.current()?.text).toBe("one");
    vi.advanceTimersByTime(toastMilliseconds - 1);
    expect(toasts.current()?.text).toBe("one");
    vi.advanceTimersByTime(1);
    expect(toasts.current()?.text).toBe("two");
    vi.advanceTimersByTime(toastMilliseconds);
    expect(toasts.current()).toBeNull();
  });

  it("says a text once, however many calls fail together", () => {
    const toasts = createToasts();
    for (let i = 0; i < 8; i++) toasts.show("Network connection failed");
    vi.advanceTimersByTime(toastMilliseconds);
    expect(toasts.current()).toBeNull();
  });

  it("tells its listeners of each change and forgets those who left", () => {
    const toasts = createToasts();
    const heard: (string | null)[] = [];
    const leave = toasts.subscribe(() => heard.push(toasts.current()?.text ?? null));
    toasts.show("one");
    vi.advanceTimersByTime(toastMilliseconds);
    leave();
    toasts.show("two");
    expect(heard).toEqual(["one", null]);
  });
});
