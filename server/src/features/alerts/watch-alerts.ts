import { createBackgroundLoop } from "#platform/jobs/background-loop.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";
import type { EvaluationScope } from "./evaluate-alerts.ts";

const evaluatedEveryMs = 10_000;
/**
 * The first evaluation and then every 30th has the scope `all`. After failures, the interval is 1, 2, 4, 8, 16, and then
 * 30 evaluations.
 */
const allEvery = 30;

/**
 * Evaluates alerts every 10 seconds until stopped, and computes the usual income before each evaluation of all
 * alerts. The lock of `evaluate` lets one of several servers evaluate at a time.
 */
export function createAlertWatch({
  clock,
  log,
  evaluate,
  computeUsualIncome,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly evaluate: (scope: EvaluationScope) => Promise<void>;
  readonly computeUsualIncome: () => Promise<void>;
}) {
  const succeeds = (task: Promise<void>): Promise<boolean> =>
    task.then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, "alerts: could not evaluate alerts or compute the usual income; retrying");
        return false;
      },
    );

  let failures = 0;
  let untilAll = 0;
  return createBackgroundLoop(clock, async () => {
    if (untilAll > 0) await succeeds(evaluate("chairs"));
    else {
      const isComputed = await succeeds(computeUsualIncome());
      const isEvaluated = await succeeds(evaluate("all"));
      failures = isComputed && isEvaluated ? 0 : failures + 1;
      untilAll = failures === 0 ? allEvery : Math.min(allEvery, 2 ** (failures - 1));
    }
    untilAll -= 1;
    return evaluatedEveryMs;
  });
}
