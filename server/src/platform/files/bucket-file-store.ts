import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { type ByteRange, checkedName, type FileStore } from "./file-store.ts";

export interface BucketSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True for URLs like `endpoint/bucket/name` instead of `bucket.endpoint/name`. */
  readonly pathStyle: boolean;
}

const maxAttempts = 3;
/** Time limit for checking whether the bucket can be reached. */
const checkMs = 2_000;
/** Limits the time for which one folder delays the deletion of others. */
const maxListsPerRemoval = 10;

const isAbsent = (error: unknown): boolean =>
  ["NoSuchKey", "NotFound"].includes((error as { name?: string }).name ?? "");

/**
 * Creates a store in an S3-compatible bucket. The client library is large, so it is loaded only if a bucket is
 * configured.
 */
export async function createBucketFileStore(settings: BucketSettings): Promise<FileStore & BucketObjects> {
  const { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } =
    await import("@aws-sdk/client-s3");
  const { endpoint, region, accessKeyId, secretAccessKey, bucket } = settings;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: settings.pathStyle,
    // Some stores other than Amazon's reject the checksums that newer versions of the client send by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts,
    // Without this logger, the client writes errors to the console. Callers already log the errors they catch.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
  });

  const read = async (key: string, range?: ByteRange) => {
    try {
      const found = await client.send(
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      );
      const whole = /\/(\d+)$/.exec(found.ContentRange ?? "")?.[1] ?? found.ContentLength;
      return { content: found.Body as Readable, bytes: Number(whole) };
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  };
  const drop = async (key: string) => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  };

  return {
    async put(name, path, { contentType, signal }) {
      signal.throwIfAborted();
      const { size } = await stat(path);
      const object = {
        Bucket: bucket,
        Key: checkedName(name),
        ContentLength: size,
        ContentType: contentType,
      };
      // The client cannot repeat a request whose stream is consumed, so each attempt opens a new stream.
      for (let attempts = 1; ; attempts += 1) {
        try {
          const command = new PutObjectCommand({ ...object, Body: createReadStream(path) });
          await client.send(command, { abortSignal: signal });
          return;
        } catch (error) {
          signal.throwIfAborted();
          const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
          if (attempts === maxAttempts || (status !== undefined && status < 500)) throw error;
        }
      }
    },
    open: (name, range) => read(checkedName(name), range),
    remove: (name) => drop(checkedName(name)),
    async check() {
      try {
        const command = new GetObjectCommand({ Bucket: bucket, Key: "reposo-check" });
        const found = await client.send(command, { abortSignal: AbortSignal.timeout(checkMs) });
        (found.Body as Readable).destroy();
      } catch (error) {
        // Without the right to list the bucket, the response for this object, which does not exist, is 403 instead of 404.
        const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
        if (status === undefined || status >= 500) throw error;
      }
    },
    readUploaded: (key) => read(key),
    removeUploaded: drop,
    async removeUploadedFolder(folder) {
      const folderOf = { Bucket: bucket, Prefix: `${checkedName(folder)}/` };
      let token: string | undefined;
      for (let lists = 0; lists < maxListsPerRemoval; lists += 1) {
        const listed = await client.send(
          new ListObjectsV2Command({ ...folderOf, ...(token !== undefined && { ContinuationToken: token }) }),
        );
        for (const { Key } of listed.Contents ?? []) if (Key !== undefined) await drop(Key);
        if (listed.IsTruncated !== true) return true;
        token = listed.NextContinuationToken;
      }
      return false;
    },
  };
}

/** Objects that browsers uploaded to the bucket directly. */
export interface BucketObjects {
  /** Returns null if there is no such object. */
  readUploaded(key: string): Promise<{ content: Readable; bytes: number } | null>;
  removeUploaded(key: string): Promise<void>;
  /**
   * Removes the objects of a folder, at most `maxListsPerRemoval` lists of usually 1,000 objects.
   * @returns whether the folder was removed completely
   */
  removeUploadedFolder(folder: string): Promise<boolean>;
}
