/** A request to the picture process, which processes one request at a time. */
export interface PictureTask {
  readonly path: string;
  readonly target: string;
  readonly sniffedType: string;
  readonly limits: PictureLimits;
}

export interface PictureLimits {
  /** Processor time for one picture, in milliseconds. */
  readonly cpuMs: number;
  /** Resident memory of the picture process. A HEIC picture of 50 megapixels needs 730 MB. */
  readonly memoryBytes: number;
  /** Elapsed time, including waiting for the processor. */
  readonly wallMs: number;
}

export interface SanitisedPicture {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

export type PictureReply =
  | { readonly kind: "clean"; readonly picture: SanitisedPicture }
  | { readonly kind: "tooManyPixels" }
  | { readonly kind: "diskFull" }
  | { readonly kind: "broken"; readonly reason: string };

export const pictureLimits: PictureLimits = {
  cpuMs: 20_000,
  memoryBytes: 1024 ** 3,
  wallMs: 120_000,
};

/** If the process still uses more memory than this after a picture, it is killed instead of reused. */
export const maxIdleMemoryBytes = 256 * 1024 ** 2;

/** Exit codes with which the picture process ends if a picture exceeds a limit. */
export const exitCodes = { memory: 70, cpu: 71 } as const;

/** Returns whether the disk, or its quota, is full. An error of the picture library has no code, only a message. */
export const isDiskFull = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT"].includes((error as { code?: string } | null)?.code ?? "") ||
  /no space left/i.test(error instanceof Error ? error.message : "");
