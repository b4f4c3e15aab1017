import { type FileHandle, open } from "node:fs/promises";
import { childNamed, childrenOf, type IsoBox, OddFilm, readBoxHead } from "./iso-boxes.ts";
import { chunksOf, type IsoChunk } from "./iso-chunks.ts";
import { isShown, keptOfFragment, keptOfMovie, prune } from "./iso-kept-boxes.ts";
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
    let shown: Shown | null = null;
    let boxes = 0;
    for (let at = 0; at < size; boxes += 1) {
      if (boxes > mostBoxes) throw new OddFilm("too many boxes");
      const box = readBoxHead(await readAt(file, at, Math.min(16, size - at)), at, size);
      const isBrand = ["ftyp", "styp"].includes(box.type) && box.end - box.at <= mostBrandBytes;
      if (box.type === "moov") {
        if (shown !== null) throw new OddFilm("two films in one");
        shown = await cleanHead(file, box);
      } else if (box.type === "moof") await cleanHead(file, box);
      else if (box.type === "mdat") data.push(box);
      else if (!isBrand) {
        await file.write(Buffer.from("free", "latin1"), 0, 4, box.at + 4);
        await zeroStretch(file, box.at + box.headerBytes, box.end);
      }
      at = box.end;
    }
    if (shown === null) throw new OddFilm("no moov");
    if (shown !== "fragments") await keepShown(file, data, shown);
  } finally {
    await file.close();
  }
}

/** What a film or a fragment of it tells about its samples; of a film, where those that are shown lie. */
async function cleanHead(file: FileHandle, box: IsoBox): Promise<Shown> {
  if (box.end - box.at > mostHeadBytes) throw new OddFilm(`${box.type} is too large`);
  const buffer = await readAt(file, box.at, box.end - box.at);
  const whole = { ...box, at: 0, end: buffer.length };
  const isMovie = box.type === "moov";
  // Before a track's tables go with it.
  const shown = isMovie ? chunksToKeep(buffer, whole) : "fragments";
  prune(buffer, whole, isMovie ? keptOfMovie : keptOfFragment);
  await file.write(buffer, 0, buffer.length, box.at);
  return shown;
}

type ShownChunk = IsoChunk & { readonly isElastic: boolean };
/** Fragments say one by one where their samples are, and have room for nothing else. */
type Shown = "fragments" | { readonly chunks: readonly ShownChunk[]; readonly starts: readonly number[] };

function chunksToKeep(buffer: Buffer, moov: IsoBox): Shown {
  const chunks: ShownChunk[] = [];
  const starts: number[] = [];
  const isFragmented = childNamed(buffer, moov, "mvex") !== null;
  for (const box of childrenOf(buffer, moov)) {
    if (box.type !== "trak") continue;
    const isPictureOrSound = isShown(buffer, box);
    if (isFragmented && !isPictureOrSound)
      throw new OddFilm("fragments of a track that is neither picture nor sound");
    const own = chunksOf(buffer, sampleTableOf(buffer, box));
    for (const { at } of own.chunks) starts.push(at);
    if (starts.length > mostChunks) throw new OddFilm("too many chunks");
    if (isPictureOrSound) for (const chunk of own.chunks) chunks.push({ ...chunk, isElastic: own.isElastic });
  }
  if (isFragmented) return "fragments";
  return { chunks: chunks.sort((one, other) => one.at - other.at), starts: starts.sort((a, b) => a - b) };
}

function sampleTableOf(buffer: Buffer, box: IsoBox): IsoBox {
  const media = childNamed(buffer, box, "mdia");
  const information = media && childNamed(buffer, media, "minf");
  const table = information && childNamed(buffer, information, "stbl");
  if (table === null) throw new OddFilm("a track without samples");
  return table;
}

/** Blanks of the data whatever no picture and no sound points at, in one way through both. */
async function keepShown(
  file: FileHandle,
  data: readonly IsoBox[],
  { chunks, starts }: Exclude<Shown, "fragments">,
): Promise<void> {
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
