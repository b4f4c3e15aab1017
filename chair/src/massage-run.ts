import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";

/** One physical massage: bought through the server (an order) or at the chair's own coin box (a run). */
export interface MassageRun {
  readonly source:
    | { readonly kind: "order"; readonly orderId: string }
    | { readonly kind: "coin"; readonly runId: string };
  readonly gear: number;
  readonly totalSeconds: number;
  /** A reading of the stopwatch, which a real board loses with its power. */
  readonly startedAtMs: number;
  /** The elapsed seconds at the last periodic write: after a power loss, a lower bound of the massage time. */
  readonly savedSeconds: number;
}

export const remainingMs = (run: MassageRun, stopwatchMs: number): number =>
  run.startedAtMs + run.totalSeconds * 1000 - stopwatchMs;

export const isOver = (run: MassageRun, stopwatchMs: number): boolean => remainingMs(run, stopwatchMs) <= 0;

export const elapsedSeconds = (run: MassageRun, stopwatchMs: number): number =>
  Math.min(run.totalSeconds, Math.max(0, Math.floor((stopwatchMs - run.startedAtMs) / 1000)));

export const lengthen = (run: MassageRun, seconds: number): MassageRun => ({
  ...run,
  totalSeconds: run.totalSeconds + seconds,
});

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
