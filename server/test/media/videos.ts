import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Location in the metadata of test videos; no part of it may remain after processing. */
export const gpsPosition = "+14.5995+120.9842/";

export const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};

const fixture = readFileSync(new URL("./chair.mp4", import.meta.url));

/** Returns one second of picture and sound, padded to any size by an empty box at the end. */
export const video = ({ paddingBytes = 0 } = {}): Buffer =>
  Buffer.concat([fixture, box("free", Buffer.alloc(paddingBytes))]);

export type VideoName = "a.mp4" | "a.webm" | "a.mov" | "a.3gp";

export interface VideoToRecord {
  readonly seconds?: number;
  readonly framesPerSecond?: number;
  /** Value of ffmpeg's option `-movflags`. */
  readonly movFlags?: string;
  /** WebM without known durations, as browsers record it. */
  readonly live?: boolean;
  readonly silent?: boolean;
  /** Adds a text track to picture and sound. */
  readonly subtitles?: boolean;
  /** ffmpeg's name of the codec of the sound; AAC by default, and Opus for WebM. */
  readonly sound?: string;
}

const recorded = new Map<string, Promise<Buffer>>();

/** Records a video with ffmpeg; its metadata, chapters, and subtitles contain a location. */
export async function recordVideo(name: VideoName, how: VideoToRecord = {}): Promise<Buffer> {
  const id = JSON.stringify([name, how]);
  const recording = recorded.get(id) ?? record(name, how);
  recorded.set(id, recording);
  return Buffer.from(await recording);
}

async function record(
  name: VideoName,
  {
    seconds = 1,
    framesPerSecond = 10,
    movFlags,
    live = false,
    subtitles = false,
    silent = false,
    sound = name === "a.webm" ? "libopus" : "aac",
  }: VideoToRecord,
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "reposo-video-"));
  const file = (ending: string) => join(folder, ending);
  const isWebm = name === "a.webm";
  try {
    await writeFile(
      file("meta.txt"),
      `;FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=${gpsPosition}\n`,
    );
    await writeFile(file("text.srt"), `1\n00:00:00,000 --> 00:00:00,900\n${gpsPosition}\n`);
    const options = (line: string): string[] => line.split(" ");
    const made = spawnSync("ffmpeg", [
      ...options("-v error -f lavfi -i"),
      `testsrc=duration=${seconds}:size=176x144:rate=${framesPerSecond}`,
      ...options(`-f lavfi -i sine=duration=${seconds}:sample_rate=48000 -i ${file("meta.txt")}`),
      ...(subtitles ? options(`-i ${file("text.srt")} -map 3:s`) : []),
      ...options(
        `-map 0:v ${silent ? "" : "-map 1:a "}-map_metadata 2 -map_chapters 2 -pix_fmt yuv420p -ac 1`,
      ),
      ...options(`-metadata location=${gpsPosition} -metadata title=${gpsPosition}`),
      ...options(`-metadata:s:v handler_name=${gpsPosition} -metadata:s:v title=${gpsPosition}`),
      ...options(`${isWebm ? "-c:v libvpx" : ""} -c:a ${sound}`.trim()),
      ...(subtitles ? options(`-c:s ${isWebm ? "webvtt" : "mov_text"}`) : []),
      ...(movFlags === undefined ? [] : options(`-movflags ${movFlags} -g 4`)),
      ...(live ? options("-live 1") : []),
      ...(name === "a.3gp" ? options("-c:v mpeg4") : []),
      file(name),
    ]);
    if (made.status !== 0) throw new Error(`ffmpeg could not record: ${made.stderr?.toString()}`);
    return await readFile(file(name));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const text = (content: string): Buffer => Buffer.from(content, "latin1");
const zeros = (bytes: number): Buffer => Buffer.alloc(bytes);

/** Returns boxes for all locations that phones and programs store in an ISO file, to be appended to existing content. */
const homes = (): Buffer =>
  Buffer.concat([
    box(
      "udta",
      box("\xa9xyz", Buffer.from([0, gpsPosition.length, 0x15, 0xc7]), text(gpsPosition)),
      box("loci", zeros(6), text(`${gpsPosition}\0`), zeros(13), text("earth\0\0")),
      box("meta", text(gpsPosition)),
    ),
    box(
      "meta",
      box("hdlr", zeros(8), text("mdta"), zeros(12)),
      box(
        "keys",
        zeros(4),
        Buffer.from([0, 0, 0, 1]),
        box("mdta", text("com.apple.quicktime.location.ISO6709")),
      ),
      box("ilst", box("\0\0\0\x01", box("data", Buffer.from([0, 0, 0, 1]), zeros(4), text(gpsPosition)))),
    ),
    box("uuid", Buffer.alloc(16, 7), text(`<x:xmpmeta>${gpsPosition}</x:xmpmeta>`)),
    box("gps ", text(gpsPosition)),
    box("free", text(gpsPosition)),
  ]);

/** Returns the complete child boxes of a box's content. */
function boxesOf(bytes: Buffer): { type: string; whole: Buffer }[] {
  const found = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    found.push({ type: bytes.toString("latin1", at + 4, at + 8), whole: bytes.subarray(at, at + size) });
    at += size;
  }
  return found;
}

/**
 * Adds locations to a video whose index is at the end: in the index, in tracks, between samples, and at the end of the
 * file.
 */
export function isoWithPlaces(bytes: Buffer): Buffer {
  const withHomes = boxesOf(bytes).map(({ type, whole }) => {
    // Adds bytes that belong to no sample to the box of samples.
    if (type === "mdat") return box("mdat", whole.subarray(8), text(`between ${gpsPosition}`));
    if (type !== "moov") return whole;
    const children = boxesOf(whole.subarray(8)).map((child) =>
      child.type === "trak" ? box("trak", child.whole.subarray(8), homes()) : child.whole,
    );
    return box("moov", ...children, homes());
  });
  return Buffer.concat([...withHomes, homes()]);
}

/** Turns the subtitles of a recorded video into a track of measurements, as action cameras record them. */
export function asMeasurements(bytes: Buffer): Buffer {
  return text(bytes.toString("latin1").replaceAll("sbtl", "meta").replaceAll("tx3g", "gpmd"));
}

/** Returns an EBML element with an eight-byte length. */
export const element = (id: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeBigUInt64BE((1n << 56n) | BigInt(content.length));
  return Buffer.concat([Buffer.from(id, "hex"), head, content]);
};

/** Appends tags, attachments, a vendor's name, an unknown element, and a block with an addition to live WebM. */
export function webmWithPlaces(bytes: Buffer): Buffer {
  const addition = element(
    "a6",
    Buffer.concat([element("ee", Buffer.from([4])), element("a5", text(gpsPosition))]),
  );
  const block = element("a1", Buffer.concat([Buffer.from([0x81, 0, 0, 0]), text("frame")]));
  const tag = element(
    "67c8",
    Buffer.concat([element("45a3", text("LOCATION")), element("4487", text(gpsPosition))]),
  );
  const file = element(
    "61a7",
    Buffer.concat([element("466e", text("a.gpx")), element("465c", text(gpsPosition))]),
  );
  return Buffer.concat([
    bytes,
    element("a0", Buffer.concat([block, element("75a1", addition)])),
    element("1254c367", element("7373", tag)),
    element("1941a469", file),
    element("4fff", text(gpsPosition)),
    text(gpsPosition),
  ]);
}
