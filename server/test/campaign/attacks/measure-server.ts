import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Probe, ProbeRequest, ProbeResult } from "./probe-thread.ts";

/** Response times and failures that other users of the server experience, and the memory that the server uses. */
export interface Measured {
  readonly calls: number;
  readonly failures: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Peak resident memory of the server; null if the system does not report it. */
  readonly memoryMb: number | null;
  /** Peak resident memory of all processes that the server has started, such as those that process media. */
  readonly childMemoryMb: number | null;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** The thread that makes the calls of all measurements, because starting a thread takes as long as many an attack. */
export interface ProbeThread {
  post(request: ProbeRequest): void;
  /** Resolves with the result of the current measurement, and rejects if the thread has failed. */
  result(): Promise<ProbeResult>;
  close(): Promise<unknown>;
}

export function startProbe(probe: Probe): ProbeThread {
  const thread = new Worker(new URL("./probe-thread.ts", import.meta.url), {
    workerData: probe,
    execArgv: [],
  });
  const failure = once(thread, "error").then(([error]) => Promise.reject(error as Error));
  failure.catch(() => {});
  return {
    post: (request) => thread.postMessage(request, []),
    async result() {
      const [result] = (await Promise.race([once(thread, "message"), failure])) as [ProbeResult];
      return result;
    },
    close: () => thread.terminate(),
  };
}

/**
 * Calls the API as an ordinary customer and manager until `work` is done, for at least `minDurationMs`. A separate thread
 * makes the calls: attacks keep this thread busy, which would look like a slow server.
 */
export async function measureDuring<R>(
  { probe }: { readonly probe: ProbeThread },
  minDurationMs: number,
  work: () => Promise<R>,
): Promise<{ result: R; measured: Measured }> {
  const measuring = probe.result();
  // `await measuring` reports its failure, unless `work` throws first.
  measuring.catch(() => {});
  probe.post({ minDurationMs });
  let result: R;
  try {
    result = await work();
  } finally {
    probe.post("done");
  }
  const { durations, failures, memoryMb, childMemoryMb } = await measuring;
  durations.sort((a, b) => a - b);
  const measured = {
    calls: durations.length,
    failures,
    p50Ms: quantile(durations, 0.5),
    p99Ms: quantile(durations, 0.99),
    memoryMb,
    childMemoryMb,
  };
  return { result, measured };
}
