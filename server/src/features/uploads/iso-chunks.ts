import { childNamed, type IsoBox, OddFilm } from "./iso-boxes.ts";

/** Where a track's samples lie in the file, several beside each other at once. */
export interface IsoChunk {
  readonly at: number;
  readonly bytes: number;
}

/** A quarter of an hour of sound and pictures has a tenth of it. */
const mostEntries = 1_000_000;

/** A list behind `head` bytes of its own: its length first, then entries of one size. */
function tableOf(buffer: Buffer, box: IsoBox, entryBytes: number, countAt = 4) {
  const from = box.at + box.headerBytes;
  const first = from + countAt + 4;
  if (first > box.end) throw new OddFilm(`${box.type} is too short`);
  const count = buffer.readUInt32BE(from + countAt);
  if (count > mostEntries || first + count * entryBytes > box.end)
    throw new OddFilm(`${box.type} is too short`);
  return { count, at: (index: number) => first + index * entryBytes };
}

function sizesOf(buffer: Buffer, table: IsoBox): { sizeOf: (sample: number) => number; isConstant: boolean } {
  const stsz = childNamed(buffer, table, "stsz");
  if (stsz === null) throw new OddFilm("a track does not say how large its samples are");
  const from = stsz.at + stsz.headerBytes;
  if (from + 12 > stsz.end) throw new OddFilm("stsz is too short");
  const constant = buffer.readUInt32BE(from + 4);
  if (constant > 0) return { sizeOf: () => constant, isConstant: true };
  const { count, at } = tableOf(buffer, stsz, 4, 8);
  return {
    isConstant: false,
    sizeOf: (sample) => {
      if (sample >= count) throw new OddFilm("more samples than sizes");
      return buffer.readUInt32BE(at(sample));
    },
  };
}

/**
 * A track's chunks. `isElastic`: uncompressed sound tells the size of a sample as 1 and means a frame, so a chunk
 * reaches to whatever begins next.
 */
export function chunksOf(buffer: Buffer, sampleTable: IsoBox): { chunks: IsoChunk[]; isElastic: boolean } {
  const stco = childNamed(buffer, sampleTable, "stco");
  const offsets = stco ?? childNamed(buffer, sampleTable, "co64");
  const stsc = childNamed(buffer, sampleTable, "stsc");
  if (offsets === null || stsc === null) throw new OddFilm("a track does not say where its samples are");
  const places = tableOf(buffer, offsets, stco === null ? 8 : 4);
  const runs = tableOf(buffer, stsc, 12);
  if (places.count === 0) return { chunks: [], isElastic: false };
  const { sizeOf, isConstant } = sizesOf(buffer, sampleTable);

  const chunks: IsoChunk[] = [];
  let sample = 0;
  for (let run = 0; run < runs.count; run += 1) {
    const first = buffer.readUInt32BE(runs.at(run));
    const next = run + 1 < runs.count ? buffer.readUInt32BE(runs.at(run + 1)) : places.count + 1;
    const samples = buffer.readUInt32BE(runs.at(run) + 4);
    if (first !== chunks.length + 1 || next <= first || next > places.count + 1 || samples > mostEntries)
      throw new OddFilm("stsc runs wild");
    for (let chunk = first; chunk < next; chunk += 1) {
      const at =
        stco === null
          ? Number(buffer.readBigUInt64BE(places.at(chunk - 1)))
          : buffer.readUInt32BE(places.at(chunk - 1));
      let bytes = 0;
      if (isConstant) bytes = samples * sizeOf(sample);
      else for (let one = 0; one < samples; one += 1) bytes += sizeOf(sample + one);
      sample += samples;
      chunks.push({ at, bytes });
    }
  }
  return { chunks, isElastic: isConstant };
}
