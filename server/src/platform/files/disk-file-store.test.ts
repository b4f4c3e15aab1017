import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#platform/config/config.ts";
import { createDiskFileStore } from "./disk-file-store.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reposo-store-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("files on disk", () => {
  it("are stored completely, read in ranges, replaced, and removed, even if missing", async () => {
    const store = createDiskFileStore(join(folder, "kept"));
    const path = join(folder, "incoming");
    const { signal } = new AbortController();
    for (const content of ["first", "the second one"]) {
      await writeFile(path, content);
      await store.put("media/a/b", path, { contentType: "text/plain", signal });
    }
    const whole = await store.open("media/a/b");
    expect(whole?.bytes).toBe(14);
    expect(whole && (await text(whole.content))).toBe("the second one");
    const part = await store.open("media/a/b", { start: 4, end: 9 });
    expect(part && (await text(part.content))).toBe("second");
    await store.remove("media/a/b");
    await store.remove("media/a/b");
    expect(await store.open("media/a/b")).toBeNull();
    expect(await readdir(folder)).toEqual(["kept"]);
  });

  it("[FB-2] reject names that the server does not generate, such as path traversals", async () => {
    const store = createDiskFileStore(folder);
    for (const name of ["../a", "a/../../b", "/etc/passwd", "a//b", ".", "a\\b", "a.jpg", ""])
      await expect(async () => store.open(name)).rejects.toThrow("invalid name of a stored file");
  });
});

describe("the configured store of files", () => {
  it("is the data folder, a bucket, or a bucket to which browsers upload; incomplete bucket settings are rejected", () => {
    expect(readConfig({ DATA_DIR: "/data" }).files).toEqual({
      folder: "/data/files",
      bucket: null,
      oss: null,
    });
    const bucket = {
      BUCKET_NAME: "chairs",
      BUCKET_ENDPOINT: "https://s3.example",
      BUCKET_ACCESS_KEY_ID: "id",
      BUCKET_SECRET_ACCESS_KEY: "secret",
    };
    expect(readConfig({ ...bucket, OSS_UPLOAD_ORIGIN: "https://chairs.oss.example" }).files).toMatchObject({
      bucket: { bucket: "chairs", region: "us-east-1", pathStyle: false },
      oss: { uploadUrl: "https://chairs.oss.example/", callbackKey: null },
    });
    expect(() => readConfig({ ...bucket, BUCKET_ENDPOINT: "" })).toThrow("BUCKET_ENDPOINT");
    expect(() => readConfig({ OSS_UPLOAD_ORIGIN: "https://chairs.oss.example" })).toThrow("BUCKET_NAME");
  });
});
