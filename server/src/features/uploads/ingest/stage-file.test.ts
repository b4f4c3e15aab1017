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

/** Occupies the thread pool, so that opening a file takes longer than refusing its first chunk. */
const occupyThreads = () =>
  Promise.all(Array.from({ length: 8 }, () => promisify(pbkdf2)("a", "b", 20_000, 64, "sha512")));

async function* refusedAtOnce(): AsyncGenerator<Buffer> {
  yield Buffer.from("<script>");
}

describe("staging a file", () => {
  it("[FB-2] has created a rejected file by the time it rejects, so that nothing creates it after its removal", async () => {
    const path = join(folder, "refused");
    const busy = occupyThreads();
    const staging = stageFile(refusedAtOnce(), path, { declaredType: "image/jpeg", acceptsVideos: true });
    await expect(staging).rejects.toThrow(UploadRefused);
    // Synchronous: an asynchronous call would wait in the same thread pool as the opening.
    expect(existsSync(path)).toBe(true);
    await busy;
  });
});
