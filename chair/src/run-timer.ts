import { type MassageRun, remainingMs } from "./massage-run.ts";

export interface RunTimer {
  /** Schedules the next tick after the run has changed. */
  watch(): void;
  stop(): void;
}

/** Ticks during a run and exactly at its end; idle chairs have no timer, since there may be thousands of them. */
export function createRunTimer(parts: {
  run: () => MassageRun | null;
  stopwatchMs: () => number;
  tick: () => void;
  tickMs: number;
  speed: number;
}): RunTimer {
  let timer: NodeJS.Timeout | null = null;
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const watch = () => {
    stop();
    const run = parts.run();
    if (run === null) return;
    const leftMs = Math.max(1, remainingMs(run, parts.stopwatchMs()) / parts.speed);
    timer = setTimeout(
      () => {
        parts.tick();
        watch();
      },
      Math.min(parts.tickMs, leftMs),
    );
  };
  return { watch, stop };
}
