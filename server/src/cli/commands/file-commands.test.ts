import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type UploadApp, openUploadApp } from "#test/app/upload-app.ts";
import { photo, upload } from "#test/clients/upload-client.ts";
import { type BucketStandIn, bucketKeys, openBucketStandIn } from "#test/network/bucket-stand-in.ts";
import { video } from "#test/media/videos.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

const files = 4;
let app: UploadApp;
let bucket: BucketStandIn;
beforeAll(async () => {
  bucket = await openBucketStandIn("chairs");
});
afterAll(() => bucket.close());
beforeEach(async () => {
  bucket.objects.clear();
  app = await openUploadApp();
  await app.uploads.checkSharedStore();
  for (let n = 0; n < 2; n += 1) await upload(app.http, app.token, { bytes: await photo() });
  // A video has a poster.
  await upload(app.http, app.token, { bytes: video(), type: "video/mp4" });
  return () => app.close();
});

async function reposo(args: string, env: Record<string, string> = {}) {
  return runPrinting(args.split(" "), {
    env: {
      DATABASE_URL: databaseUrlOf(app.db.connection),
      FILES_DIR: app.folder,
      BUCKET_NAME: "chairs",
      BUCKET_ENDPOINT: bucket.endpoint,
      BUCKET_ACCESS_KEY_ID: bucketKeys.accessKeyId,
      BUCKET_SECRET_ACCESS_KEY: bucketKeys.secretAccessKey,
      BUCKET_PATH_STYLE: "on",
      ...env,
    },
    clock: app.clock,
  });
}

const localFiles = async () => (await app.storedFiles()).filter((path) => !path.endsWith("store-id"));
const inBucket = () => [...bucket.objects.keys()].filter((name) => name !== "store-id");
const copied = (count: number, deleted: number) =>
  `${count} of ${files} files copied to the bucket chairs; ${deleted} deleted in ${app.folder}.`;

it("[FB-2] files move-to-bucket moves the files, and changes nothing when it is repeated", async () => {
  const before = await localFiles();
  expect(before).toHaveLength(files);
  expect(await reposo("files move-to-bucket --keep")).toEqual({ code: 0, out: copied(files, 0) });
  expect(await localFiles()).toEqual(before);
  expect(await reposo("files move-to-bucket")).toEqual({ code: 0, out: copied(0, files) });
  expect(await localFiles()).toEqual([]);
  expect(inBucket().sort()).toEqual(before.map((path) => path.slice(app.folder.length + 1)).sort());
  const types = inBucket().map((name) => bucket.objects.get(name)?.contentType ?? "");
  expect(types.sort()).toEqual(["image/webp", "image/webp", "image/webp", "video/mp4"]);
  expect(await reposo("files move-to-bucket")).toEqual({ code: 0, out: copied(0, 0) });
  // The bucket is now known as the database's store.
  expect(bucket.objects.get("store-id")?.bytes.toString()).toMatch(/^[0-9a-f-]{36}\n$/);
});

it("[FB-2] files move-to-bucket deletes nothing that the bucket did not store, and continues after an error", async () => {
  bucket.failNext("PUT", 403, 4);
  expect((await reposo("files move-to-bucket")).code).not.toBe(0);
  const left = await localFiles();
  expect(left.length).toBe(files);
  // A copy with the same size but another content is replaced.
  const [name = ""] = left.map((path) => path.slice(app.folder.length + 1));
  await reposo("files move-to-bucket --keep");
  const object = bucket.objects.get(name);
  if (object === undefined) throw new Error("the file is not in the bucket");
  const content = object.bytes;
  bucket.objects.set(name, { ...object, bytes: Buffer.alloc(content.length) });
  expect(await reposo("files move-to-bucket")).toEqual({ code: 0, out: copied(1, files) });
  expect(bucket.objects.get(name)?.bytes.equals(content)).toBe(true);
});

it("[FB-2] files move-to-bucket counts files that are on another server, and needs a bucket", async () => {
  const elsewhere = `${app.folder}-elsewhere`;
  const { code, out } = await reposo("files move-to-bucket", { FILES_DIR: elsewhere });
  expect(code).toBe(1);
  expect(out).toContain(`${files} files are neither in ${elsewhere} nor in the bucket.`);
  expect((await reposo("files move-to-bucket", { BUCKET_NAME: "" })).code).toBe(2);
  await expect(readdir(elsewhere)).rejects.toThrow("ENOENT");
});
