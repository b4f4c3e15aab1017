import { type FileHandle, open } from "node:fs/promises";
import { childNamed, childrenOf, type IsoBox, OddFilm, readBoxHead } from "./iso-boxes.ts";
import { chunksOf, type IsoChunk } from "./iso-chunks.ts";
import { runsOfFragment, type UsualSizes, usualSizes } from "./iso-fragments.ts";
import { isShown, type Kept, keptOfFragment, keptOfMovie, prune } from "./iso-kept-boxes.ts";
import { zeroStretch } from "./zero-stretch.ts";

const mostBoxes = 10_000;
/** A quarter of an hour has a fifth of these. */
const mostHeadBytes = 8 * 1024 * 1024;
const mostChunks = 500_000;
/** The kinds of film that it says to be. */
const mostBrandBytes = 256;

/**
 * Leaves of a film what a player needs to show it, and blanks everything else where it stands: the place where it was
 * taken has a dozen homes (`©xyz`, `loci`, Apple's keys, XMP, makers' boxes, tracks of their own), and the next phone
 * will bring another. Nothing moves, so no table of offsets changes. What is inside the coded picture and sound is not
 * looked at. Throws OddFilm for whatever can't be followed to its last byte.
 */
export async function cleanIsoFilm(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const data: IsoBox[] = [];
    let film: Film | null = null;
    let isEarly = false;
    let boxes = 0;
    for (let at = 0; at < size; boxes += 1) {
      if (boxes > mostBoxes) throw new OddFilm("too many boxes");
      const box = readBoxHead(await readAt(file, at, Math.min(16, size - at)), at, size);
      const isBrand = ["ftyp", "styp"].includes(box.type) && box.end - box.at <= mostBrandBytes;
      if (box.type === "moov") {
        if (film !== null) throw new OddFilm("two films in one");
        film = await cleanHead(file, box, keptOfMovie, filmOf);
        if (film.usual !== null && isEarly) throw new OddFilm("a fragment before its film");
      } else if (box.type === "moof" && film !== null && film.usual !== null) {
        const { usual } = film;
        const runs = await cleanHead(file, box, keptOfFragment, (buffer, moof) =>
          runsOfFragment(buffer, moof, box.at, usual),
        );
        for (const run of runs) addShown(film, run);
      } else if (box.type === "mdat") data.push(box);
      else if (!isBrand) {
        // Of a film that was made whole in the end, as phones do, fragments that are left tell nothing.
        isEarly ||= box.type === "moof";
        await file.write(Buffer.from("free", "latin1"), 0, 4, box.at + 4);
        await zeroStretch(file, box.at + box.headerBytes, box.end);
      }
      at = box.end;
    }
    if (film === null) throw new OddFilm("no moov");
    await keepShown(file, data, film);
  } finally {
    await file.close();
  }
}

/** Cleans what a film or a fragment of it tells about its samples. @returns what `read` makes of it before that */
async function cleanHead<T>(
  file: FileHandle,
  box: IsoBox,
  kept: Kept,
  read: (buffer: Buffer, whole: IsoBox) => T,
): Promise<T> {
  if (box.end - box.at > mostHeadBytes) throw new OddFilm(`${box.type} is too large`);
  const buffer = await readAt(file, box.at, box.end - box.at);
  const whole = { ...box, at: 0, end: buffer.length };
  const told = read(buffer, whole);
  prune(buffer, whole, kept);
  await file.write(buffer, 0, buffer.length, box.at);
  return told;
}

interface Film {
  /** Stretches of samples that are shown, in no order. */
  readonly chunks: (IsoChunk & { readonly isElastic: boolean })[];
  /** Where any stretch of samples begins. */
  readonly starts: number[];
  /** Null where the film has no fragments. */
  readonly usual: UsualSizes | null;
}

function filmOf(buffer: Buffer, moov: IsoBox): Film {
  const film: Film = { chunks: [], starts: [], usual: usualSizes(buffer, moov) };
  for (const box of childrenOf(buffer, moov)) {
    if (box.type !== "trak") continue;
    const isPictureOrSound = isShown(buffer, box);
    if (film.usual !== null && !isPictureOrSound)
      throw new OddFilm("fragments of a track that is neither picture nor sound");
    const { chunks, isElastic } = chunksOf(buffer, sampleTableOf(buffer, box));
    for (const chunk of chunks)
      if (isPictureOrSound) addShown(film, chunk, isElastic);
      else film.starts.push(chunk.at);
    if (film.starts.length > mostChunks) throw new OddFilm("too many chunks");
  }
  return film;
}

function addShown(film: Film, chunk: IsoChunk, isElastic = false): void {
  film.starts.push(chunk.at);
  film.chunks.push({ ...chunk, isElastic });
  if (film.starts.length > mostChunks) throw new OddFilm("too many chunks");
}

function sampleTableOf(buffer: Buffer, box: IsoBox): IsoBox {
  const media = childNamed(buffer, box, "mdia");
  const information = media && childNamed(buffer, media, "minf");
  const table = information && childNamed(buffer, information, "stbl");
  if (table === null) throw new OddFilm("a track without samples");
  return table;
}

/** Blanks of the data whatever no picture and no sound points at, in one way through both. */
async function keepShown(file: FileHandle, data: readonly IsoBox[], film: Film): Promise<void> {
  const chunks = film.chunks.toSorted((one, other) => one.at - other.at);
  const starts = film.starts.toSorted((one, other) => one - other);
  let kept = 0;
  let next = 0;
  for (const box of data) {
    let at = box.at + box.headerBytes;
    for (let chunk = chunks[kept]; chunk !== undefined && chunk.at <= box.end; chunk = chunks[kept]) {
      const end = chunk.at + chunk.bytes;
      if (chunk.at < box.at + box.headerBytes || end > box.end)
        throw new OddFilm("samples outside of the film");
      while ((starts[next] ?? Infinity) <= chunk.at) next += 1;
      if (chunk.at > at) await zeroStretch(file, at, chunk.at);
      at = Math.max(at, end, chunk.isElastic ? Math.min(starts[next] ?? box.end, box.end) : end);
      kept += 1;
    }
    await zeroStretch(file, at, box.end);
  }
  if (kept < chunks.length) throw new OddFilm("samples outside of the film");
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  if (bytesRead < bytes) throw new OddFilm("the film ends too soon");
  return buffer;
}
