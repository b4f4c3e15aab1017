import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";

/** One physical massage, started by a server's command for an order or by a coin. */
export interface MassageRun {
  readonly source:
    | { readonly kind: "order"; readonly orderId: string }
    | { readonly kind: "coin"; readonly runId: string };
  readonly gear: number;
  readonly totalSeconds: number;
  /** Reading of the stopwatch at the start. A real board loses its stopwatch when it loses power. */
  readonly startedAtMs: number;
  /**
   * The elapsed seconds at the last periodic write of the memory. After a power loss, they are a lower bound of the
   * massage time.
   */
  readonly savedSeconds: number;
}

/** Returns the remaining massage time in milliseconds; zero or negative if the run is over. */
export const remainingMs = (run: MassageRun, stopwatchMs: number): number =>
  run.startedAtMs + run.totalSeconds * 1000 - stopwatchMs;

export const isOver = (run: MassageRun, stopwatchMs: number): boolean => remainingMs(run, stopwatchMs) <= 0;

/** Returns the elapsed massage time in whole seconds, at most the length of the run. */
export const elapsedSeconds = (run: MassageRun, stopwatchMs: number): number =>
  Math.min(run.totalSeconds, Math.max(0, Math.floor((stopwatchMs - run.startedAtMs) / 1000)));

export const lengthen = (run: MassageRun, seconds: number): MassageRun => ({
  ...run,
  totalSeconds: run.totalSeconds + seconds,
});

/** Returns the run with the elapsed seconds as its `savedSeconds`. The caller must write it to the memory. */
export const save = (run: MassageRun, stopwatchMs: number): MassageRun => ({
  ...run,
  savedSeconds: elapsedSeconds(run, stopwatchMs),
});

export const idsOf = (run: MassageRun): { orderId: string } | { runId: string } =>
  run.source.kind === "order" ? { orderId: run.source.orderId } : { runId: run.source.runId };

export const isOfOrder = (run: MassageRun | null, orderId: string): boolean =>
  run !== null && run.source.kind === "order" && run.source.orderId === orderId;

export const toRunStatus = (run: MassageRun | null, stopwatchMs: number): PayloadOf<"reply">["running"] =>
  run === null
    ? null
    : {
        ...idsOf(run),
        gear: run.gear,
        elapsedSeconds: elapsedSeconds(run, stopwatchMs),
        totalSeconds: run.totalSeconds,
      };
