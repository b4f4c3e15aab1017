/** A box of an ISO film (MP4, MOV, 3GP) as its header tells it; positions within what it was read from. */
export interface IsoBox {
  readonly type: string;
  readonly at: number;
  readonly headerBytes: number;
  readonly end: number;
}

/** What is no film, told by whoever walks its boxes. */
export class OddFilm extends Error {
  constructor(why: string) {
    super(why);
    this.name = "OddFilm";
  }
}

/** One header, from at least 16 bytes of it where there are so many; `room` is where its parent ends. */
export function readBoxHead(head: Buffer, at: number, room: number): IsoBox {
  if (head.length < 8) throw new OddFilm(`no box at ${at}`);
  const short = head.readUInt32BE(0);
  const type = head.toString("latin1", 4, 8);
  // 1: the size stands behind the type, in eight bytes; 0: up to the end of the file.
  const isLong = short === 1;
  if (isLong && head.length < 16) throw new OddFilm(`no box at ${at}`);
  const bytes = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? room - at : short;
  const headerBytes = isLong ? 16 : 8;
  if (!Number.isSafeInteger(bytes) || bytes < headerBytes || at + bytes > room)
    throw new OddFilm(`box ${JSON.stringify(type)} at ${at} does not fit`);
  return { type, at, headerBytes, end: at + bytes };
}

/** No player's list of boxes has a tenth of it; walking through millions of them would hold the server up. */
const mostInList = 1_000;

/** The boxes between two positions, which they must fill to the last byte. */
export function* boxesIn(buffer: Buffer, from: number, to: number): Generator<IsoBox> {
  let left = mostInList;
  for (let at = from; at < to; left -= 1) {
    if (left === 0) throw new OddFilm("too many boxes");
    // QuickTime ends some lists with a zero.
    if (to - at < 8 && buffer.subarray(at, to).every((byte) => byte === 0)) return;
    const box = readBoxHead(buffer.subarray(at, Math.min(at + 16, to)), at, to);
    if (buffer.readUInt32BE(at) === 0) throw new OddFilm(`box at ${at} has no end`);
    yield box;
    at = box.end;
  }
}

export const childrenOf = (buffer: Buffer, box: IsoBox): Generator<IsoBox> =>
  boxesIn(buffer, box.at + box.headerBytes, box.end);

/** Room that players step over, with nothing in it: whatever lies behind keeps its place. */
export function blank(buffer: Buffer, box: IsoBox): void {
  buffer.write("free", box.at + 4, "latin1");
  buffer.fill(0, box.at + box.headerBytes, box.end);
}

export function childNamed(buffer: Buffer, box: IsoBox, type: string): IsoBox | null {
  for (const child of childrenOf(buffer, box)) if (child.type === type) return child;
  return null;
}
