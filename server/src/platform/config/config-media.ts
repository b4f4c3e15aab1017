import type { Settings } from "./settings.ts";

export type MediaConfig = Readonly<ReturnType<typeof readMediaConfig>>;
export type MediaQuotas = MediaConfig["quotas"];
export type Quota = MediaQuotas["order"];

const mebibyte = 1024 ** 2;

/** Reads the settings of uploaded images and videos. */
export function readMediaConfig({ text, integer }: Settings) {
  return {
    /** Name or path of the program that processes videos. */
    ffmpeg: text("FFMPEG_PATH") ?? "ffmpeg",
    /** Limits on stored bytes and files; uploads beyond them are rejected. */
    quotas: {
      /** Quota of the files of all feedback on one order. */
      order: { files: 104, bytes: integer("UPLOAD_MB_PER_ORDER", 300, 1, 100_000) * mebibyte },
      /** Quota of one customer or manager per UTC day, including files that are not attached to feedback. */
      sender: { files: 208, bytes: integer("UPLOAD_MB_PER_SENDER_DAY", 600, 1, 100_000) * mebibyte },
      /** Quota of all users together per UTC day. */
      day: { files: 1_000_000, bytes: integer("UPLOAD_MB_PER_DAY", 20_000, 1, 100_000_000) * mebibyte },
    },
    /** Days after which the files of feedback and of collections are deleted; 0: never. */
    retentionDays: integer("MEDIA_RETENTION_DAYS", 365, 0, 36_500),
  };
}
