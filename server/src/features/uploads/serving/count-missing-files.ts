import { buffer } from "node:stream/consumers";
import { createBucketFileStore } from "#platform/files/bucket-file-store.ts";
import { createDiskFileStore } from "#platform/files/disk-file-store.ts";
import type { Config } from "#platform/config/config.ts";
import type { Database } from "#platform/postgres/database.ts";
import { mediaName, posterName } from "#features/uploads/ingest/receive-upload.ts";
import { retentionOf } from "#features/uploads/ingest/purge-uploads.ts";
import { selectRetained } from "#features/uploads/uploads-store.ts";

const concurrentReads = 16;

/**
 * Counts the files that the database names, and those of them that the file store lacks. Files whose retention has
 * ended are not counted, because a backup that copied the database before a purge, and the files after it, lacks them.
 * @returns the number of files, how many of them are missing, and the place of the file store
 */
export async function countMissingFiles(
  database: Database,
  { files: { bucket, folder }, media: { retentionDays } }: Pick<Config, "files" | "media">,
  now: Date,
): Promise<{ total: number; missing: number; place: string }> {
  const store = bucket === null ? createDiskFileStore(folder) : await createBucketFileStore(bucket);
  const stored = await selectRetained(database, retentionOf(now, retentionDays));
  const names = stored.flatMap(({ dir, hasPoster }) => [
    mediaName(dir),
    ...(hasPoster ? [posterName(dir)] : []),
  ]);
  const remaining = names.values();
  let missing = 0;
  const readRemaining = async () => {
    for (const name of remaining) {
      const found = await store.open(name, { start: 0, end: 0 });
      if (found === null) missing += 1;
      // Reading the content to its end closes the file, or releases the connection to the bucket.
      else await buffer(found.content);
    }
  };
  await Promise.all(Array.from({ length: concurrentReads }, readRemaining));
  return {
    total: names.length,
    missing,
    place: bucket === null ? folder : `the bucket ${bucket.bucket}`,
  };
}
