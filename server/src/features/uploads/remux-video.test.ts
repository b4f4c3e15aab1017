import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type BuiltFilm,
  crowdedFilm,
  elasticFilm,
  fragmentedFilm,
  isoFilmWithPlace,
  place,
  webmFilmWithPlace,
} from "#test/film-with-place.ts";
import { printedSeed } from "#test/random-seed.ts";
import { box, film, realFilm } from "#test/upload-client.ts";
import { cleanFilm } from "./clean-film.ts";
import { readIsoFilm } from "./film-length.ts";
import { UploadRefused } from "./upload-refused.ts";

const handlers = ["vide", "soun"];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reposo-clean-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function cleaned(bytes: Buffer, type = "video/mp4"): Promise<Buffer> {
  const path = join(folder, "film");
  await writeFile(path, bytes);
  await cleanFilm(path, type);
  return readFile(path);
}
/** How long this process has been at work since: a busy machine lets it wait for longer than that. */
const busyMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};
const showsAll = (bytes: Buffer, { shown }: BuiltFilm) => {
  for (const { at, content } of shown)
    expect(bytes.toString("latin1", at, at + content.length)).toBe(content);
};

describe("a film", () => {
  it.each([
    ["of a phone", isoFilmWithPlace(), "video/quicktime"],
    ["in fragments", fragmentedFilm({ handlers: ["vide", "soun"] }), "video/mp4"],
    ["in fragments that count from its beginning", fragmentedFilm({ handlers, base: "file" }), "video/mp4"],
    ["in fragments that follow each other", fragmentedFilm({ handlers, base: "unsaid" }), "video/mp4"],
    ["in fragments of samples of one size", fragmentedFilm({ handlers, sizes: "fragment" }), "video/mp4"],
    ["whose fragments leave their sizes to it", fragmentedFilm({ handlers, sizes: "film" }), "video/mp4"],
    ["of a phone that wrote it in fragments at first", isoFilmWithPlace({ moof: true }), "video/quicktime"],
    ["of uncompressed sound", elasticFilm(), "video/quicktime"],
    ["of WebM", webmFilmWithPlace(), "video/webm"],
    ["of WebM as a browser records it", webmFilmWithPlace({ live: true }), "video/webm"],
  ])(
    "[FB-2] %s loses the place where it was taken, and nothing of its pictures and sound moves",
    async (_, built, type) => {
      const kept = await cleaned(built.bytes, type);
      expect(kept.length).toBe(built.bytes.length);
      expect(kept.includes(place)).toBe(false);
      expect(kept.includes("location")).toBe(false);
      showsAll(kept, built);
      // What is clean stays as it is.
      expect((await cleaned(kept, type)).equals(kept)).toBe(true);
    },
  );

  it.each([
    [
      "with a track of positions in fragments",
      fragmentedFilm({ handlers: ["vide", "meta"] }).bytes,
      "video/mp4",
    ],
    ["with a fragment of a track that it has not", ofNoTrack(), "video/mp4"],
    ["with a fragment before its head", headless(), "video/mp4"],
    ["with subtitles in WebM", webmFilmWithPlace({ trackType: 17 }).bytes, "video/webm"],
    ["that is cut off", isoFilmWithPlace().bytes.subarray(0, -1), "video/mp4"],
    ["of WebM that is cut off", webmFilmWithPlace().bytes.subarray(0, -1), "video/webm"],
    [
      "with something behind it",
      Buffer.concat([webmFilmWithPlace().bytes, Buffer.from(place)]),
      "video/webm",
    ],
    ["in two", Buffer.concat([film(), film()]), "video/mp4"],
    ["without a head", Buffer.concat([box("ftyp", Buffer.from("isom")), box("mdat")]), "video/mp4"],
    ["whose samples are elsewhere", misplaced(), "video/mp4"],
  ])("[FB-2] %s is refused", async (_, bytes, type) => {
    await expect(cleaned(bytes, type)).rejects.toThrow(UploadRefused);
  });

  it.each([
    ["of many chunks", crowdedFilm({ boxes: 0, chunks: 200_000 }), "video/mp4", "cleaned"],
    ["of many chunks in many boxes", crowdedFilm({ boxes: 5_000, chunks: 100_000 }), "video/mp4", "cleaned"],
    ["of too many chunks", crowdedFilm({ boxes: 0, chunks: 600_000 }), "video/mp4", "refused"],
    ["of too many boxes in its head", headOf(100_000), "video/mp4", "refused"],
    ["of WebM with too many strange elements", strangeWebm(500_000), "video/webm", "refused"],
    ["of WebM with too many words of a track", wordyWebm(500_000), "video/webm", "refused"],
  ])("[FB-2] %s keeps no server busy", async (_, bytes, type, outcome) => {
    const begun = process.cpuUsage();
    const result = await cleaned(bytes, type).then(
      () => "cleaned",
      (error: unknown) => (error instanceof UploadRefused ? "refused" : error),
    );
    expect(result).toBe(outcome);
    expect(busyMs(begun)).toBeLessThan(10_000);
  });

  it("[FB-2] does not say its length behind a million boxes", async () => {
    const path = join(folder, "crowded");
    await writeFile(path, headOf(1_000_000));
    const begun = process.cpuUsage();
    expect(await readIsoFilm(path)).toEqual({ kind: "film", seconds: null });
    expect(busyMs(begun)).toBeLessThan(5_000);
  });

  it("[FB-2] that is changed at random is refused, or still loses every place outside of its samples", async () => {
    const seed = printedSeed("films changed at random");
    const built = [
      [isoFilmWithPlace().bytes, "video/mp4"],
      [fragmentedFilm().bytes, "video/mp4"],
      [webmFilmWithPlace().bytes, "video/webm"],
      [webmFilmWithPlace({ live: true }).bytes, "video/webm"],
    ] as const;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...built),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat(255)), {
          minLength: 1,
          maxLength: 3,
        }),
        async ([whole, type], changes) => {
          const bytes = Buffer.from(whole);
          for (const [where, value] of changes) bytes[Math.floor(where * bytes.length)] = value;
          try {
            const kept = await cleaned(bytes, type);
            // Whatever a changed table calls a sample is one; the other homes are empty.
            const outside = kept.toString("latin1").split(place).length - 1;
            expect(outside).toBeLessThanOrEqual(type === "video/mp4" ? 2 : 1);
          } catch (error) {
            expect(error).toBeInstanceOf(UploadRefused);
            refused += 1;
          }
        },
      ),
      { seed, numRuns: 600 },
    );
    expect(refused).toBeGreaterThan(50);
  });

  it.each([
    ["a.mp4", ""],
    ["a.mov", ""],
    ["a.3gp", ""],
    ["a.webm", ""],
    // As browsers record, as phones do that a cut of the power must not cost the film, and the ways between.
    ["a.mp4", "frag_keyframe+empty_moov+default_base_moof"],
    ["a.mp4", "frag_keyframe+empty_moov+omit_tfhd_offset"],
    ["a.mp4", "frag_every_frame+empty_moov+separate_moof"],
    ["a.mp4", "frag_keyframe"],
    ["a.mov", "frag_keyframe"],
    ["a.mp4", "cmaf"],
  ] as const)("[FB-2] %s %s plays as before, frame by frame", async (name, fragments) => {
    const bytes = await realFilm(name, fragments);
    // Where ffmpeg is not installed there is nobody to compare with.
    if (bytes === null) return expect(spawnSync("ffmpeg").error).toBeDefined();
    const frames = (content: Buffer) => {
      const path = ["-i", "pipe:0", "-f", "framemd5", "-"];
      return spawnSync("ffmpeg", ["-v", "error", ...path], { input: content }).stdout.toString();
    };
    const kept = await cleaned(bytes, name === "a.webm" ? "video/webm" : "video/mp4");
    expect(kept.includes("14.5995")).toBe(false);
    expect(frames(bytes)).toContain("0,");
    expect(frames(kept)).toBe(frames(bytes));
  });
});

/** The first fragment is of a track that nobody describes. */
function ofNoTrack(): Buffer {
  const { bytes } = fragmentedFilm();
  bytes.writeUInt32BE(9, bytes.indexOf("tfhd") + 8);
  return bytes;
}

function headless(): Buffer {
  const { bytes } = fragmentedFilm();
  return Buffer.concat([bytes.subarray(bytes.indexOf("moof") - 4), bytes]);
}

const headOf = (boxes: number): Buffer =>
  Buffer.concat([
    box("ftyp", Buffer.from("isom")),
    box("moov", Buffer.concat(Array.from({ length: boxes }, () => box("free")))),
  ]);

/** The same within a track. */
function wordyWebm(elements: number): Buffer {
  const header = Buffer.from("1a45dfa380", "hex");
  const long = (id: string, content: Buffer) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE((1n << 56n) | BigInt(content.length));
    return Buffer.concat([Buffer.from(id, "hex"), bytes, content]);
  };
  const words = Buffer.alloc(3 * elements, Buffer.from("536e80", "hex"));
  return Buffer.concat([header, long("18538067", long("1654ae6b", long("ae", words)))]);
}

/** Elements of two bytes each that no player knows, up to the end of the file. */
function strangeWebm(elements: number): Buffer {
  const header = Buffer.from("1a45dfa380", "hex");
  const segment = Buffer.from("1853806701ffffffffffffff", "hex");
  return Buffer.concat([header, segment, Buffer.alloc(2 * elements, Buffer.from([0xbf, 0x80]))]);
}

/** The table of chunks points before the first box of samples. */
function misplaced(): Buffer {
  const { bytes, shown } = isoFilmWithPlace();
  const moved = Buffer.from(bytes);
  const first = Buffer.alloc(4);
  first.writeUInt32BE(shown[0]?.at ?? 0);
  moved.writeUInt32BE(4, moved.indexOf(first, moved.indexOf("stco")));
  return moved;
}
