import { join, resolve } from "node:path";
import type { createSettings } from "./settings.ts";
import type { BucketSettings } from "#platform/files/bucket-file-store.ts";

export interface FileStoreConfig {
  /** Where files are received, and kept where no bucket is configured. */
  readonly folder: string;
  readonly bucket: BucketSettings | null;
  /** A real OSS bucket that browsers send to directly; `bucket` then is the same one, by its S3 interface. */
  readonly oss: {
    readonly uploadUrl: string;
    /** PEM; null: the key that OSS names and Alibaba publishes. */
    readonly callbackKey: string | null;
  } | null;
}

export function readFileStoreConfig(
  settings: ReturnType<typeof createSettings>,
  dataDir: string,
): FileStoreConfig {
  const { text, flag, origin, refuse } = settings;
  const required = (name: string): string => text(name) ?? refuse(name, "is missing beside BUCKET_NAME");
  const name = text("BUCKET_NAME");
  const bucket = name && {
    bucket: name,
    endpoint: origin("BUCKET_ENDPOINT") ?? refuse("BUCKET_ENDPOINT", "is missing beside BUCKET_NAME"),
    region: text("BUCKET_REGION") ?? "us-east-1",
    accessKeyId: required("BUCKET_ACCESS_KEY_ID"),
    secretAccessKey: required("BUCKET_SECRET_ACCESS_KEY"),
    pathStyle: flag("BUCKET_PATH_STYLE"),
  };
  const ossOrigin = origin("OSS_UPLOAD_ORIGIN");
  if (ossOrigin !== null && !bucket) refuse("BUCKET_NAME", "is missing beside OSS_UPLOAD_ORIGIN");
  return {
    folder: resolve(text("FILES_DIR") ?? join(dataDir, "files")),
    bucket: bucket || null,
    oss: ossOrigin === null ? null : { uploadUrl: `${ossOrigin}/`, callbackKey: text("OSS_CALLBACK_KEY") },
  };
}
