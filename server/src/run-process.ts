import { withTimeout } from "#platform/time/clock.ts";
import { StartError } from "./platform/config/settings.ts";

/** Time limit for stopping the server, after which the process exits anyway; a stop may take at most 5 s. */
const stopTimeoutMs = 4_800;

/**
 * Runs a server until a signal stops it. A failed start exits with code 1. A second signal is ignored, since Ctrl-C
 * under npm sends two signals.
 */
export async function runProcess(start: () => Promise<{ stop(): Promise<void> }>): Promise<void> {
  let started: Promise<{ stop(): Promise<void> }> | null = null;
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    // The code below reports a failed start; parts that do not stop cleanly log their own errors.
    const stopped = started?.then((running) => running.stop()).catch(() => {});
    await withTimeout(stopTimeoutMs, stopped ?? Promise.resolve());
    process.exit();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());

  try {
    started = start();
    await started;
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof StartError) process.stderr.write(`reposo: ${error.message}\n`);
    else console.error("reposo: the server did not start:", error);
    if (!isStopping) process.exit();
  }
}
