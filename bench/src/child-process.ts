import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Child<Ready> {
  /** The message with which the child reported that it is ready. */
  readonly ready: Ready;
  readonly pid: number;
  /** Requests `process.memoryUsage()` from the child. */
  memory(): Promise<NodeJS.MemoryUsage>;
  /** Disconnects from the child, which then stops. Resolves when the child has exited. */
  stop(): Promise<void>;
  /** Kills the child with SIGKILL, so that it cannot shut down gracefully. Resolves when the child has exited. */
  kill(): Promise<void>;
}

/** The file whose process hosts the server, and therefore runs with the V8 flags of `npm start`. */
const serverFile = "server-process.ts";

/**
 * Starts a separate process and sends it its task, so that the measured code and the measurement do not share an event
 * loop. Resolves when the child reports that it is ready.
 * @throws Error if the child ends before it is ready
 */
export async function startChild<Ready>(file: string, task: unknown): Promise<Child<Ready>> {
  const child = fork(join(import.meta.dirname, file), [], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: [...process.execArgv, ...(file === serverFile ? startFlags() : [])],
  });
  child.send(task as object);
  const [ready] = (await Promise.race([once(child, "message"), failure(child, file)])) as [Ready];
  return {
    ready,
    pid: child.pid as number,
    async memory() {
      const reply = once(child, "message");
      child.send("memory");
      return ((await reply) as [NodeJS.MemoryUsage])[0];
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** Returns the V8 flags of `npm start`, so that a benchmark measures the server under production conditions. */
function startFlags(): string[] {
  const file = new URL("../../package.json", import.meta.url);
  const { scripts } = JSON.parse(readFileSync(file, "utf8")) as { scripts: { start: string } };
  return scripts.start.split(" ").filter((word) => word.startsWith("--max-") || word.startsWith("--heap-"));
}

/** Rejects when the child exits. */
async function failure(child: ChildProcess, file: string): Promise<never> {
  const [code] = (await once(child, "exit")) as [number | null];
  throw new Error(`${file} ended with code ${code}`);
}

/**
 * Runs in the child: performs the task that the parent sends, and reports that the child is ready. When the parent
 * disconnects or exits, stops the task and exits the process. If the task fails, exits the process with code 1.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the messages in the pipe
export function serveParent<Task>(
  start: (task: Task) => Promise<{ ready: object; stop(): Promise<void> }>,
): void {
  process.once("message", (task) => {
    const started = start(task as Task);
    const fail = (error: unknown): void => {
      console.error(error);
      process.exit(1);
    };
    process.once("disconnect", () => {
      started.then(({ stop }) => stop()).then(() => process.exit(), fail);
    });
    started.then(({ ready }) => {
      process.on("message", () => process.send?.(process.memoryUsage()));
      process.send?.(ready);
    }, fail);
  });
}
