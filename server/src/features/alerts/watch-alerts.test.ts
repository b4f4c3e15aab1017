import { afterEach, expect, it } from "vitest";
import { silentLog } from "#platform/logging/log.ts";
import { manualClock } from "#platform/time/clock.ts";
import type { EvaluationScope } from "./evaluate-alerts.ts";
import { createAlertWatch } from "./watch-alerts.ts";

const secondMs = 1_000;
let watch: ReturnType<typeof createAlertWatch> | null = null;
afterEach(() => watch?.stop());

/** Runs the watch for `endSeconds`. @returns the seconds at which it evaluated the scope `all` */
async function evaluationsUntil(
  endSeconds: number,
  outcomeOf: (task: "usualIncome" | EvaluationScope, attempt: number) => "done" | "failed",
): Promise<number[]> {
  const start = new Date("2026-11-23T04:00:00Z");
  const clock = manualClock(start);
  const secondsPassed = () => (clock.now().getTime() - start.getTime()) / secondMs;
  const attempts: number[] = [];
  let asleep = Promise.withResolvers<void>();
  const run = async (task: "usualIncome" | EvaluationScope) => {
    if (task === "usualIncome") attempts.push(secondsPassed());
    if (outcomeOf(task, attempts.length) === "failed") throw new Error("the database is unavailable");
  };
  watch = createAlertWatch({
    log: silentLog,
    clock: {
      now: clock.now,
      sleep: (ms, signal) => {
        asleep.resolve();
        return clock.sleep(ms, signal);
      },
    },
    evaluate: run,
    computeUsualIncome: () => run("usualIncome"),
  });
  watch.start();
  for (let second = 0; second <= endSeconds; second += 10) {
    await asleep.promise;
    asleep = Promise.withResolvers();
    clock.advance(10 * secondMs);
  }
  return attempts;
}

it("[ALERT-1] evaluates the scope `all` every five minutes", async () => {
  expect(await evaluationsUntil(900, () => "done")).toEqual([0, 300, 600, 900]);
});

it.each(["usualIncome", "all"] as const)(
  "[ALERT-1] retries a failed evaluation of the scope `all` after 10 seconds, then with back-off (%s)",
  async (failing) => {
    const failsAt = (attempts: readonly number[]) =>
      evaluationsUntil(1_500, (task, attempt) =>
        task === failing && attempts.includes(attempt) ? "failed" : "done",
      );
    expect(await failsAt([1, 2, 3])).toEqual([0, 10, 30, 70, 370, 670, 970, 1_270]);
    await watch?.stop();
    // The back-off is limited to five minutes, and restarts at ten seconds after a success.
    expect(await failsAt([1, 2, 3, 4, 5, 6, 8])).toEqual([0, 10, 30, 70, 150, 310, 610, 910, 920, 1_220]);
  },
);

it("[ALERT-1] does not retry the scope `all` after a failed evaluation of the scope `chairs`", async () => {
  expect(await evaluationsUntil(600, (task) => (task === "chairs" ? "failed" : "done"))).toEqual([
    0, 300, 600,
  ]);
});
