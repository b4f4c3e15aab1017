import { join } from "node:path";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { uploadState } from "@reposo/contract/feedback/uploads.ts";
import { uploadProcessingSeconds } from "@reposo/contract/feedback/media-limits.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";
import { type BucketObjects, createBucketFileStore } from "#platform/files/bucket-file-store.ts";
import { createDiskFileStore } from "#platform/files/disk-file-store.ts";
import type { FileStoreConfig } from "#platform/config/config-files.ts";
import type { MediaConfig } from "#platform/config/config-media.ts";
import type { KeyCipher } from "#platform/keys/key-cipher.ts";
import type { Log } from "#platform/logging/log.ts";
import { createInterruptedUploads } from "./ingest/interrupted-uploads.ts";
import { purgeUploads } from "./ingest/purge-uploads.ts";
import { issuePolicy, ownerOf, type Sender } from "./policy/issue-policy.ts";
import { isOwnStore } from "./store/own-store.ts";
import { mediaLink, uploadsPath } from "./serving/media-links.ts";
import { attachMedia } from "./policy/enforce-quota.ts";
import { createMediaQueue } from "./sanitising/media-queue.ts";
import { openMedia } from "./serving/open-media.ts";
import { callbackFor, handleCallback } from "./ingest/oss-callback.ts";
import { createPictureProcess } from "./sanitising/picture-process.ts";
import type { PictureLimits } from "./sanitising/picture-process-messages.ts";
import { freeBytesOf, receiveUpload } from "./ingest/receive-upload.ts";
import { findFfmpeg } from "./sanitising/remux-video.ts";
import { dirOf, ownBucket } from "./policy/upload-form-rules.ts";
import { bucketKeys, createUploadKeys } from "./policy/upload-keys.ts";
import type { UploadsDependencies } from "./uploads-dependencies.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { mediaOf, type Owner, photoKeyOf, selectUploadState, usePicture } from "./uploads-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface UploadsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  readonly files: FileStoreConfig;
  readonly media: MediaConfig;
  readonly pictureLimits?: PictureLimits;
  /** Maximum time from the end of receiving a file until it is stored. */
  readonly processingMs?: number;
  readonly freeBytes?: UploadsDependencies["freeBytes"];
  readonly cipher: KeyCipher;
}

export type Uploads = Awaited<ReturnType<typeof createUploads>>;

export async function createUploads({
  database,
  clock,
  log,
  publicUrl,
  files,
  media: { ffmpeg, quotas, retentionDays },
  pictureLimits,
  processingMs = 1_000 * uploadProcessingSeconds,
  freeBytes = freeBytesOf,
  cipher,
}: UploadsOptions) {
  const stopping = new AbortController();
  const version = await findFfmpeg({ ffmpeg, signal: stopping.signal });
  if (version === null)
    log.warn(`uploads: ${ffmpeg} cannot be run, so videos are refused; install it or set FFMPEG_PATH`);
  else log.info(`uploads: videos are processed by ffmpeg ${version}`);
  const pictures = createPictureProcess(pictureLimits);
  const bucketStore = files.bucket ? await createBucketFileStore(files.bucket) : null;
  const linkKeys = createUploadKeys({ database, clock, log, cipher });
  const { bucket, oss } = files;
  const incoming = join(files.folder, "incoming");
  const deps: UploadsDependencies = {
    database,
    clock,
    log,
    files: bucketStore ?? createDiskFileStore(files.folder),
    incoming,
    interrupted: createInterruptedUploads({ folder: incoming, clock }),
    host: oss?.uploadUrl ?? publicUrl + uploadsPath,
    bucket: oss && bucket ? bucket.bucket : ownBucket,
    callback: callbackFor(`${publicUrl}${uploadsPath}`),
    media: { ffmpeg, pictures, pictureQueue: createMediaQueue(), videoQueue: createMediaQueue() },
    processingMs,
    freeBytes,
    quotas,
    retentionDays,
    acceptsVideos: version !== null,
    stopping: stopping.signal,
    linkKeys,
    storeKeys:
      oss && bucket
        ? bucketKeys({ accessKeyId: bucket.accessKeyId, secret: bucket.secretAccessKey })
        : linkKeys,
  };
  // Foreign objects are those that browsers upload to the bucket directly, which they do if OSS is configured.
  const foreign: BucketObjects | null = oss ? bucketStore : null;

  return {
    issuePolicy: issuePolicy(deps),
    /** Handles a form upload; null if browsers upload to a bucket directly. */
    receive: oss ? null : receiveUpload(deps),
    handleCallback: foreign && oss ? handleCallback(deps, { foreign, callbackKey: oss.callbackKey }) : null,
    open: openMedia(deps),
    checkFiles: deps.files.check,
    /** Logs an error if the other servers of the database use another file store. Never rejects. */
    checkSharedStore: async (): Promise<void> => {
      const place = bucket === null ? `the folder ${files.folder}` : `the bucket ${bucket.bucket}`;
      try {
        if (await isOwnStore(database, deps.files)) return;
        log.error(
          `uploads: the database's files are in another store than ${place}, so pictures that other servers stored are missing here; let all servers use one FILES_DIR or BUCKET_NAME ("Several file stores" in docs/operating.md)`,
        );
      } catch (error) {
        log.warn({ err: error }, `uploads: ${place} could not be identified`);
      }
    },
    stateOf: async (sender: Sender, key: string): Promise<ReplyOf<typeof uploadState>> => {
      const dir = dirOf(key);
      const upload =
        dir === null ? null : await selectUploadState(database, dir, clock.now(), ownerOf(sender));
      if (upload?.key === key) return { state: "stored" };
      return { state: upload?.key === null && upload.held ? "receiving" : "absent" };
    },
    purgeUploads: purgeUploads(deps, foreign?.removeUploadedFolder),
    attachMedia: (uow: UnitOfWork, attaching: Parameters<typeof attachMedia>[1]) =>
      attachMedia(uow, attaching, quotas),
    now: () => clock.now(),
    /** Returns the photos and videos of a feedback with signed links. */
    viewMedia: async (db: Querier, feedbackId: string) => {
      const found = await mediaOf(db, feedbackId);
      const linkKey = await linkKeys.current();
      const now = clock.now();
      return found.map(({ key, hasPoster, kind, contentType, bytes, durationSeconds }) => ({
        kind,
        contentType,
        bytes,
        durationSeconds,
        url: mediaLink(linkKey, key, now),
        posterUrl: hasPoster ? mediaLink(linkKey, key, now, "poster") : null,
      }));
    },
    /** @throws ProductError uploadRefused, if the key is not that of a stored, unused picture of the owner */
    attachPhoto: async (
      uow: UnitOfWork,
      use: { owner: Owner; key: string; collectionId: string },
    ): Promise<void> => {
      if (!(await usePicture(uow, use))) throw new ProductError("uploadRefused");
    },
    /** Returns a signed link to the photo of a collection; null if it has none. */
    photoLink: async (db: Querier, collectionId: string): Promise<string | null> => {
      const key = await photoKeyOf(db, collectionId);
      return key && mediaLink(await linkKeys.current(), key, clock.now());
    },
    /** Aborts the processing of files with `notReady`, so that clients may retry. */
    stop: () => {
      stopping.abort(new ProductError("notReady", { cause: new Error("the server stops") }));
      pictures.end();
    },
    uploadOrigins: [new URL(deps.host).origin],
  };
}
