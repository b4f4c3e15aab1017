import type { Clock } from "#platform/time/clock.ts";
import type { Log } from "#platform/logging/log.ts";
import type { EvaluationScope } from "./evaluate-alerts.ts";

const evaluatedEveryMs = 10_000;
/** Every 30th evaluation includes figures and queues. */
const allEvery = 30;

/** Evaluates alerts at regular times until it is stopped; several servers share the work through a lock. */
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
  const stopping = new AbortController();
  let loop: Promise<void> | null = null;

  async function run(): Promise<void> {
    for (let cycle = 0; !stopping.signal.aborted; cycle++) {
      const isAll = cycle % allEvery === 0;
      for (const task of [...(isAll ? [computeUsualIncome] : []), () => evaluate(isAll ? "all" : "chairs")])
        await task().catch((error: unknown) =>
          log.warn({ err: error }, "alerts: evaluation failed, will be repeated"),
        );
      await clock.sleep(evaluatedEveryMs, stopping.signal);
    }
  }

  return {
    start(): void {
      loop ??= run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await loop;
    },
  };
}
