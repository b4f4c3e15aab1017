import { type MassageRun, remainingMs } from "./massage-run.ts";

/**
 * Creates a timer that calls `tick` at least every `tickMs` during a run, and at the end of the run. An idle chair has
 * no timer, because a process may have thousands of chairs.
 */
export function createRunTimer(dependencies: {
  run: () => MassageRun | null;
  stopwatchMs: () => number;
  tick: () => void;
  tickMs: number;
  speed: number;
}) {
  let timer: NodeJS.Timeout | null = null;
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  /** Schedules the next tick; called after the run has changed. */
  const watch = () => {
    stop();
    const run = dependencies.run();
    if (run === null) return;
    const leftMs = Math.max(1, remainingMs(run, dependencies.stopwatchMs()) / dependencies.speed);
    timer = setTimeout(
      () => {
        dependencies.tick();
        watch();
      },
      Math.min(dependencies.tickMs, leftMs),
    );
  };
  return { watch, stop };
}
