import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import libheif from "libheif-js/wasm-bundle.js";
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

/** Decodes the primary picture, which is the one that phones and browsers show; a file can contain others before it. */
async function read(path: string): Promise<HeicReply> {
  await libheif.ready;
  const reader = new libheif.HeifDecoder();
  const images = reader.decode(await readFile(path));
  try {
    const image = images.find((one) => one.is_primary()) ?? images[0];
    if (image === undefined) return { kind: "broken", reason: "no picture" };
    const [width, height] = [image.get_width(), image.get_height()];
    if (width * height > maxPixels) return { kind: "tooManyPixels" };
    const target = { width, height, data: new Uint8ClampedArray(width * height * 4) };
    const decoded = await new Promise<typeof target | null>((resolve) => image.display(target, resolve));
    if (decoded === null) return { kind: "broken", reason: "the picture cannot be decoded" };
    return { kind: "pixels", width, height, pixels: new Uint8Array(decoded.data.buffer) };
  } finally {
    for (const image of images) image.free();
    reader.decoder.delete();
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
