import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { MediaQuotas } from "#platform/config/config-media.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import type { Log } from "#platform/logging/log.ts";
import type { MediaTools } from "./sanitising/prepare-media.ts";
import type { InterruptedUploads } from "./ingest/interrupted-uploads.ts";
import type { UploadKeys } from "./policy/upload-keys.ts";

export interface UploadsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: FileStore;
  /** Folder in which received files are staged. */
  readonly incoming: string;
  readonly interrupted: InterruptedUploads;
  /** URL to which upload forms are posted. */
  readonly host: string;
  /** Bucket name in the policies; `ownBucket` for uploads to this server. */
  readonly bucket: string;
  /**
   * The callback parameter of the forms, in base64, which only OSS uses. The server's own upload endpoint refuses a
   * form with another callback parameter.
   */
  readonly callback: string;
  /** Keys that sign policies. */
  readonly storeKeys: UploadKeys;
  /** Keys that sign links to stored media; never the access keys of a bucket. */
  readonly linkKeys: UploadKeys;
  readonly media: MediaTools;
  /** Maximum time from the end of receiving a file until it is stored. */
  readonly processingMs: number;
  /** Returns the free bytes of the disk that contains a folder. */
  readonly freeBytes: (folder: string) => Promise<number>;
  readonly quotas: MediaQuotas;
  /** Days after which the files of feedback and of collections are deleted; 0: never. */
  readonly retentionDays: number;
  /** False if ffmpeg is not available. */
  readonly acceptsVideos: boolean;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}
