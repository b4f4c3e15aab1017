import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { MediaQuotas } from "#platform/config/config-media.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import type { Log } from "#platform/logging/log.ts";
import type { MediaTools } from "./sanitising/prepare-media.ts";
import type { UploadKeys } from "./policy/upload-keys.ts";

/** What the use cases stand on. */
export interface UploadsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: FileStore;
  /** Where files are received before they are kept. */
  readonly folder: string;
  /** Where forms are posted to; a file's URL is this and its key. */
  readonly host: string;
  readonly bucket: string;
  /** Base64, as OSS takes it; the own store only compares it. */
  readonly callback: string;
  readonly storeKeys: UploadKeys;
  /** Sign links; other keys than a bucket's. */
  readonly linkKeys: UploadKeys;
  readonly media: MediaTools;
  readonly quotas: MediaQuotas;
  readonly retentionDays: number;
  /** False where ffmpeg is missing: videos are refused then. */
  readonly takesVideos: boolean;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}
