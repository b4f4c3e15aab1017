import { withTimeout } from "#platform/time/clock.ts";
import { StartError } from "./platform/config/settings.ts";

/** Time limit for stopping the server, after which the process exits anyway; a stop may take at most 5 s. */
const stopTimeoutMs = 4_800;

interface RunningProcess {
  /** Called at SIGHUP. Without it, SIGHUP stops the process, as when its terminal is closed. */
  reload?(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs a server until a signal stops it. A failed start exits with code 1. A second signal is ignored, since Ctrl-C
 * under npm sends two signals.
 */
export async function runProcess(start: () => Promise<RunningProcess>): Promise<void> {
  let started: Promise<RunningProcess> | null = null;
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    // The code below reports a failed start; parts that do not stop cleanly log their own errors.
    const stopped = started?.then((running) => running.stop()).catch(() => {});
    await withTimeout(stopTimeoutMs, stopped ?? Promise.resolve());
    process.exit();
  };
  const reload = async () => {
    const running = await started?.catch(() => null);
    if (running?.reload) await running.reload();
    else await stop();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop());
  process.on("SIGHUP", () => void reload());

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
