import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import {
  asMeasurements,
  box,
  element,
  isoWithPlaces,
  gpsPosition,
  recordVideo,
  video,
  type VideoName,
  webmWithPlaces,
} from "#test/media/videos.ts";
import { readRemuxed, remuxVideo } from "./remux-video.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { UploadRefused } from "#features/uploads/upload-refused.ts";

/** Number of changed videos: `npm run test:system` runs a sample; `npm run campaign -- media` runs 500. */
const changedVideos = Number(process.env["REPOSO_MEDIA_RUNS"] ?? 16);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reposo-remux-"));
});
afterAll(() => rm(folder, { recursive: true }));

const tools = { ffmpeg: "ffmpeg", signal: new AbortController().signal };
const typeOf = (name: VideoName) =>
  ({ "a.mp4": "video/mp4", "a.mov": "video/quicktime", "a.3gp": "video/3gpp", "a.webm": "video/webm" })[name];

async function remuxed(bytes: Buffer, sniffedType = "video/mp4") {
  const [path, target, frame] = ["in", "out", "frame.png"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(path, bytes);
  await rm(target, { force: true });
  await remuxVideo({ path, sniffedType }, target, tools);
  const { seconds, hasFrame } = await readRemuxed({ path: target, sniffedType }, frame, tools);
  return { output: await readFile(target), seconds, hasFrame };
}

/** Returns a checksum of every decoded frame of video and audio. */
const frames = (content: Buffer): string => {
  const path = ["-i", "pipe:0", "-map", "0:V:0", "-map", "0:a:0", "-f", "framemd5", "-"];
  const read = spawnSync("ffmpeg", ["-v", "error", ...path], { input: content });
  return read.stdout.toString().replaceAll(/^#.*\n/gm, "");
};

describe("a video", () => {
  it.each([
    ["a.mp4", {}],
    ["a.mov", {}],
    ["a.3gp", {}],
    ["a.webm", {}],
    ["a.webm", { live: true }],
    // Fragmented videos: browsers record them, and phones record them to survive a power failure.
    ["a.mp4", { movFlags: "frag_keyframe+empty_moov+default_base_moof" }],
    ["a.mp4", { movFlags: "frag_keyframe+empty_moov+omit_tfhd_offset" }],
    ["a.mp4", { movFlags: "frag_keyframe" }],
    ["a.mov", { movFlags: "frag_keyframe" }],
    ["a.mp4", { movFlags: "cmaf" }],
  ] as const)(
    "[FB-2] %s %j plays as before, frame by frame, and does not contain its location",
    async (name, how) => {
      const bytes = await recordVideo(name, how);
      expect(bytes.includes(gpsPosition)).toBe(true);
      const { output, seconds, hasFrame } = await remuxed(bytes, typeOf(name));
      expect(output.includes(gpsPosition)).toBe(false);
      const original = frames(bytes);
      expect(original.split("\n").length).toBeGreaterThan(15);
      expect(frames(output)).toBe(original);
      expect(seconds).toBeGreaterThan(0.9);
      expect(seconds).toBeLessThan(1.4);
      expect(hasFrame).toBe(true);
    },
  );

  it.each([
    [
      "with positions in its index, its tracks, and behind them",
      async () => isoWithPlaces(await recordVideo("a.mov")),
      "a.mov",
    ],
    ["with subtitles", () => recordVideo("a.mp4", { subtitles: true }), "a.mp4"],
    [
      "with subtitles in fragments",
      () => recordVideo("a.mp4", { subtitles: true, movFlags: "frag_keyframe+empty_moov" }),
      "a.mp4",
    ],
    [
      "with a track of measurements",
      async () => asMeasurements(await recordVideo("a.mp4", { subtitles: true })),
      "a.mp4",
    ],
    ["of WebM with subtitles", () => recordVideo("a.webm", { subtitles: true }), "a.webm"],
    [
      "of WebM with tags, files, and strange elements",
      async () => webmWithPlaces(await recordVideo("a.webm", { live: true })),
      "a.webm",
    ],
    [
      "with a document behind it",
      async () => Buffer.concat([await recordVideo("a.mp4"), Buffer.from(gpsPosition)]),
      "a.mp4",
    ],
    [
      "that is cut off",
      async () => cutOff(await recordVideo("a.mp4", { movFlags: "frag_keyframe" })),
      "a.mp4",
    ],
  ] as const)("[FB-2] %s keeps its pictures and sound and nothing else", async (_, make, name) => {
    const bytes = await make();
    const { output, hasFrame } = await remuxed(bytes, typeOf(name));
    expect(output.includes(gpsPosition)).toBe(false);
    expect(hasFrame).toBe(true);
    const streams = spawnSync(
      "ffprobe",
      ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", "-"],
      { input: output },
    );
    expect(streams.stdout.toString().trim().split("\n").sort()).toEqual(["audio", "video"]);
  });

  it.each(["pcm_s16be", "pcm_s24le", "pcm_mulaw"])(
    "[FB-2] with %s sound in MP4 is stored with its sound and without its location",
    async (sound) => {
      // ffmpeg before version 6.1 writes PCM only into MOV; a camera's MP4 has the same tracks under another brand.
      const bytes = await recordVideo("a.mov", { sound, movFlags: "faststart" });
      bytes.write("mp42", bytes.indexOf("ftyp") + 4, "latin1");
      const { output, seconds, hasFrame } = await remuxed(bytes);
      expect(output.includes(gpsPosition)).toBe(false);
      expect(hasFrame).toBe(true);
      expect(seconds).toBeGreaterThan(0.9);
      const framesOf = (content: Buffer, track: string) =>
        frames(content)
          .split("\n")
          .filter((line) => line.startsWith(track));
      expect(framesOf(output, "0,")).toEqual(framesOf(bytes, "0,"));
      // A second of 48 kHz, in frames of 1,024 or 2,048 samples.
      expect(framesOf(output, "1,").length).toBeGreaterThan(20);
    },
  );

  it.each([
    ["without an index", () => Buffer.concat([box("ftyp", Buffer.from("isom")), box("mdat")]), "video/mp4"],
    ["without a picture", () => box("ftyp", Buffer.from("isom\0\0\0\0isom")), "video/mp4"],
    ["whose index is cut off", () => video().subarray(0, video().indexOf("moov") + 100), "video/mp4"],
    ["that lists other files", () => Buffer.from("ffconcat version 1.0\nfile /etc/passwd\n"), "video/mp4"],
    ["that is a playlist", () => Buffer.from("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n"), "video/webm"],
    ["of WebM without tracks", () => element("1a45dfa3", element("4282", Buffer.from("webm"))), "video/webm"],
  ] as const)("[FB-2] %s is refused", async (_, make, type) => {
    await expect(
      remuxed(make(), type).then(({ seconds }) => {
        if (seconds === null) throw new UploadRefused("broken");
      }),
    ).rejects.toThrow(UploadRefused);
  });

  it.each([
    // AVERROR_INVALIDDATA, since ffmpeg 6.1.
    [183, "refused", UploadRefused],
    [1, "refused", UploadRefused],
    // Exit codes of the shell: the limits cannot be set, or the program cannot run or is missing.
    [125, "to be sent again", ProductError],
    [126, "to be sent again", ProductError],
    [127, "to be sent again", ProductError],
  ] as const)("[FB-2] for which ffmpeg exits with %i is %s", async (exitCode, _, error) => {
    const [path, ffmpeg] = [join(folder, "in"), join(folder, `ffmpeg-${exitCode}`)];
    await writeFile(path, "");
    await writeFile(ffmpeg, `#!/bin/sh\nexit ${exitCode}\n`, { mode: 0o755 });
    await expect(
      remuxVideo({ path, sniffedType: "video/mp4" }, join(folder, "out"), { ...tools, ffmpeg }),
    ).rejects.toThrow(error);
  });

  it(
    "[FB-2] that is changed at random is refused or stored without any location",
    async () => {
      const seed = printedSeed("videos changed at random");
      const originals = [
        [isoWithPlaces(await recordVideo("a.mov")), "video/quicktime"],
        [await recordVideo("a.mp4", { movFlags: "frag_keyframe+empty_moov" }), "video/mp4"],
        [webmWithPlaces(await recordVideo("a.webm", { live: true })), "video/webm"],
      ] as const;
      const change = fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat(255));
      const outcomes = { refused: 0, accepted: 0 };
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...originals),
          fc.array(change, { minLength: 1, maxLength: 5 }),
          // Most changes would affect only samples. Thus half of the runs change only the last 4,000 bytes, which contain
          // headers.
          fc.boolean(),
          async ([whole, type], changes, nearEnd) => {
            const bytes = Buffer.from(whole);
            const span = nearEnd ? Math.min(4_000, bytes.length) : bytes.length;
            for (const [where, value] of changes) {
              const at = bytes.length - span + Math.floor(where * span);
              bytes[at] = value;
            }
            try {
              const [path, target] = [join(folder, "changed"), join(folder, "changed.out")];
              await writeFile(path, bytes);
              await remuxVideo({ path, sniffedType: type }, target, tools);
              const output = await readFile(target);
              expect(output.includes(gpsPosition)).toBe(false);
              outcomes.accepted += 1;
            } catch (error) {
              expect(error).toBeInstanceOf(UploadRefused);
              outcomes.refused += 1;
            }
          },
        ),
        { seed, numRuns: changedVideos },
      );
      console.log(`${outcomes.accepted} accepted, ${outcomes.refused} refused`);
      expect(outcomes.accepted).toBeGreaterThan(0);
    },
    60_000 + changedVideos * 2_000,
  );

  it("[FB-2] whose index refers to the same bytes many times does not fill the disk", async () => {
    await expect(remuxed(amplified(250_000))).rejects.toThrow(UploadRefused);
    const { size } = await stat(join(folder, "out"));
    expect(size).toBeGreaterThan(90 * 1024 * 1024);
    expect(size).toBeLessThan(106 * 1024 * 1024);
  });
});

const full = (type: string, ...content: Buffer[]) => box(type, Buffer.alloc(4), ...content);
const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};

/** Returns the video without the end of its last fragment. */
const cutOff = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.lastIndexOf("moof") + 20);

/** Creates a video whose samples all refer to the first sample of another video. */
function amplified(samples: number): Buffer {
  const source = video();
  const listed = (type: string, at: number) => source.readUInt32BE(source.indexOf(type) + at);
  const begin = source.subarray(0, source.indexOf("moov") - 4);
  const entry = source.subarray(source.indexOf("stsd") - 4);
  const stsd = entry.subarray(0, entry.readUInt32BE(0));
  const offsets = Buffer.alloc(4 * samples);
  for (let at = 0; at < samples; at += 1) offsets.writeUInt32BE(listed("stco", 12), 4 * at);
  const table = box(
    "stbl",
    stsd,
    full("stts", numbers(1, samples, 1)),
    full("stsc", numbers(1, 1, 1, 1)),
    full("stsz", numbers(listed("stsz", 16), samples)),
    full("stco", numbers(samples), offsets),
  );
  const dref = full("dref", numbers(1), full("url ").fill(1, 11));
  const track = box(
    "trak",
    full("tkhd", numbers(0, 0, 1), Buffer.alloc(68)),
    box(
      "mdia",
      full("mdhd", numbers(0, 0, 1_000, samples), Buffer.alloc(4)),
      full("hdlr", numbers(0), Buffer.from("vide"), Buffer.alloc(13)),
      box("minf", full("vmhd", Buffer.alloc(8)), box("dinf", dref), table),
    ),
  );
  return Buffer.concat([begin, box("moov", full("mvhd", Buffer.alloc(96)), track)]);
}
