import type { Settings } from "./settings.ts";

/** Limits on stored bytes and files; uploads beyond them are rejected. */
export interface MediaQuotas {
  /** Quota of the files of all feedback on one order. */
  readonly order: Quota;
  /** Quota of one customer or manager per UTC day, including files that are not attached to feedback. */
  readonly sender: Quota;
  /** Quota of all users together per UTC day. */
  readonly day: Quota;
}

export interface Quota {
  readonly files: number;
  readonly bytes: number;
}

/** Processing of uploaded images and videos. */
export interface MediaConfig {
  /** Name or path of the program that processes videos. */
  readonly ffmpeg: string;
  readonly quotas: MediaQuotas;
  /** Days after which the files of feedback and of collections are deleted; 0: never. */
  readonly retentionDays: number;
}

const mebibyte = 1024 ** 2;

export function readMediaConfig({ text, integer }: Settings): MediaConfig {
  return {
    ffmpeg: text("FFMPEG_PATH") ?? "ffmpeg",
    quotas: {
      order: { files: 104, bytes: integer("UPLOAD_MB_PER_ORDER", 300, 1, 100_000) * mebibyte },
      sender: { files: 208, bytes: integer("UPLOAD_MB_PER_SENDER_DAY", 600, 1, 100_000) * mebibyte },
      day: { files: 1_000_000, bytes: integer("UPLOAD_MB_PER_DAY", 20_000, 1, 100_000_000) * mebibyte },
    },
    retentionDays: integer("MEDIA_RETENTION_DAYS", 365, 0, 36_500),
  };
}
