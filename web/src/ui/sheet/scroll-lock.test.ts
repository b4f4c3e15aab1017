import { afterEach, expect, it, vi } from "vitest";
import { lockScrolling } from "./scroll-lock.ts";

afterEach(() => vi.unstubAllGlobals());

it("lets the page scroll again after both sheets have closed, in any order", () => {
  const style = { overflow: "" };
  vi.stubGlobal("document", { documentElement: { style } });
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const unlocks = [lockScrolling(), lockScrolling()];
    unlocks[order[0] ?? 0]?.();
    expect(style.overflow).toBe("hidden");
    unlocks[order[1] ?? 0]?.();
    expect(style.overflow).toBe("");
  }
});
