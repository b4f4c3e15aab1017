import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import type { FileStore } from "#platform/file-store/file-store.ts";
import type { Log } from "#platform/log.ts";
import type { StoreKey } from "./post-policy.ts";

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
  readonly ffmpeg: string;
  readonly storeKey: () => Promise<StoreKey>;
  /** Signs links; another key than a bucket's. */
  readonly linkKey: () => Promise<StoreKey>;
  /** A few at a time: pictures are drawn anew in the same two cores that start chairs. */
  readonly atOnce: <R>(work: () => Promise<R>) => Promise<R>;
}
