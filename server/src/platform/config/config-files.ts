import { createPublicKey } from "node:crypto";
import { join, resolve } from "node:path";
import type { Settings } from "./settings.ts";
import type { BucketSettings } from "#platform/files/bucket-file-store.ts";

export type FileStoreConfig = Readonly<ReturnType<typeof readFileStoreConfig>>;

export function readFileStoreConfig(settings: Settings, dataDir: string) {
  const { text, flag, origin, reject } = settings;
  const required = (name: string): string => text(name) ?? reject(name, "is required with BUCKET_NAME");
  const name = text("BUCKET_NAME");
  const bucket: BucketSettings | null =
    name === null
      ? null
      : {
          bucket: name,
          endpoint: origin("BUCKET_ENDPOINT") ?? reject("BUCKET_ENDPOINT", "is required with BUCKET_NAME"),
          region: text("BUCKET_REGION") ?? "us-east-1",
          accessKeyId: required("BUCKET_ACCESS_KEY_ID"),
          secretAccessKey: required("BUCKET_SECRET_ACCESS_KEY"),
          pathStyle: flag("BUCKET_PATH_STYLE"),
        };
  const ossOrigin = origin("OSS_UPLOAD_ORIGIN");
  if (ossOrigin !== null && bucket === null) reject("BUCKET_NAME", "is required with OSS_UPLOAD_ORIGIN");
  return {
    /** Folder for uploads in progress, and for stored files if no bucket is configured. */
    folder: resolve(text("FILES_DIR") ?? join(dataDir, "files")),
    bucket,
    /**
     * An Alibaba OSS bucket to which browsers upload directly; `bucket` is the S3 interface of the same bucket. Null:
     * browsers upload to this server. `callbackKey` is the public key that verifies callbacks, in PEM format; null: the
     * key that Alibaba publishes.
     */
    oss: ossOrigin === null ? null : { uploadUrl: `${ossOrigin}/`, callbackKey: publicKey(settings) },
  };
}

function publicKey({ text, reject }: Settings): string | null {
  const pem = text("OSS_CALLBACK_KEY");
  if (pem === null) return null;
  try {
    createPublicKey(pem);
    return pem;
  } catch {
    return reject("OSS_CALLBACK_KEY", "must be a public key in PEM format, with its line breaks");
  }
}
