import type { FileHandle } from "node:fs/promises";

const nothing = Buffer.alloc(1024 * 1024);

/** Writes nothing but zeros from one position of a file up to another. */
export async function zeroStretch(file: FileHandle, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += nothing.length)
    await file.write(nothing, 0, Math.min(nothing.length, to - at), at);
}
