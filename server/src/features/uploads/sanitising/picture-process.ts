import { type ChildProcess, fork } from "node:child_process";
import { lowerPriority } from "#platform/processes/limited-process.ts";
import { ProductError } from "#platform/http/product-error.ts";
import {
  type CleanPicture,
  exitCodes,
  mostIdleMemoryBytes,
  type PictureLimits,
  pictureLimits,
  type PictureReply,
  type PictureTask,
} from "./picture-tasks.ts";
import { UploadRefused } from "#features/uploads/ingest/upload-refused.ts";

const wallMs = 120_000;
const idleMs = 30_000;

/**
 * Cleans pictures in a process of its own, at low priority: one that exceeds its limits, or is no longer wanted, is
 * killed with it. The process starts with the first picture and ends when no other follows.
 */
export function createPictureProcess(limits: PictureLimits = pictureLimits) {
  let idle: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout } | null = null;

  const end = () => {
    clearTimeout(idle?.timer);
    idle?.child.kill("SIGKILL");
    idle = null;
  };

  const takeChild = (): ChildProcess => {
    const kept = idle?.child;
    clearTimeout(idle?.timer);
    idle = null;
    if (kept?.connected && kept.exitCode === null && kept.signalCode === null) return kept;
    const child = fork(new URL("./picture-child.ts", import.meta.url), {
      execArgv: ["--max-old-space-size=128"],
      env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    lowerPriority(child.pid);
    return child;
  };

  const keep = (child: ChildProcess, memoryBytes: number) => {
    if (memoryBytes > mostIdleMemoryBytes) child.kill("SIGKILL");
    if (child.killed || idle !== null) return;
    // An idle process must not keep the server's own alive.
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(end, idleMs);
    timer.unref();
    idle = { child, timer };
  };

  return {
    /**
     * Settles only once nothing writes to `task.target` any more.
     * @throws UploadRefused broken, tooManyPixels
     * @throws ProductError notReady, where the machine was too busy or its disk full; the signal's reason
     */
    async clean(task: Omit<PictureTask, "limits">, signal: AbortSignal): Promise<CleanPicture> {
      signal.throwIfAborted();
      const child = takeChild();
      const { reply, memoryBytes } = await ask(child, { ...task, limits }, signal);
      keep(child, memoryBytes);
      if (reply.kind === "clean") return reply.picture;
      if (reply.kind === "diskFull") throw new ProductError("notReady", { cause: new Error("disk full") });
      throw new UploadRefused(reply.kind, new Error(reply.kind === "broken" ? reply.why : reply.kind));
    },
    end,
  };
}

interface Answer {
  readonly reply: PictureReply;
  readonly memoryBytes: number;
}

async function ask(child: ChildProcess, task: PictureTask, signal: AbortSignal): Promise<Answer> {
  child.ref();
  child.channel?.ref();
  let timedOut = false;
  const kill = () => child.kill("SIGKILL");
  const deadline = setTimeout(() => {
    timedOut = true;
    kill();
  }, wallMs);
  signal.addEventListener("abort", kill, { once: true });
  const answered = Promise.withResolvers<Answer>();
  const onExit = (code: number | null) => {
    answered.reject(signal.aborted ? (signal.reason as Error) : whyEnded(code, timedOut));
  };
  child.once("message", answered.resolve);
  child.once("error", answered.reject);
  child.once("exit", onExit);
  try {
    child.send(task);
    return await answered.promise;
  } finally {
    child.off("message", answered.resolve);
    child.off("error", answered.reject);
    child.off("exit", onExit);
    clearTimeout(deadline);
    signal.removeEventListener("abort", kill);
  }
}

function whyEnded(code: number | null, timedOut: boolean): Error {
  const limit = Object.entries(exitCodes).find(([, known]) => known === code)?.[0];
  if (limit !== undefined) return new UploadRefused("broken", new Error(`the picture exceeds its ${limit}`));
  const why = timedOut ? "a picture took too long" : `the picture process ended with ${code ?? "a signal"}`;
  return new ProductError("notReady", { cause: new Error(why) });
}

export type PictureProcess = ReturnType<typeof createPictureProcess>;
