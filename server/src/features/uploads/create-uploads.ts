import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { uploadState } from "@reposo/contract/uploads.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Querier, Transaction } from "#platform/postgres/database.ts";
import { type BucketObjects, createBucketFileStore } from "#platform/files/bucket-file-store.ts";
import { createDiskFileStore } from "#platform/files/disk-file-store.ts";
import type { FileStoreConfig } from "#platform/config/config-files.ts";
import type { MediaConfig } from "#platform/config/config-media.ts";
import type { KeyCipher } from "#platform/keys/key-cipher.ts";
import type { Log } from "#platform/logging/log.ts";
import { forgetUploads } from "./ingest/purge-uploads.ts";
import { issuePolicy, ownerOf, type Sender } from "./policy/issue-policy.ts";
import { mediaLink, uploadsPath } from "./serving/media-links.ts";
import { attachMedia } from "./policy/enforce-quota.ts";
import { createMediaQueue } from "./ingest/media-queue.ts";
import { openMedia } from "./serving/open-media.ts";
import { callbackFor, takeCallback } from "./policy/oss-callback.ts";
import { createPictureProcess } from "./sanitising/picture-process.ts";
import { receiveUpload } from "./ingest/receive-upload.ts";
import { findFfmpeg } from "./sanitising/remux-video.ts";
import { dirOf, ownBucket } from "./policy/upload-form-rules.ts";
import { bucketKeys, createUploadKeys } from "./policy/upload-keys.ts";
import type { UploadsParts } from "./uploads-parts.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { mediaOf, standingOf } from "./uploads-store.ts";

export interface UploadsSetting {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  readonly files: FileStoreConfig;
  readonly media: MediaConfig;
  readonly cipher: KeyCipher;
}

export interface MediaView {
  readonly kind: "picture" | "video";
  readonly url: string;
  readonly posterUrl: string | null;
  readonly contentType: string;
  readonly bytes: number;
  readonly durationSeconds: number | null;
}

export type Uploads = Awaited<ReturnType<typeof createUploads>>;

export async function createUploads({
  database,
  clock,
  log,
  publicUrl,
  files,
  media: { ffmpeg, quotas, retentionDays },
  cipher,
}: UploadsSetting) {
  const stopping = new AbortController();
  const version = await findFfmpeg({ ffmpeg, signal: stopping.signal });
  if (version === null)
    log.warn(`uploads: ${ffmpeg} cannot be run, so videos are refused; install it or set FFMPEG_PATH`);
  else log.info(`uploads: videos are processed by ffmpeg ${version}`);
  const pictures = createPictureProcess();
  const bucketStore = files.bucket ? await createBucketFileStore(files.bucket) : null;
  const linkKeys = createUploadKeys({ database, clock, log, cipher });
  const { bucket, oss } = files;
  const parts: UploadsParts = {
    database,
    clock,
    log,
    files: bucketStore ?? createDiskFileStore(files.folder),
    folder: files.folder,
    host: oss?.uploadUrl ?? publicUrl + uploadsPath,
    bucket: oss && bucket ? bucket.bucket : ownBucket,
    callback: callbackFor(`${publicUrl}${uploadsPath}`),
    media: { ffmpeg, pictures, pictureQueue: createMediaQueue(), videoQueue: createMediaQueue() },
    quotas,
    retentionDays,
    takesVideos: version !== null,
    stopping: stopping.signal,
    linkKeys,
    storeKeys:
      oss && bucket
        ? bucketKeys({ accessKeyId: bucket.accessKeyId, secret: bucket.secretAccessKey })
        : linkKeys,
  };
  const foreign: BucketObjects | null = oss ? bucketStore : null;

  return {
    issuePolicy: issuePolicy(parts),
    /** Null where browsers send to a bucket of their own. */
    receive: oss ? null : receiveUpload(parts),
    takeCallback: foreign && oss ? takeCallback(parts, { foreign, publishedKey: oss.callbackKey }) : null,
    open: openMedia(parts),
    stateOf: async (sender: Sender, key: string): Promise<ReplyOf<typeof uploadState>> => {
      const dir = dirOf(key);
      const standing = dir === null ? null : await standingOf(database, dir, clock.now(), ownerOf(sender));
      if (standing?.key === key) return { state: "stored" };
      return { state: standing?.key === null && standing.held ? "receiving" : "absent" };
    },
    forgetUploads: forgetUploads(parts, foreign?.removeForeignBelow),
    attachMedia: (tx: Transaction, attaching: Parameters<typeof attachMedia>[1]) =>
      attachMedia(tx, attaching, quotas),
    now: () => clock.now(),
    /** What a feedback holds, with links for whoever was let see it. */
    viewMedia: async (db: Querier, feedbackId: string): Promise<MediaView[]> => {
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
    /** Ends what is being processed; its senders may try again. */
    stop: () => {
      stopping.abort(new ProductError("notReady", { cause: new Error("the server stops") }));
      pictures.end();
    },
    uploadOrigins: [new URL(parts.host).origin],
  };
}
