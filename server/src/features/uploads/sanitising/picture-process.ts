import { type ChildProcess, fork } from "node:child_process";
import { lowerPriority } from "#platform/processes/limited-process.ts";
import { ProductError } from "#platform/http/product-error.ts";
import {
  type SanitisedPicture,
  exitCodes,
  maxIdleMemoryBytes,
  type PictureLimits,
  pictureLimits,
  type PictureReply,
  type PictureTask,
} from "./picture-process-messages.ts";
import { UploadRefused } from "#features/uploads/upload-refused.ts";

/** Time after which an idle process is killed. */
const idleMs = 30_000;

/**
 * Encodes pictures again, without metadata, in a separate process at low priority. The process ends if a picture
 * exceeds a limit, and is killed if a picture takes too long or is cancelled.
 */
export function createPictureProcess(limits: PictureLimits = pictureLimits) {
  let idle: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout } | null = null;

  const end = () => {
    clearTimeout(idle?.timer);
    idle?.child.kill("SIGKILL");
    idle = null;
  };

  const startOrReuse = (): ChildProcess => {
    const reusable = idle?.child;
    clearTimeout(idle?.timer);
    idle = null;
    if (reusable?.connected && reusable.exitCode === null && reusable.signalCode === null) return reusable;
    const child = fork(new URL("./sanitise-picture.ts", import.meta.url), {
      // A small heap suffices, because bitmaps are outside of the JavaScript heap.
      execArgv: ["--max-old-space-size=128"],
      // The process that decodes untrusted files gets no secrets of the server.
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    // Each task handles errors itself. Without this listener, an error after the task would end the server.
    child.on("error", () => {});
    lowerPriority(child.pid);
    return child;
  };

  const releaseOrKill = (child: ChildProcess, memoryBytes: number) => {
    // Only one process is kept idle; a second idle process would never be reused or ended.
    if (memoryBytes > maxIdleMemoryBytes || idle !== null) child.kill("SIGKILL");
    if (child.killed) return;
    // An idle process must not keep the server running.
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(end, idleMs);
    timer.unref();
    idle = { child, timer };
  };

  return {
    /**
     * Writes the encoded picture to `task.target`. Settles only after the process has stopped writing.
     * @throws UploadRefused broken, tooManyPixels
     * @throws ProductError notReady, if the process takes too long, fails, or fills the disk; the signal's reason after
     *   an abort
     */
    async clean(task: Omit<PictureTask, "limits">, signal: AbortSignal): Promise<SanitisedPicture> {
      signal.throwIfAborted();
      const child = startOrReuse();
      const { reply, memoryBytes } = await runTask(child, { ...task, limits }, signal);
      releaseOrKill(child, memoryBytes);
      if (reply.kind === "clean") return reply.picture;
      if (reply.kind === "diskFull") throw new ProductError("notReady", { cause: new Error("disk full") });
      throw new UploadRefused(reply.kind, new Error(reply.kind === "broken" ? reply.reason : reply.kind));
    },
    end,
  };
}

interface TaskResult {
  readonly reply: PictureReply;
  readonly memoryBytes: number;
}

/** Settles after the process has replied or ended. Only a process that has replied can be reused. */
export async function runTask(
  child: ChildProcess,
  task: PictureTask,
  signal: AbortSignal,
): Promise<TaskResult> {
  child.ref();
  child.channel?.ref();
  let hasTimedOut = false;
  const kill = () => child.kill("SIGKILL");
  const deadline = setTimeout(() => {
    hasTimedOut = true;
    kill();
  }, task.limits.wallMs);
  signal.addEventListener("abort", kill, { once: true });
  const result = Promise.withResolvers<TaskResult>();
  const onExit = (code: number | null) => {
    result.reject(signal.aborted ? (signal.reason as Error) : exitError(code, hasTimedOut));
  };
  const onError = (cause: Error) => {
    // A process that failed to start does not exit. Any other process may still write, so the task waits for its exit.
    if (child.pid === undefined) result.reject(new ProductError("notReady", { cause }));
    else kill();
  };
  child.once("message", result.resolve);
  child.once("error", onError);
  child.once("exit", onExit);
  try {
    // A child without a process ID failed to start; its `error` event follows.
    if (child.pid !== undefined) child.send(task);
    return await result.promise;
  } finally {
    child.off("message", result.resolve);
    child.off("error", onError);
    child.off("exit", onExit);
    clearTimeout(deadline);
    signal.removeEventListener("abort", kill);
  }
}

function exitError(code: number | null, hasTimedOut: boolean): Error {
  const limit = Object.entries(exitCodes).find(([, known]) => known === code)?.[0];
  if (limit !== undefined)
    return new UploadRefused("broken", new Error(`the picture exceeds its ${limit} limit`));
  const reason = hasTimedOut
    ? "a picture took too long"
    : `the picture process ended with ${code ?? "a signal"}`;
  return new ProductError("notReady", { cause: new Error(reason) });
}

export type PictureProcess = ReturnType<typeof createPictureProcess>;
