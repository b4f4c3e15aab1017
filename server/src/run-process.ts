import { within } from "./platform/time/with-timeout.ts";
import { StartError } from "./platform/config/start-error.ts";

const stopPatienceMs = 4_800;

/**
 * Runs something that starts and stops, as a process: a start that fails is one line and exit code 1, an interrupt
 * stops what was started. Ctrl-C under npm arrives twice, so a second one is no reason to hurry.
 */
export async function runProcess(start: () => Promise<{ stop(): Promise<void> }>): Promise<void> {
  let started: Promise<{ stop(): Promise<void> }> | null = null;
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    // A start that failed has said so, and has stopped what it had started. What does not end by then ends with us.
    const stopped = started?.then((running) => running.stop()).catch(() => {});
    await within(stopPatienceMs, stopped ?? Promise.resolve());
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
