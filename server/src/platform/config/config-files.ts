import { join, resolve } from "node:path";
import type { Settings } from "./settings.ts";
import type { BucketSettings } from "#platform/files/bucket-file-store.ts";

export interface FileStoreConfig {
  /** Folder for uploads in progress, and for stored files if no bucket is configured. */
  readonly folder: string;
  readonly bucket: BucketSettings | null;
  /** An OSS bucket to which browsers upload directly; `bucket` is the S3 interface of the same bucket. */
  readonly oss: {
    readonly uploadUrl: string;
    /** Public key of callbacks in PEM format; null: the key that Alibaba publishes is used. */
    readonly callbackKey: string | null;
  } | null;
}

export function readFileStoreConfig(settings: Settings, dataDir: string): FileStoreConfig {
  const { text, flag, origin, reject } = settings;
  const required = (name: string): string => text(name) ?? reject(name, "is required with BUCKET_NAME");
  const name = text("BUCKET_NAME");
  const bucket = name && {
    bucket: name,
    endpoint: origin("BUCKET_ENDPOINT") ?? reject("BUCKET_ENDPOINT", "is required with BUCKET_NAME"),
    region: text("BUCKET_REGION") ?? "us-east-1",
    accessKeyId: required("BUCKET_ACCESS_KEY_ID"),
    secretAccessKey: required("BUCKET_SECRET_ACCESS_KEY"),
    pathStyle: flag("BUCKET_PATH_STYLE"),
  };
  const ossOrigin = origin("OSS_UPLOAD_ORIGIN");
  if (ossOrigin !== null && !bucket) reject("BUCKET_NAME", "is required with OSS_UPLOAD_ORIGIN");
  return {
    folder: resolve(text("FILES_DIR") ?? join(dataDir, "files")),
    bucket: bucket || null,
    oss: ossOrigin === null ? null : { uploadUrl: `${ossOrigin}/`, callbackKey: text("OSS_CALLBACK_KEY") },
  };
}
