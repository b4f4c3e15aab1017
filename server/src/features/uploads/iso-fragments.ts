import { childNamed, childrenOf, type IsoBox, OddFilm } from "./iso-boxes.ts";
import type { IsoChunk } from "./iso-chunks.ts";

/** How large a track's samples are where a fragment does not say it, by the track's number. */
export type UsualSizes = ReadonlyMap<number, number>;

/** A quarter of an hour has a hundredth of it in one run. */
const mostSamples = 1_000_000;

const sizeFlag = 0x200;
/** What a run may tell of each sample, four bytes each. */
const ofEachSample = [0x100, sizeFlag, 0x400, 0x800];

/** The fields of a box one behind the other; its version is not needed by whoever reads sizes and places. */
function fieldsOf(buffer: Buffer, box: IsoBox) {
  let at = box.at + box.headerBytes;
  const skip = (bytes: number): number => {
    const from = at;
    at += bytes;
    if (at > box.end) throw new OddFilm(`${box.type} is too short`);
    return from;
  };
  return {
    flags: buffer.readUInt32BE(skip(4)) & 0xffffff,
    skip,
    number: () => buffer.readUInt32BE(skip(4)),
    difference: () => buffer.readInt32BE(skip(4)),
    place: () => Number(buffer.readBigUInt64BE(skip(8))),
  };
}

/** Of the tracks that there are; null where the film has no fragments. */
export function usualSizes(buffer: Buffer, moov: IsoBox): UsualSizes | null {
  const extended = childNamed(buffer, moov, "mvex");
  if (extended === null) return null;
  const tracks = new Set<number>();
  for (const box of childrenOf(buffer, moov)) {
    const header = box.type === "trak" ? childNamed(buffer, box, "tkhd") : null;
    if (header === null) continue;
    const isLong = buffer[header.at + header.headerBytes] === 1;
    const fields = fieldsOf(buffer, header);
    fields.skip(isLong ? 16 : 8);
    tracks.add(fields.number());
  }
  const sizes = new Map<number, number>();
  for (const box of childrenOf(buffer, extended)) {
    if (box.type !== "trex") continue;
    const fields = fieldsOf(buffer, box);
    const track = fields.number();
    fields.skip(8);
    if (tracks.has(track)) sizes.set(track, fields.number());
  }
  return sizes;
}

/** Where the samples of a fragment lie in the file; `buffer` holds its `moof`, which begins at `moofAt` of the file. */
export function runsOfFragment(buffer: Buffer, moof: IsoBox, moofAt: number, usual: UsualSizes): IsoChunk[] {
  const runs: IsoChunk[] = [];
  let behindLast = moofAt;
  for (const traf of childrenOf(buffer, moof)) {
    if (traf.type !== "traf") continue;
    const header = childNamed(buffer, traf, "tfhd");
    if (header === null) throw new OddFilm("a fragment does not say whose it is");
    const fields = fieldsOf(buffer, header);
    const { flags } = fields;
    let size = usual.get(fields.number());
    if (size === undefined) throw new OddFilm("a fragment of no track");
    let base = flags & 0x20000 ? moofAt : behindLast;
    if (flags & 0x1) base = fields.place();
    if (flags & 0x2) fields.skip(4);
    if (flags & 0x8) fields.skip(4);
    if (flags & 0x10) size = fields.number();
    let at = base;
    for (const trun of childrenOf(buffer, traf)) {
      if (trun.type !== "trun") continue;
      const run = runOf(buffer, trun, { base, at, size });
      if (run.bytes > 0) runs.push(run);
      at = run.at + run.bytes;
    }
    behindLast = at;
  }
  return runs;
}

function runOf(
  buffer: Buffer,
  trun: IsoBox,
  { base, at, size }: { base: number; at: number; size: number },
): IsoChunk {
  const fields = fieldsOf(buffer, trun);
  const { flags } = fields;
  const samples = fields.number();
  if (samples > mostSamples) throw new OddFilm("too many samples");
  const from = flags & 0x1 ? base + fields.difference() : at;
  if (!Number.isSafeInteger(from) || from < 0) throw new OddFilm("samples outside of the film");
  if (flags & 0x4) fields.skip(4);
  const told = ofEachSample.filter((flag) => flags & flag);
  const entryBytes = 4 * told.length;
  const first = fields.skip(samples * entryBytes);
  if (!(flags & sizeFlag)) return { at: from, bytes: samples * size };
  let bytes = 0;
  const sizeAt = 4 * told.indexOf(sizeFlag);
  for (let one = 0; one < samples; one += 1) bytes += buffer.readUInt32BE(first + one * entryBytes + sizeAt);
  return { at: from, bytes };
}
