import { describe, expect, it } from "vitest";
import { createBatcher, type Outcome } from "./batcher.ts";
import { UnknownOutcomeError } from "./database-errors.ts";

function openBatcher() {
  const batches: string[][] = [];
  const add = createBatcher<string, string>({
    maxSize: 3,
    keyOf: (item) => item.slice(0, 1),
    processBatch: async (items) => {
      batches.push([...items]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return items.map(
        (item): Outcome<string> =>
          item.endsWith("!") ? { error: new Error(item) } : { value: `${item} done` },
      );
    },
  });
  return { batches, add };
}

describe("a batcher", () => {
  it("processes items that arrive together in batches of limited size, with each key only once per batch", async () => {
    const { batches, add } = openBatcher();
    const answers = await Promise.all(["a1", "b1", "a2", "c1", "d1"].map(add));
    expect(answers).toEqual(["a1 done", "b1 done", "a2 done", "c1 done", "d1 done"]);
    expect(batches).toEqual([
      ["a1", "b1", "c1"],
      ["a2", "d1"],
    ]);
    expect(await add("e1")).toBe("e1 done");
  });

  it("processes several batches at the same time, but items with the same key one after another", async () => {
    const active = new Set<string>();
    const together: string[][] = [];
    const add = createBatcher<string, string>({
      maxSize: 2,
      concurrency: 2,
      keyOf: (item) => item.slice(0, 1),
      async processBatch(items) {
        for (const item of items) active.add(item);
        together.push([...active].sort());
        await new Promise((resolve) => setTimeout(resolve, 5));
        for (const item of items) active.delete(item);
        return items.map((value) => ({ value }));
      },
    });
    const items = ["a1", "b1", "a2", "c1", "d1", "e1", "f1"];
    const answers: string[] = [];
    await Promise.all(items.map(async (item) => answers.push(await add(item))));
    expect(answers.sort()).toEqual(items.toSorted());
    expect(Math.max(...together.map((at) => at.length))).toBe(4);
    for (const at of together) expect(at).not.toEqual(expect.arrayContaining(["a1", "a2"]));
    expect(together.flat()).toContain("a2");
    expect(await add("a3")).toBe("a3");
  });

  it("rejects one item of a batch without rejecting the others", async () => {
    const { add } = openBatcher();
    const settled = await Promise.allSettled(["a", "b!", "c"].map(add));
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  it("[STATE-2] processes a failed batch in halves, so that one failing item of 250 causes 16 further batches", async () => {
    const batches: string[][] = [];
    const add = createBatcher<string, string>({
      maxSize: 250,
      async processBatch(items) {
        batches.push([...items]);
        if (items.includes("137")) throw new Error("refused");
        return items.map((value) => ({ value }));
      },
    });
    const items = Array.from({ length: 250 }, (_, index) => String(index));
    const settled = await Promise.allSettled(items.map(add));
    expect(settled.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([137]);
    expect(batches.length).toBeLessThanOrEqual(17);
  });

  it("[G-4] rejects all items of a batch that may have been committed, and processes none of them again", async () => {
    const batches: string[][] = [];
    const add = createBatcher<string, string>({
      async processBatch(items) {
        batches.push([...items]);
        throw new UnknownOutcomeError(new Error("Connection terminated"));
      },
    });
    const settled = await Promise.allSettled(["a", "b"].map(add));
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(batches).toEqual([["a", "b"]]);
  });
});
