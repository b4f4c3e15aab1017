import { parentPort, workerData } from "node:worker_threads";
import { readFile } from "node:fs/promises";
import decode from "heic-decode";

/** Runs as a thread of its own: decoding takes seconds and would stop every other call. */
const { path, mostPixels } = workerData as { path: string; mostPixels: number };
const images = await decode.all({ buffer: new Uint8Array(await readFile(path)) });
const [first] = images;
if (!first || first.width * first.height > mostPixels) throw new Error("no picture of a size that is taken");
const { width, height, data } = await first.decode();
images.dispose();
const pixels = new Uint8Array(data);
parentPort?.postMessage({ width, height, pixels }, [pixels.buffer]);
