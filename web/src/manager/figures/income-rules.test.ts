import { describe, expect, it } from "vitest";
import { onlineShare } from "./income-rules.ts";

describe("onlineShare", () => {
  it.each([
    [{ online: 0, cash: 0 }, null],
    [{ online: 300, cash: 100 }, 0.75],
    [{ online: 0, cash: 100 }, 0],
    [{ online: 100, cash: 0 }, 1],
    [{ online: -100, cash: 400 }, null],
    [{ online: 100, cash: -100 }, null],
  ])("[HOME-1] of %o is %s", (sums, share) => {
    expect(onlineShare(sums)).toBe(share);
  });
});
