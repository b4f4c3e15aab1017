import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Log, silentLog } from "#platform/logging/log.ts";
import { manualClock } from "#platform/time/clock.ts";
import { createMaintenance } from "./maintenance.ts";

it("continues to run all tasks after failures, and logs each failure with its task's name", async () => {
  const clock = manualClock(new Date("2026-11-24T00:00:00Z"));
  const failed: unknown[] = [];
  const log = { warn: ({ task }: { task: string }) => failed.push(task) } as unknown as Log;
  let runs = 0;
  const maintenance = createMaintenance({
    clock,
    log,
    tasks: [
      {
        name: "throws",
        run() {
          throw new Error("before the first promise");
        },
      },
      { name: "rejects", run: () => Promise.reject(new Error("later")) },
      {
        name: "succeeds",
        run: async () => {
          runs += 1;
        },
      },
    ],
  });
  maintenance.start();
  await expect.poll(() => runs).toBe(1);
  await setImmediate();
  clock.advance(10 * 60_000);
  await expect.poll(() => runs).toBe(2);
  await maintenance.stop();
  expect(failed).toEqual(["throws", "rejects", "throws", "rejects"]);
});

it("completes the current task and omits the others when the server stops", async () => {
  const executed: string[] = [];
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const maintenance = createMaintenance({
    clock: manualClock(new Date("2026-11-24T00:00:00Z")),
    log: silentLog,
    tasks: [
      {
        name: "first",
        run: async () => {
          await finished;
          executed.push("first");
        },
      },
      { name: "second", run: async () => void executed.push("second") },
    ],
  });
  maintenance.start();
  await setImmediate();
  const stopped = maintenance.stop();
  finish();
  await stopped;
  expect(executed).toEqual(["first"]);
});
