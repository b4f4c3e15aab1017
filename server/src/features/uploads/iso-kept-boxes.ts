import { blank, boxesIn, childNamed, childrenOf, type IsoBox, OddFilm } from "./iso-boxes.ts";

/** Bytes behind the header, of the box's version 0 and 1; what is behind them says nothing. */
type Fixed = readonly [bytes: number, longer: number];
/** A list: where its length stands behind the header, and the bytes of an entry, of version 0 and 1. */
interface Listed {
  readonly countAt: number;
  readonly entry: Fixed;
}
type Leaf = "whole" | Fixed | Listed;
export interface Kept {
  readonly [type: string]: Leaf | { readonly inside: Kept };
}

const listOf = (bytes: number, longer = bytes, countAt = 4): Listed => ({ countAt, entry: [bytes, longer] });
const aperture: Fixed = [12, 12];

const sampleTable: Kept = {
  // How the samples are coded: as much the film as they are.
  stsd: "whole",
  stts: listOf(8),
  ctts: listOf(8),
  cslg: [24, 44],
  stss: listOf(4),
  stps: listOf(4),
  stsh: listOf(8),
  stsc: listOf(12),
  stsz: listOf(4, 4, 8),
  stco: listOf(4),
  co64: listOf(8),
  sdtp: "whole",
  sbgp: "whole",
  sgpd: "whole",
};
const media: Kept = {
  mdhd: [24, 36],
  // What the track is; then its maker's name for it.
  hdlr: [24, 24],
  minf: {
    inside: {
      vmhd: [12, 12],
      smhd: [8, 8],
      hdlr: [24, 24],
      dinf: { inside: { dref: "whole" } },
      stbl: { inside: sampleTable },
    },
  },
};
const track: Kept = {
  tkhd: [84, 96],
  edts: { inside: { elst: listOf(12, 20) } },
  tapt: { inside: { clef: aperture, prof: aperture, enof: aperture } },
  mdia: { inside: media },
};
export const keptOfMovie: Kept = {
  mvhd: [100, 112],
  trak: { inside: track },
  mvex: { inside: { mehd: [8, 12], trex: [24, 24] } },
};
export const keptOfFragment: Kept = {
  mfhd: [8, 8],
  traf: {
    inside: { tfhd: [32, 32], tfdt: [8, 12], trun: "whole", sdtp: "whole", sbgp: "whole", sgpd: "whole" },
  },
};

/** Blanks every box that is not named, and what stands behind the contents of one that is. */
export function prune(buffer: Buffer, box: IsoBox, kept: Kept): void {
  for (const child of childrenOf(buffer, box)) {
    const found = Object.hasOwn(kept, child.type) ? kept[child.type] : undefined;
    if (found === undefined || (child.type === "trak" && !isShown(buffer, child))) blank(buffer, child);
    else if (typeof found === "object" && "inside" in found) prune(buffer, child, found.inside);
    else if (child.type === "dref") refuseOtherFiles(buffer, child);
    else if (found !== "whole") buffer.fill(0, endOfContents(buffer, child, found), child.end);
  }
}

function endOfContents(buffer: Buffer, box: IsoBox, leaf: Fixed | Listed): number {
  const from = box.at + box.headerBytes;
  const version = from < box.end && buffer[from] === 1 ? 1 : 0;
  if (!("countAt" in leaf)) return Math.min(from + leaf[version], box.end);
  const { countAt, entry } = leaf;
  const first = from + countAt + 4;
  if (first > box.end) throw new OddFilm(`${box.type} is too short`);
  // Samples that are all of one size need no list of sizes.
  const isListless = box.type === "stsz" && buffer.readUInt32BE(from + 4) > 0;
  const end = isListless ? first : first + buffer.readUInt32BE(from + countAt) * entry[version];
  if (end > box.end) throw new OddFilm(`${box.type} is too short`);
  return end;
}

/** Pictures and sound; subtitles and tracks of measurements carry positions second by second. */
export function isShown(buffer: Buffer, box: IsoBox): boolean {
  const found = childNamed(buffer, box, "mdia");
  const handler = found && childNamed(buffer, found, "hdlr");
  if (handler === null || handler.end - handler.at < 20) throw new OddFilm("a track does not say what it is");
  const from = handler.at + handler.headerBytes + 8;
  return ["vide", "soun"].includes(buffer.toString("latin1", from, from + 4));
}

/** Samples lie in this very file, and a reference says no more than that. */
function refuseOtherFiles(buffer: Buffer, box: IsoBox): void {
  for (const entry of boxesIn(buffer, box.at + box.headerBytes + 8, box.end)) {
    const from = entry.at + entry.headerBytes;
    if (from + 4 > entry.end || (buffer.readUInt32BE(from) & 1) === 0)
      throw new OddFilm("samples in another file");
    buffer.fill(0, from + 4, entry.end);
  }
}
