import { afterEach, expect, it, vi } from "vitest";
import { repeatEarlyTap } from "./early-tap.ts";

class Node {
  readonly click = vi.fn<() => void>();
  readonly isConnected: boolean;
  readonly closest: () => Node | null;
  constructor(isConnected: boolean, button: Node | null = null) {
    this.isConnected = isConnected;
    this.closest = () => button;
  }
}

const view = (tapped: unknown) => ({ earlyTap: tapped as EventTarget });
vi.stubGlobal("Element", Node);
afterEach(() => vi.clearAllMocks());

it("[START-3] [NET-4] repeats only the last early tap on a button, and only once", () => {
  const button = new Node(true);
  const page = view(new Node(true, button));
  repeatEarlyTap(page);
  repeatEarlyTap(page);
  expect(button.click).toHaveBeenCalledTimes(1);
});

it("[NET-4] ignores early taps next to a button or on removed elements", () => {
  const removed = new Node(false);
  for (const tapped of [undefined, 0, null, new Node(true), new Node(true, removed)]) {
    const page = view(tapped);
    repeatEarlyTap(page);
    expect(page.earlyTap).toBeNull();
  }
  expect(removed.click).not.toHaveBeenCalled();
});
