import { once } from "node:events";
import { Worker } from "node:worker_threads";
import sharp, { type Sharp } from "sharp";
import type { HeicReply } from "./heic-thread.ts";
import { maxPixels } from "#features/uploads/media-rules.ts";
import {
  exitCodes,
  isDiskFull,
  type PictureLimits,
  type PictureReply,
  type PictureTask,
} from "./picture-process-messages.ts";

/** Maximum width and height in pixels; sufficient to read the display of a chair in a photo. */
const maxSide = 2560;
const checkMs = 25;

// Without a cache and with one thread, a picture uses less memory and at most one core.
sharp.cache(false);
sharp.concurrency(1);

let heicThread: Worker | null = null;

/**
 * Starts the thread that decodes HEIC. Any error that ends the thread, normally a lack of memory, ends the process as
 * well, because another picture sent to the ended thread would never get a reply. After a lack of memory, the picture
 * is refused as broken; after another error, the client can retry.
 */
function startHeicThread(): Worker {
  const thread = new Worker(new URL("./heic-thread.ts", import.meta.url));
  thread.once("error", (error: NodeJS.ErrnoException) =>
    process.exit(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? exitCodes.memory : 1),
  );
  return thread;
}

/** Decodes HEIC with another library, because sharp is built without HEVC for patent reasons. */
async function readHeic(path: string): Promise<Sharp | "tooManyPixels"> {
  heicThread ??= startHeicThread();
  heicThread.postMessage(path, []);
  const [reply] = (await once(heicThread, "message")) as [HeicReply];
  if (reply.kind === "tooManyPixels") return reply.kind;
  if (reply.kind === "broken") throw new Error(reply.reason);
  const { width, height, pixels } = reply;
  return sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: maxPixels });
}

/**
 * Writes the picture as WebP: upright, scaled down to `maxSide`, in the sRGB colour space, and without metadata such as
 * its location.
 */
async function clean({ path, target, sniffedType }: PictureTask): Promise<PictureReply> {
  const isHeic = sniffedType === "image/heic" || sniffedType === "image/heif";
  const source = isHeic
    ? await readHeic(path)
    : sharp(path, { limitInputPixels: maxPixels, failOn: "error" });
  if (source === "tooManyPixels") return { kind: source };
  const { width, height, size } = await source
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80, effort: 3 })
    .toFile(target);
  return { kind: "clean", picture: { width, height, bytes: size } };
}

function replyOf(error: unknown): PictureReply {
  if (isDiskFull(error)) return { kind: "diskFull" };
  const reason = error instanceof Error ? error.message : String(error);
  return /exceeds pixel limit/i.test(reason) ? { kind: "tooManyPixels" } : { kind: "broken", reason };
}

/**
 * Ends the process if it exceeds a limit, because native code cannot be interrupted otherwise. Returns a function that
 * ends the checks.
 */
function enforceLimits({ cpuMs, memoryBytes }: PictureLimits): () => void {
  const usageBefore = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(usageBefore);
    if (process.memoryUsage.rss() > memoryBytes) process.exit(exitCodes.memory);
    if ((user + system) / 1000 > cpuMs) process.exit(exitCodes.cpu);
  }, checkMs);
  return () => clearInterval(timer);
}

process.on("disconnect", () => process.exit());
process.on("message", (task: PictureTask) => {
  const stopChecking = enforceLimits(task.limits);
  void clean(task)
    .catch(replyOf)
    .then((reply) => {
      stopChecking();
      process.send?.({ reply, memoryBytes: process.memoryUsage.rss() });
    });
});
