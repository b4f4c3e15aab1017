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
  it("[FB-2] processes owners in turn, however many files one of them sends", async () => {
    const queue = createMediaQueue();
    const { signal } = new AbortController();
    const done: string[] = [];
    const first = blockedJob("a0", done);
    const jobs = [queue({ owner: "a", signal }, first.work)];
    for (const [owner, name] of ["a1", "a2", "a3", "b1", "b2", "c1"].map(
      (one) => [one[0] ?? "", one] as const,
    ))
      jobs.push(queue({ owner, signal }, async () => void done.push(name)));
    first.end();
    await Promise.all(jobs);
    expect(done).toEqual(["a0 starts", "a1", "b1", "c1", "a2", "b2", "a3"]);
  });

  it("[FB-2] drops jobs of disconnected clients, and continues after a job fails", async () => {
    const queue = createMediaQueue();
    const { signal } = new AbortController();
    const disconnect = new AbortController();
    const done: string[] = [];
    const first = blockedJob("a", done);
    const running = queue({ owner: "a", signal }, first.work);
    const left = queue({ owner: "b", signal: disconnect.signal }, async () => void done.push("b"));
    const failing = queue({ owner: "c", signal }, () => Promise.reject(new Error("broken")));
    const last = queue({ owner: "d", signal }, async () => void done.push("d"));
    disconnect.abort(new Error("client disconnected"));
    await expect(left).rejects.toThrow("client disconnected");
    first.end();
    await expect(failing).rejects.toThrow("broken");
    await Promise.all([running, last]);
    expect(done).toEqual(["a starts", "d"]);
    await expect(queue({ owner: "b", signal: disconnect.signal }, async () => {})).rejects.toThrow(
      "client disconnected",
    );
  });

  it("[FB-2] runs only as many jobs concurrently as its limit allows", async () => {
    const queue = createMediaQueue(2);
    const { signal } = new AbortController();
    const done: string[] = [];
    const jobs = ["a", "b", "c"].map((owner) => ({ owner, ...blockedJob(owner, done) }));
    const running = jobs.map(({ owner, work }) => queue({ owner, signal }, work));
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
