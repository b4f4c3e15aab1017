import { setTimeout as delay } from "node:timers/promises";

/**
 * Lets a process run for `runMs` of every `periodMs`, as if other processes used the processor for the rest of the time.
 * @returns a function that lets the process run normally again
 */
export function limitCpu(
  pid: number,
  { runMs, periodMs }: { readonly runMs: number; readonly periodMs: number },
): () => Promise<void> {
  let isEnding = false;
  const limiting = (async () => {
    while (!isEnding) {
      process.kill(pid, "SIGSTOP");
      await delay(periodMs - runMs);
      process.kill(pid, "SIGCONT");
      await delay(runMs);
    }
  })();
  return async () => {
    isEnding = true;
    await limiting;
  };
}
