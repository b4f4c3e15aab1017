import { createHash } from "node:crypto";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { mediaName, posterName } from "#features/uploads/ingest/receive-upload.ts";
import { selectStored } from "#features/uploads/uploads-store.ts";
import type { BucketSettings } from "#platform/files/bucket-file-store.ts";
import { createBucketFileStore } from "#platform/files/bucket-file-store.ts";
import { createDiskFileStore } from "#platform/files/disk-file-store.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import type { Database } from "#platform/postgres/database.ts";
import { isOwnStore } from "./own-store.ts";

const concurrentFiles = 4;

export interface MovedFiles {
  /** Files that the database names. */
  total: number;
  /** Files that this call copied to the bucket. */
  copied: number;
  /** Files that this call deleted from the folder. */
  deleted: number;
  /** Files that are neither in the folder nor in the bucket. */
  missing: number;
}

/** Returns size and SHA-256 of a file as text; null if it does not exist. */
async function digestOf(files: FileStore, name: string): Promise<string | null> {
  const found = await files.open(name);
  if (found === null) return null;
  const hash = createHash("sha256");
  await pipeline(found.content, hash);
  return `${found.bytes} ${hash.digest("hex")}`;
}

/**
 * Copies the files that the database names from a folder to a bucket, and deletes each of them from the folder once the
 * bucket returns the same content, unless `keeps` is set. Can be interrupted and repeated, also while servers run.
 */
export async function moveFilesToBucket(
  database: Database,
  { folder, bucket: settings, keeps }: { folder: string; bucket: BucketSettings; keeps: boolean },
): Promise<MovedFiles> {
  const [disk, bucket] = [createDiskFileStore(folder), await createBucketFileStore(settings)];
  const stored = await selectStored(database);
  const names = stored.flatMap(({ dir, contentType, hasPoster }) => [
    { name: mediaName(dir), contentType },
    ...(hasPoster ? [{ name: posterName(dir), contentType: "image/webp" }] : []),
  ]);
  const result: MovedFiles = { total: names.length, copied: 0, deleted: 0, missing: 0 };
  const { signal } = new AbortController();

  async function move(name: string, contentType: string): Promise<void> {
    const local = await digestOf(disk, name);
    if (local === null) {
      const found = await bucket.open(name, { start: 0, end: 0 });
      found?.content.destroy();
      if (found === null) result.missing += 1;
      return;
    }
    if ((await digestOf(bucket, name)) !== local) {
      await bucket.put(name, join(folder, name), { contentType, signal });
      if ((await digestOf(bucket, name)) !== local)
        throw new Error(`the bucket returned another content of ${name} than it was sent`);
      result.copied += 1;
    }
    if (keeps) return;
    await disk.remove(name);
    result.deleted += 1;
  }

  const remaining = names.values();
  const moveRemaining = async () => {
    for (const { name, contentType } of remaining) await move(name, contentType);
  };
  await Promise.all(Array.from({ length: concurrentFiles }, moveRemaining));
  await isOwnStore(database, bucket, { adopts: true });
  return result;
}
