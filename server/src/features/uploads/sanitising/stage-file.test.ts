import { pbkdf2 } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stageFile } from "./stage-file.ts";
import { UploadRefused } from "#features/uploads/upload-refused.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reposo-stage-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Occupies the thread pool, so that opening a file takes longer than refusing the first chunk. */
const occupyThreads = () =>
  Promise.all(Array.from({ length: 8 }, () => promisify(pbkdf2)("a", "b", 20_000, 64, "sha512")));

async function* refusedAtOnce(): AsyncGenerator<Buffer> {
  yield Buffer.from("<script>");
}

/** The begin of an MP4 file, longer than the part whose type is detected. */
const mp4 = Buffer.concat([Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp41"), Buffer.alloc(8 * 1024)]);
const video = { declaredType: "video/mp4", acceptsVideos: true };

describe("staging a file", () => {
  it("[FB-2] detects markup and the end of a ZIP that are split between pieces at any byte", async () => {
    const zipEnd = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);
    let stagings = 0;
    for (const hostile of [Buffer.from("\0<ForeignObject \0"), Buffer.from("\0<!ENTITY x"), zipEnd])
      for (let at = 1; at < hostile.length; at += 1) {
        async function* halves(): AsyncGenerator<Buffer> {
          yield Buffer.concat([mp4, hostile.subarray(0, at)]);
          yield hostile.subarray(at);
        }
        async function* bytes(): AsyncGenerator<Buffer> {
          yield mp4;
          for (const byte of hostile) yield Buffer.from([byte]);
        }
        for (const pieces of at === 1 ? [halves(), bytes()] : [halves()])
          await expect(
            stageFile(pieces, join(folder, `split-${(stagings += 1)}`), video),
            `${hostile.toString("latin1")} split at ${at}`,
          ).rejects.toThrow(UploadRefused);
      }
  });

  it("[FB-2] accepts compressed pixels that resemble a short tag, but neither tags nor the same bytes in the first 64 KiB", async () => {
    const pixels = Buffer.from("<sVg\t\x93\x01\xe2", "latin1");
    const stage = (name: string, before: number, content: Buffer) => {
      async function* pieces(): AsyncGenerator<Buffer> {
        yield Buffer.concat([mp4, Buffer.alloc(before)]);
        yield Buffer.concat([content, Buffer.alloc(100)]);
      }
      return stageFile(pieces(), join(folder, name), video);
    };
    await expect(stage("pixels", 64 * 1024, pixels)).resolves.toMatchObject({ kind: "video" });
    await expect(stage("head", 0, pixels)).rejects.toThrow(UploadRefused);
    for (const tag of ["<svg onload=alert(1)>", "<body/onload=alert(1)>"])
      await expect(stage(tag.slice(1, 5), 64 * 1024, Buffer.from(tag))).rejects.toThrow(UploadRefused);
  });

  it("[FB-2] detects a ZIP by an end with a comment of maximum length, in pieces of any size", async () => {
    const comment = Buffer.alloc(65_535, "c");
    const zipEnd = Buffer.concat([
      Buffer.from("PK\x05\x06"),
      Buffer.alloc(16),
      Buffer.from([255, 255]),
      comment,
    ]);
    const file = Buffer.concat([mp4, Buffer.alloc(200_000), zipEnd]);
    for (const pieceBytes of [1_000, 16_384, 65_536, 65_557, 100_000, file.length]) {
      async function* pieces(): AsyncGenerator<Buffer> {
        for (let at = 0; at < file.length; at += pieceBytes) yield file.subarray(at, at + pieceBytes);
      }
      await expect(
        stageFile(pieces(), join(folder, `zip-${pieceBytes}`), video),
        `pieces of ${pieceBytes} bytes`,
      ).rejects.toThrow(UploadRefused);
    }
  });

  it("[FB-2] does not convert pieces to text that cannot contain markup, so that large files delay no other call", async () => {
    let conversions = 0;
    async function* pieces(): AsyncGenerator<Buffer> {
      yield mp4;
      for (let index = 0; index < 50; index += 1) {
        const piece = Buffer.alloc(64 * 1024).fill(index === 25 ? "<" : "", 100, 101);
        const textOf = piece.toString.bind(piece);
        yield Object.assign(piece, {
          toString(encoding?: BufferEncoding): string {
            conversions += 1;
            return textOf(encoding);
          },
        });
      }
    }
    const { bytes } = await stageFile(pieces(), join(folder, "plain"), video);
    expect(bytes).toBe(mp4.length + 50 * 64 * 1024);
    expect(conversions).toBe(1);
  });

  it("[FB-2] creates the file before it rejects its content, so that nothing creates the file after its removal", async () => {
    const path = join(folder, "refused");
    const busy = occupyThreads();
    const staging = stageFile(refusedAtOnce(), path, { declaredType: "image/jpeg", acceptsVideos: true });
    await expect(staging).rejects.toThrow(UploadRefused);
    // This check is synchronous: an asynchronous check would wait in the same thread pool as opening the file.
    expect(existsSync(path)).toBe(true);
    await busy;
  });

  it("[FB-2] processes one piece per turn of the event loop for all files together, so that other calls are not delayed", async () => {
    const pieceBytes = 64 * 1024;
    const zeros = Buffer.alloc(pieceBytes);
    const begin = Buffer.concat([
      Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp41"),
      Buffer.alloc(pieceBytes),
    ]);
    let isDone = false;
    let turn = 0;
    const nextTurn = () => {
      turn += 1;
      if (!isDone) setImmediate(nextTurn);
    };
    const processedIn = new Map<number, number>();
    /** Records the turn in which the piece is processed, which is when the detector searches it. */
    const counted = (piece: Buffer): Buffer => {
      const includes = piece.includes.bind(piece);
      return Object.assign(piece, {
        includes(value: string | number): boolean {
          processedIn.set(turn, (processedIn.get(turn) ?? 0) + 1);
          return includes(value);
        },
      });
    };
    async function* pieces(): AsyncGenerator<Buffer> {
      for (let index = 0; index < 50; index += 1) yield counted(Buffer.from(index === 0 ? begin : zeros));
    }
    setImmediate(nextTurn);
    const staged = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        stageFile(pieces(), join(folder, `video-${index}`), {
          declaredType: "video/mp4",
          acceptsVideos: true,
        }),
      ),
    );
    isDone = true;
    expect(staged.map(({ bytes }) => bytes)).toEqual(Array<number>(10).fill(begin.length + 49 * pieceBytes));
    expect(new Set(processedIn.values())).toEqual(new Set([1]));
    expect(processedIn.size).toBe(500);
  });
});
