import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { AttackWorld } from "./attack-world.ts";
import type { Probe, ProbeResult } from "./probe-thread.ts";

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

/**
 * Calls the API as an ordinary customer and manager until `work` is done, for at least `minDurationMs`. A separate thread
 * makes the calls: attacks keep this thread busy, which would look like a slow server.
 */
export async function measureDuring<R>(
  { client, own, pid }: AttackWorld,
  minDurationMs: number,
  work: () => Promise<R>,
): Promise<{ result: R; measured: Measured }> {
  const { deviceId, customerToken, managerToken } = own;
  const { url } = client;
  const workerData: Probe = { url, pid, deviceId, customerToken, managerToken, minDurationMs };
  const thread = new Worker(new URL("./probe-thread.ts", import.meta.url), { workerData, execArgv: [] });
  const measuring = once(thread, "message") as Promise<[ProbeResult]>;
  // `await measuring` reports its failure, unless `work` throws first.
  measuring.catch(() => {});
  let result: R;
  try {
    await once(thread, "online");
    result = await work();
  } finally {
    thread.postMessage("done", []);
  }
  const [{ durations, failures, memoryMb, childMemoryMb }] = await measuring;
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
