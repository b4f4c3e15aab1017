import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createIdleQueue } from "./when-idle.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Returns whether a task has run a second after the given events of the page. */
function runsAfter(...events: string[]): boolean {
  const { whenIdle, listen } = createIdleQueue();
  const stopListening = listen();
  for (const name of events) window.dispatchEvent(new Event(name));
  const task = vi.fn<() => void>();
  whenIdle(task);
  vi.advanceTimersByTime(1_000);
  stopListening();
  return task.mock.calls.length > 0;
}

it("[DEV-1] changes the rows of a list only while the user does not touch it", () => {
  expect(runsAfter()).toBe(true);
  expect(runsAfter("pointerdown")).toBe(false);
  expect(runsAfter("pointerdown", "pointerup")).toBe(true);
});

it("[DEV-1] changes the rows of a list after its context menu was opened, whose release the page does not receive", () => {
  expect(runsAfter("pointerdown", "contextmenu")).toBe(true);
});
