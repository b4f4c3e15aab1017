import { spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";

export interface ProcessLimits {
  /** Processor time; a process that exceeds it is killed. Not enforced on Windows. */
  readonly cpuSeconds: number;
  /** Address space; allocations beyond it fail. Enforced on Linux only. */
  readonly memoryBytes: number;
  /**
   * Maximum size of each file that the process writes; a process that exceeds it is killed. Not enforced on Windows.
   */
  readonly fileBytes: number;
  /** Elapsed time in milliseconds; a process that exceeds it is killed. */
  readonly wallMs: number;
}

export type ProcessEnd =
  | { readonly kind: "exited"; readonly code: number; readonly output: string }
  | { readonly kind: "killed"; readonly signal: string; readonly output: string }
  | { readonly kind: "timedOut"; readonly output: string };

/** Shell script that sets limits for its own process and then executes the program; all arguments are positional. */
const limitAndExec =
  'ulimit -c 0; ulimit -t "$1" && ulimit -f "$2" || exit 125; ulimit -v "$3" 2>/dev/null || :; shift 3; exec "$@"';
/** The unit of `ulimit -f`. */
const blockBytes = 512;
const maxOutputBytes = 8_192;

/** Environment variables that a program may need; the server's settings and secrets are not passed on. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "TMPDIR"].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  );

interface RunOptions {
  readonly limits: ProcessLimits;
  readonly signal: AbortSignal;
  /** Whether the program runs at low priority; default: true. */
  readonly hasLowPriority?: boolean;
}

/**
 * Runs a program within limits, without input. Resolves when the program has ended; `output` is the first
 * `maxOutputBytes` of both output streams together, one character per byte. If the program cannot be started, `code` is
 * 126 or 127; if the limits of processor time or file size cannot be set, `code` is 125. On Windows, the promise
 * rejects if the program cannot be started. After an abort, the promise rejects with the signal's reason.
 */
export async function runLimited(
  command: string,
  args: readonly string[],
  { limits, signal, hasLowPriority = true }: RunOptions,
): Promise<ProcessEnd> {
  signal.throwIfAborted();
  const { cpuSeconds, fileBytes, memoryBytes } = limits;
  const numbers = [cpuSeconds, Math.ceil(fileBytes / blockBytes), Math.ceil(memoryBytes / 1024)].map(String);
  const [file, argv] =
    process.platform === "win32"
      ? [command, args]
      : ["/bin/sh", ["-c", limitAndExec, "sh", ...numbers, command, ...args]];
  const child = spawn(file, argv, {
    stdio: ["ignore", "pipe", "pipe"],
    env: environment(),
    windowsHide: true,
  });
  if (hasLowPriority) lowerPriority(child.pid);

  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => {
      output += piece.toString("latin1", 0, maxOutputBytes - output.length);
      // Reading stops here, so that endless output cannot keep the server busy.
      if (output.length >= maxOutputBytes) stream.destroy();
    });
  let hasTimedOut = false;
  const kill = () => child.kill("SIGKILL");
  const deadline = setTimeout(() => {
    hasTimedOut = true;
    kill();
  }, limits.wallMs);
  signal.addEventListener("abort", kill, { once: true });
  try {
    const [code, killedBy] = (await once(child, "close")) as [number | null, string | null];
    signal.throwIfAborted();
    if (hasTimedOut) return { kind: "timedOut", output };
    if (code === null) return { kind: "killed", signal: killedBy ?? "unknown", output };
    return { kind: "exited", code, output };
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener("abort", kill);
  }
}

/**
 * Nice value of processes of low priority. At the lowest priority (19), a photo waited for minutes on a machine with
 * four busy processes, and other users' calls were not faster than at this value.
 */
const lowPriority = 5;

/** Does nothing without a process ID, or if the process has ended. */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, lowPriority);
  } catch {
    // The process has ended already.
  }
}
