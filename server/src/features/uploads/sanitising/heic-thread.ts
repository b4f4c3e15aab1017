import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import decode from "heic-decode";
import { maxPixels } from "#features/uploads/media-rules.ts";

export type HeicReply =
  | {
      readonly kind: "pixels";
      readonly width: number;
      readonly height: number;
      /** Four bytes per pixel: red, green, blue, and alpha. */
      readonly pixels: Uint8Array<ArrayBuffer>;
    }
  | { readonly kind: "tooManyPixels" }
  | { readonly kind: "broken"; readonly reason: string };

async function read(path: string): Promise<HeicReply> {
  const images = await decode.all({ buffer: new Uint8Array(await readFile(path)) });
  try {
    const [first] = images;
    if (!first) return { kind: "broken", reason: "no picture" };
    if (first.width * first.height > maxPixels) return { kind: "tooManyPixels" };
    const { width, height, data } = await first.decode();
    return { kind: "pixels", width, height, pixels: new Uint8Array(data.buffer) };
  } finally {
    images.dispose();
  }
}

/**
 * Decodes HEIC in a separate thread, because decoding takes seconds, during which the process must check its limits.
 */
parentPort?.on("message", (path: string) => {
  void read(path)
    .catch((error: unknown): HeicReply => ({ kind: "broken", reason: String(error) }))
    .then((reply) => parentPort?.postMessage(reply, reply.kind === "pixels" ? [reply.pixels.buffer] : []));
});
