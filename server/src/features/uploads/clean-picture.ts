import { Worker } from "node:worker_threads";
import { mostPixels } from "./media-rules.ts";

/** Enough to read a display's message on a chair, and a tenth of what a phone's camera makes. */
const longestSide = 2560;
const heicSeconds = 60;

/** With the first picture: no start has to wait for it. */
const loadSharp = async () => (await import("sharp")).default;

export interface CleanPicture {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly contentType: "image/webp";
}

/**
 * Draws the picture anew: turned as it was held, scaled down, in standard colours, and without anything that came
 * beside its pixels, the place where it was taken above all. Throws where it can't be read to its end.
 */
export async function cleanPicture(path: string, target: string, sniffedType: string): Promise<CleanPicture> {
  const isHeic = sniffedType === "image/heic" || sniffedType === "image/heif";
  const source = isHeic
    ? await fromHeic(path)
    : (await loadSharp())(path, { limitInputPixels: mostPixels, failOn: "error" });
  const { width, height, size } = await source
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 80, effort: 3 })
    .toFile(target);
  return { width, height, bytes: size, contentType: "image/webp" };
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

async function fromHeic(path: string) {
  const { width, height, pixels } = await heicPixels(path);
  const sharp = await loadSharp();
  return sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: mostPixels });
}

/** sharp's own build leaves HEVC out for its patents; the decoder is another library's, in WebAssembly. */
function heicPixels(path: string): Promise<Pixels> {
  const worker = new Worker(new URL("./heic-pixels.ts", import.meta.url), {
    workerData: { path, mostPixels: mostPixels / 2 },
  });
  return new Promise<Pixels>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("decoding took too long")), heicSeconds * 1000);
    const settle = (done: () => void) => {
      clearTimeout(timer);
      done();
      void worker.terminate();
    };
    worker.once("message", (pixels: Pixels) => settle(() => resolve(pixels)));
    worker.once("error", (cause) =>
      settle(() => reject(new Error("the decoder could not read the picture", { cause }))),
    );
    worker.once("exit", () => settle(() => reject(new Error("the decoder ended without a picture"))));
  });
}
