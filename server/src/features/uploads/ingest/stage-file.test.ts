import { pbkdf2 } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stageFile } from "./stage-file.ts";
import { UploadRefused } from "./upload-refused.ts";

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

describe("staging a file", () => {
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
    /** Records the turn in which the piece is processed, which is when the detector converts it to text. */
    const counted = (piece: Buffer): Buffer => {
      const textOf = piece.toString.bind(piece);
      return Object.assign(piece, {
        toString(encoding?: BufferEncoding): string {
          processedIn.set(turn, (processedIn.get(turn) ?? 0) + 1);
          return textOf(encoding);
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
