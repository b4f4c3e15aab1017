import type { Browser } from "playwright-core";

/** A task of the page's main thread; times in milliseconds of the monotonic clock. */
export interface Task {
  readonly startMs: number;
  readonly endMs: number;
  /** CPU time, which other load on the machine hardly affects, unlike the time from start to end. */
  readonly cpuMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Times in microseconds; `tdur` is CPU time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly documentLoaderURL?: string } };
}

const categories = ["disabled-by-default-devtools.timeline", "blink.user_timing"];

/**
 * Starts to record the tasks of the browser, in which the caller must then open a page with this address.
 * @returns a function that ends the recording and returns the tasks of the page's main thread; the function throws an
 * error if the page was not opened
 */
export async function recordTasks(browser: Browser, address: string): Promise<() => Promise<Task[]>> {
  await browser.startTracing(undefined, { categories });
  return async () => {
    const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
    const opened = traceEvents.find(
      ({ name, args }) => name === "navigationStart" && args.data?.documentLoaderURL === address,
    );
    if (opened === undefined) throw new Error(`the trace contains no navigation to ${address}`);
    return traceEvents
      .filter(({ name, pid, tid }) => name === "RunTask" && pid === opened.pid && tid === opened.tid)
      .map(taskOf);
  };
}

const taskOf = ({ ts, dur = 0, tdur = 0 }: TraceEvent): Task => ({
  startMs: ts / 1000,
  endMs: (ts + dur) / 1000,
  cpuMs: tdur / 1000,
});

/**
 * Returns the CPU time of the tasks between two times. The CPU time of a task that lies partly between them counts in
 * proportion to this part of the task's duration.
 */
export function cpuBetween(tasks: readonly Task[], fromMs: number, toMs: number): number {
  let cpu = 0;
  for (const { startMs, endMs, cpuMs } of tasks) {
    const overlap = Math.min(endMs, toMs) - Math.max(startMs, fromMs);
    if (overlap > 0) cpu += cpuMs * Math.min(1, overlap / (endMs - startMs));
  }
  return cpu;
}
