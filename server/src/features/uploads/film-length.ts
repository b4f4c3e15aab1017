import { type FileHandle, open } from "node:fs/promises";

/** `null` seconds: the film does not say, as those that a browser records. */
export type FilmReading =
  | { readonly kind: "film"; readonly seconds: number | null }
  | { readonly kind: "broken" };

const broken: FilmReading = { kind: "broken" };
const mostBoxes = 10_000;
/** Each is a read of its own. */
const mostBoxesOfMovie = 1_000;

/**
 * Reads the length of an ISO film (MP4, MOV, 3GP) by its boxes. They must cover the file to its last byte, so that
 * one that was cut off, or carries something else behind it, is no film.
 */
export async function readIsoFilm(path: string): Promise<FilmReading> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    let seconds: number | null = null;
    let hasMovie = false;
    let boxes = 0;
    for (let at = 0; at < size; boxes += 1) {
      const box = await readBox(file, at, size);
      if (box === null || boxes > mostBoxes || (at === 0 && box.type !== "ftyp")) return broken;
      if (box.type === "moov") {
        hasMovie = true;
        seconds ??= await movieSeconds(file, at + box.headerBytes, at + box.bytes);
      }
      at += box.bytes;
    }
    return hasMovie ? { kind: "film", seconds } : broken;
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}

async function readBox(file: FileHandle, at: number, end: number) {
  const head = await readAt(file, at, 16);
  if (head.length < 8) return null;
  const type = head.toString("latin1", 4, 8);
  const short = head.readUInt32BE(0);
  // 1: the size stands behind the type, in eight bytes; 0: up to the end of the file.
  const isLong = short === 1;
  if (isLong && head.length < 16) return null;
  const bytes = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
  const headerBytes = isLong ? 16 : 8;
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type) || bytes < headerBytes || at + bytes > end) return null;
  return { type, bytes, headerBytes };
}

async function movieSeconds(file: FileHandle, from: number, to: number): Promise<number | null> {
  for (let at = from, boxes = 0; at < to && boxes < mostBoxesOfMovie; boxes += 1) {
    const box = await readBox(file, at, to);
    if (box === null) return null;
    if (box.type === "mvhd") {
      const head = await readAt(file, at + box.headerBytes, 32);
      const isLong = head[0] === 1;
      if (head.length < 32) return null;
      const timeScale = head.readUInt32BE(isLong ? 20 : 12);
      const duration = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
      // Films recorded in fragments leave it at nought, or at all ones.
      const isSaid = timeScale > 0 && duration > 0 && duration < (isLong ? 2 ** 63 : 0xffffffff);
      return isSaid ? duration / timeScale : null;
    }
    at += box.bytes;
  }
  return null;
}

const infoId = Buffer.from("1549a966", "hex");
const durationId = Buffer.from("4489", "hex");
const scaleId = Buffer.from("2ad7b1", "hex");

/** WebM says its length, where it does, in the Info element near its beginning. */
export async function readWebmFilm(path: string): Promise<FilmReading> {
  const file = await open(path, "r");
  try {
    const head = await readAt(file, 0, 65_536);
    const info = head.indexOf(infoId);
    if (info < 0) return broken;
    const near = head.subarray(info, info + 1024);
    const [scale, duration] = [near.indexOf(scaleId), near.indexOf(durationId)];
    if (duration < 0) return { kind: "film", seconds: null };
    const value =
      near[duration + 2] === 0x84 ? near.readFloatBE(duration + 3) : near.readDoubleBE(duration + 3);
    const unit = scale < 0 ? 1_000_000 : near.readUIntBE(scale + 4, (near[scale + 3] ?? 0x83) & 0x0f);
    const seconds = (value * unit) / 1_000_000_000;
    return { kind: "film", seconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : null };
  } catch (error) {
    if (error instanceof RangeError) return broken;
    throw error;
  } finally {
    await file.close();
  }
}
