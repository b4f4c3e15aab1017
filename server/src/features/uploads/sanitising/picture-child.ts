import { once } from "node:events";
import { Worker } from "node:worker_threads";
import sharp, { type Sharp } from "sharp";
import type { HeicReply } from "./heic-thread.ts";
import { mostPixels } from "./media-rules.ts";
import {
  exitCodes,
  isDiskFull,
  type PictureLimits,
  type PictureReply,
  type PictureTask,
} from "./picture-tasks.ts";

/** Enough to read a display's message on a chair, and a tenth of what a phone's camera makes. */
const longestSide = 2560;
const watchEveryMs = 25;

sharp.cache(false);
sharp.concurrency(1);

let heicThread: Worker | null = null;

/** sharp's own build leaves HEVC out for its patents; the decoder is another library's, in WebAssembly. */
async function readHeic(path: string): Promise<Sharp | "tooManyPixels"> {
  heicThread ??= new Worker(new URL("./heic-thread.ts", import.meta.url));
  heicThread.postMessage(path, []);
  const [reply] = (await once(heicThread, "message")) as [HeicReply];
  if (reply.kind === "tooManyPixels") return reply.kind;
  if (reply.kind === "broken") throw new Error(reply.why);
  const { width, height, pixels } = reply;
  return sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: mostPixels });
}

/**
 * Draws the picture again: turned as it was held, scaled down, in standard colours, and without anything that came
 * beside its pixels, the place where it was taken above all.
 */
async function clean({ path, target, sniffedType }: PictureTask): Promise<PictureReply> {
  const isHeic = sniffedType === "image/heic" || sniffedType === "image/heif";
  const source = isHeic
    ? await readHeic(path)
    : sharp(path, { limitInputPixels: mostPixels, failOn: "error" });
  if (source === "tooManyPixels") return { kind: source };
  const { width, height, size } = await source
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80, effort: 3 })
    .toFile(target);
  return { kind: "clean", picture: { width, height, bytes: size } };
}

function replyOf(error: unknown): PictureReply {
  if (isDiskFull(error)) return { kind: "diskFull" };
  const why = error instanceof Error ? error.message : String(error);
  return /exceeds pixel limit/i.test(why) ? { kind: "tooManyPixels" } : { kind: "broken", why };
}

/** Ends this process, and with it the picture, at a limit: libraries in native code take no other order. */
function watchLimits({ cpuMs, memoryBytes }: PictureLimits): () => void {
  const begun = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if (process.memoryUsage.rss() > memoryBytes) process.exit(exitCodes.memory);
    if ((user + system) / 1000 > cpuMs) process.exit(exitCodes.cpu);
  }, watchEveryMs);
  return () => clearInterval(timer);
}

process.on("disconnect", () => process.exit());
process.on("message", (task: PictureTask) => {
  const stopWatching = watchLimits(task.limits);
  void clean(task)
    .catch(replyOf)
    .then((reply) => {
      stopWatching();
      process.send?.({ reply, memoryBytes: process.memoryUsage.rss() });
    });
});
