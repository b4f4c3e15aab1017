import { describe, expect, it } from "vitest";
import { createBatcher, type Outcome } from "./batcher.ts";

function gathering(fails: (items: readonly string[]) => boolean = () => false) {
  const batches: string[][] = [];
  const ask = createBatcher<string, string>({
    most: 3,
    keyOf: (item) => item.slice(0, 1),
    work: async (items) => {
      batches.push([...items]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (fails(items)) throw new Error("all of them");
      return items.map(
        (item): Outcome<string> =>
          item.endsWith("!") ? { error: new Error(item) } : { value: `${item} done` },
      );
    },
  });
  return { batches, ask };
}

describe("gathering", () => {
  it("does together what is asked for at the same time, so many at most, and no two of a key", async () => {
    const { batches, ask } = gathering();
    const answers = await Promise.all(["a1", "b1", "a2", "c1", "d1"].map(ask));
    expect(answers).toEqual(["a1 done", "b1 done", "a2 done", "c1 done", "d1 done"]);
    expect(batches).toEqual([
      ["a1", "b1", "c1"],
      ["a2", "d1"],
    ]);
    expect(await ask("e1")).toBe("e1 done");
  });

  it("refuses one of a batch without the others", async () => {
    const { ask } = gathering();
    const settled = await Promise.allSettled(["a", "b!", "c"].map(ask));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("does one by one what failed together", async () => {
    const { batches, ask } = gathering((items) => items.includes("b"));
    const settled = await Promise.allSettled(["a", "b", "c"].map(ask));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(batches).toEqual([["a", "b", "c"], ["a"], ["b"], ["c"]]);
  });
});
