import { type MassageRun, remainingMs } from "./massage-run.ts";

export interface RunTimer {
  /** Looks at the run again, as it changed. */
  watch(): void;
  stop(): void;
}

/** Ticks only while the chair runs (thousands of idle timers would cost), and exactly when the run is over. */
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
