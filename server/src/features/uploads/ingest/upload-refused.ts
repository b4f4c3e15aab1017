import type { UploadRefusal } from "#features/uploads/sanitising/media-rules.ts";

/** Why a file was not taken; told to its sender in their language as code 20602. */
export class UploadRefused extends Error {
  readonly reason: UploadRefusal;
  constructor(reason: UploadRefusal, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = "UploadRefused";
    this.reason = reason;
  }
}
