import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createMediaQueue } from "./media-queue.ts";

/** Creates a job that ends when the test calls `end`. */
function blockedJob(name: string, done: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async () => {
    done.push(`${name} starts`);
    await promise;
  };
  return { work, end: resolve };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("the queue of pictures and videos", () => {
  it("[FB-2] processes the files of other owners before those of an owner who sends many", async () => {
    const queue = createMediaQueue();
    const { signal } = new AbortController();
    const done: string[] = [];
    const first = blockedJob("a0", done);
    const jobs = [queue({ address: "mall", owner: "a", signal }, first.work)];
    for (const [owner, name] of ["a1", "a2", "a3", "b1", "b2", "c1"].map(
      (one) => [one[0] ?? "", one] as const,
    ))
      jobs.push(queue({ address: "mall", owner, signal }, async () => void done.push(name)));
    await delay(100);
    first.end();
    await Promise.all(jobs);
    expect(done).toEqual(["a0 starts", "b1", "c1", "b2", "a1", "a2", "a3"]);
  });

  it("[FB-2] prefers addresses, and owners of an address, that have used less processing time, failed jobs included", async () => {
    const queue = createMediaQueue();
    const { signal } = new AbortController();
    const done: string[] = [];
    const first = blockedJob("first", done);
    const running = queue({ address: "hotel", owner: "z", signal }, first.work);
    const add = (address: string, owner: string, name: string, work = async () => {}) =>
      queue({ address, owner, signal }, async () => {
        done.push(name);
        await work();
      }).catch(() => {});
    const slowFailure = async () => {
      await delay(100);
      throw new Error("broken");
    };
    const jobs = [
      add("mall", "a", "a1", slowFailure),
      add("mall", "a", "a2"),
      add("mall", "b", "b1", () => delay(1)),
      add("mall", "b", "b2"),
      add("street", "c", "c1"),
      add("hotel", "z", "z1"),
    ];
    await delay(400);
    first.end();
    await Promise.all([running, ...jobs]);
    expect(done).toEqual(["first starts", "a1", "c1", "b1", "b2", "a2", "z1"]);
  });

  it("[FB-2] drops jobs of disconnected clients, and continues after a job fails", async () => {
    const queue = createMediaQueue();
    const { signal } = new AbortController();
    const disconnect = new AbortController();
    const done: string[] = [];
    const first = blockedJob("a", done);
    const running = queue({ address: "mall", owner: "a", signal }, first.work);
    const left = queue(
      { address: "mall", owner: "b", signal: disconnect.signal },
      async () => void done.push("b"),
    );
    const failing = queue({ address: "mall", owner: "c", signal }, () => Promise.reject(new Error("broken")));
    const last = queue({ address: "mall", owner: "d", signal }, async () => void done.push("d"));
    disconnect.abort(new Error("client disconnected"));
    await expect(left).rejects.toThrow("client disconnected");
    first.end();
    await expect(failing).rejects.toThrow("broken");
    await Promise.all([running, last]);
    expect(done).toEqual(["a starts", "d"]);
    await expect(
      queue({ address: "mall", owner: "b", signal: disconnect.signal }, async () => {}),
    ).rejects.toThrow("client disconnected");
  });

  it("[FB-2] runs only as many jobs concurrently as its limit allows", async () => {
    const queue = createMediaQueue(2);
    const { signal } = new AbortController();
    const done: string[] = [];
    const jobs = ["a", "b", "c"].map((owner) => ({ owner, ...blockedJob(owner, done) }));
    const running = jobs.map(({ owner, work }) => queue({ address: "mall", owner, signal }, work));
    await settled();
    expect(done).toEqual(["a starts", "b starts"]);
    jobs[0]?.end();
    await running[0];
    await settled();
    expect(done).toEqual(["a starts", "b starts", "c starts"]);
    for (const { end } of jobs) end();
    await Promise.all(running);
  });
});
