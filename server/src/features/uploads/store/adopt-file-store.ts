import type { FileStoreConfig } from "#platform/config/config-files.ts";
import { createBucketFileStore } from "#platform/files/bucket-file-store.ts";
import { createDiskFileStore } from "#platform/files/disk-file-store.ts";
import type { Database } from "#platform/postgres/database.ts";
import { isOwnStore } from "./own-store.ts";

/** Makes the configured file store that of the database. @returns the place of the store */
export async function adoptFileStore(
  database: Database,
  { bucket, folder }: Pick<FileStoreConfig, "bucket" | "folder">,
): Promise<string> {
  const store = bucket === null ? createDiskFileStore(folder) : await createBucketFileStore(bucket);
  await isOwnStore(database, store, { adopts: true });
  return bucket === null ? folder : `The bucket ${bucket.bucket}`;
}
