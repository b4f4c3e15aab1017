import { type FileHandle, open } from "node:fs/promises";
import { OddFilm } from "./iso-boxes.ts";
import { zeroStretch } from "./zero-stretch.ts";

const ids = {
  header: "1a45dfa3",
  segment: "18538067",
  cluster: "1f43b675",
  info: "1549a966",
  tracks: "1654ae6b",
  entry: "ae",
  trackType: "83",
  seekHead: "114d9b74",
  cues: "1c53bb6b",
  blockGroup: "a0",
} as const;

/** What is gone into, and what of it a player needs; everything else in it is made void. */
const inside: Readonly<Record<string, readonly string[]>> = {
  [ids.segment]: [ids.seekHead, ids.info, ids.tracks, ids.cues, ids.cluster],
  // Time scale, length, and the two names of programs that must be there.
  [ids.info]: ["2ad7b1", "4489", "4d80", "5741"],
  [ids.tracks]: [ids.entry],
  // Time, blocks, and what helps to find the one before.
  [ids.cluster]: ["e7", "a3", ids.blockGroup, "ab", "a7"],
  // Block, its length, what it refers to, and what opus needs at its end. No additions.
  [ids.blockGroup]: ["a1", "9b", "fb", "75a2"],
};
/** Of a track: its number and names for machines, how it is coded and played. No words, and nothing measured beside it. */
const keptOfTrack = [
  "d7",
  "73c5",
  ids.trackType,
  "b9",
  "88",
  "55aa",
  "9c",
  "6de7",
  "6df8",
  "23e383",
  "234e7a",
  "23314f",
  "22b59c",
  "22b59d",
  "86",
  "63a2",
  "aa",
  "56aa",
  "56bb",
  "e0",
  "e1",
  "6d80",
];

/** A quarter of an hour has a fifth of these. */
const mostElements = 1_000_000;
/** Each is a write of its own. */
const mostVoided = 100_000;
const windowBytes = 256 * 1024;

interface Element {
  readonly id: string;
  readonly at: number;
  readonly dataAt: number;
  /** Null where a browser recorded it and did not know: it ends where something begins that can't be in it. */
  readonly end: number | null;
}

/**
 * Leaves of a WebM film what a player needs, and voids everything else where it stands: tags, attachments, chapters,
 * titles, and whatever is unknown. Throws OddFilm for whatever can't be followed to its last byte.
 */
export async function cleanWebmFilm(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const read = slidingWindow(file, size);
    const header = await elementAt(read, 0, size);
    if (header.id !== ids.header || header.end === null) throw new OddFilm("no EBML header");
    const segment = await elementAt(read, header.end, size);
    if (segment.id !== ids.segment) throw new OddFilm("no segment");
    if (segment.end !== null && segment.end !== size) throw new OddFilm("something behind the segment");
    let left = mostElements;
    let mayVoid = mostVoided;
    const readNext = async (at: number, to: number): Promise<Element> => {
      left -= 1;
      if (left < 0) throw new OddFilm("too many elements");
      return elementAt(read, at, to);
    };
    const makeVoid = async ({ at }: Element, end: number): Promise<void> => {
      mayVoid -= 1;
      if (mayVoid < 0) throw new OddFilm("too much that no player needs");
      await writeVoid(file, at, end);
    };

    // Pictures and sound: subtitles and tracks of measurements carry positions second by second.
    const cleanTrack = async (track: Element, to: number): Promise<void> => {
      let type = 0;
      for (let at = track.dataAt; at < to; ) {
        const child = await readNext(at, to);
        if (child.end === null) throw new OddFilm("a track has no end");
        if (child.id === ids.trackType)
          type = (await read(child.dataAt, child.end - child.dataAt)).at(-1) ?? 0;
        if (!keptOfTrack.includes(child.id)) await makeVoid(child, child.end);
        at = child.end;
      }
      if (type !== 1 && type !== 2) throw new OddFilm("a track that is neither picture nor sound");
    };

    // An element without an end ends where one begins that only its parent may hold.
    const walk = async (parent: Element, to: number): Promise<number> => {
      const kept = inside[parent.id] ?? [];
      for (let at = parent.dataAt; at < to; ) {
        const child = await readNext(at, to);
        if (
          parent.end === null &&
          parent.id === ids.cluster &&
          (inside[ids.segment] ?? []).includes(child.id)
        )
          return at;
        if (child.end === null) {
          if (child.id !== ids.cluster || parent.id !== ids.segment)
            throw new OddFilm(`element ${child.id} has no end`);
          at = await walk(child, to);
          continue;
        }
        if (!kept.includes(child.id)) await makeVoid(child, child.end);
        else if (child.id === ids.entry) await cleanTrack(child, child.end);
        else if (inside[child.id] !== undefined) await walk(child, child.end);
        at = child.end;
      }
      return to;
    };
    await walk(segment, size);
  } finally {
    await file.close();
  }
}

type Reader = (at: number, bytes: number) => Promise<Buffer>;

/** Blocks are small and many: a head at a time would be a call to the disk each. */
function slidingWindow(file: FileHandle, size: number): Reader {
  let from = 0;
  let held = Buffer.alloc(0);
  return async (at, bytes) => {
    if (bytes > windowBytes || at + bytes > size) throw new OddFilm("the file ends too soon");
    if (at < from || at + bytes > from + held.length) {
      const wanted = Math.min(windowBytes, size - at);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
      if (bytesRead < bytes) throw new OddFilm("the file ends too soon");
      from = at;
      held = buffer.subarray(0, bytesRead);
    }
    return held.subarray(at - from, at - from + bytes);
  };
}

/** Bytes of a number of EBML's by its first byte; the marker bit tells. */
const lengthOf = (first: number): number => Math.clz32(first) - 23;

async function elementAt(read: Reader, at: number, to: number): Promise<Element> {
  const head = await read(at, Math.min(12, to - at));
  const idBytes = lengthOf(head[0] ?? 0);
  if (idBytes > 4 || head.length < idBytes + 1) throw new OddFilm(`no element at ${at}`);
  const sizeBytes = lengthOf(head[idBytes] ?? 0);
  if (sizeBytes > 8 || head.length < idBytes + sizeBytes) throw new OddFilm(`no element at ${at}`);
  let value = BigInt(head[idBytes] ?? 0) & ((1n << BigInt(8 - sizeBytes)) - 1n);
  for (let one = 1; one < sizeBytes; one += 1) value = (value << 8n) | BigInt(head[idBytes + one] ?? 0);
  const dataAt = at + idBytes + sizeBytes;
  const isUnknown = value === (1n << BigInt(7 * sizeBytes)) - 1n;
  const end = isUnknown ? null : dataAt + Number(value);
  if (end !== null && end > to) throw new OddFilm(`element at ${at} does not fit`);
  return { id: head.toString("hex", 0, idBytes), at, dataAt, end };
}

/** Room that players step over, with nothing in it: whatever lies behind keeps its place. */
async function writeVoid(file: FileHandle, from: number, to: number): Promise<void> {
  const bytes = to - from;
  const head = Buffer.alloc(Math.min(bytes, 9));
  head[0] = 0xec;
  if (bytes < 10) head[1] = 0x80 | (bytes - 2);
  else head.writeBigUInt64BE((1n << 56n) | BigInt(bytes - 9), 1);
  await file.write(head, 0, head.length, from);
  await zeroStretch(file, from + head.length, to);
}
