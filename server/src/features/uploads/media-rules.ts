import { maxPictureBytes, maxVideoBytes } from "@reposo/contract/feedback/media-limits.ts";

/** Seconds; long enough to show a problem of a chair. */
export const maxVideoSeconds = 15 * 60;
/** Slightly more than the 8192 × 6144 pixels of a 50-megapixel camera. Larger pictures may be decompression bombs. */
export const maxPixels = 50 * 1024 * 1024;

export type MediaKind = "picture" | "video";

/**
 * Why a request is refused. `policy`: no valid policy, signature, or link allows the request; `form`: the form is
 * malformed; `videoUnavailable`: ffmpeg is missing; `broken`: the file cannot be decoded within the limits of the media
 * processes.
 */
export type UploadRefusal =
  | "policy"
  | "form"
  | "type"
  | "pictureTooLarge"
  | "videoTooLarge"
  | "videoTooLong"
  | "videoUnavailable"
  | "tooManyPixels"
  | "broken"
  | "quota";

const kinds: Readonly<Record<string, MediaKind>> = {
  "image/jpeg": "picture",
  "image/png": "picture",
  "image/webp": "picture",
  "image/heic": "picture",
  "image/heif": "picture",
  "video/mp4": "video",
  "video/x-m4v": "video",
  "video/quicktime": "video",
  "video/webm": "video",
  "video/3gpp": "video",
};

/**
 * Types that a client may declare. `application/octet-stream` is included, because some phones declare it for HEIC and
 * 3GP files, whose types they do not know.
 */
export const declarableTypes: readonly string[] = [...Object.keys(kinds), "application/octet-stream"];

/** Returns the kind of media of a detected type; null if that type is not accepted. */
export const kindOf = (sniffedType: string | undefined): MediaKind | null =>
  sniffedType === undefined ? null : (kinds[sniffedType] ?? null);

/** Returns true if a picture is declared as a video, or a video as a picture. */
export function conflictsWith(declaredType: string, kind: MediaKind): boolean {
  const declared = kinds[declaredType.toLowerCase()];
  return declared !== undefined && declared !== kind;
}

/** Returns the reason for which a file of this size is refused; null if it is not too large. */
export function sizeRefusal(kind: MediaKind, bytes: number): UploadRefusal | null {
  if (kind === "picture") return bytes > maxPictureBytes ? "pictureTooLarge" : null;
  return bytes > maxVideoBytes ? "videoTooLarge" : null;
}

const maxUploadMs = 35 * 60_000;
/** Time for the fields that precede the file; they have less than 4 kB. */
const maxFieldsMs = 20_000;
/** In each window, a client must send at least `minBytesPerSecond` on average. */
export const rateWindowMs = 30_000;
const minBytesPerSecond = 4_000;

interface UploadProgress {
  /** True once the form's fields have been received and verified. */
  readonly isVerified: boolean;
  readonly elapsedMs: number;
  readonly windowMs: number;
  readonly windowBytes: number;
}

/** Returns whether a client sends a form too slowly. */
export function isTooSlow({ isVerified, elapsedMs, windowMs, windowBytes }: UploadProgress): boolean {
  if (!isVerified && elapsedMs > maxFieldsMs) return true;
  if (elapsedMs > maxUploadMs) return true;
  return windowMs >= rateWindowMs && windowBytes < (minBytesPerSecond * windowMs) / 1000;
}

/** At least the length of the longest text that `markup` or a pattern of a short tag must match. */
const maxMarkerLength = 16;
const markerStart = "<".charCodeAt(0);
const markup = /<(?:script|!doctype|iframe|object|embed|foreignobject)(?=[\s>/!:])|<!ENTITY\s/i;
/** Tags whose names are so short that compressed pixels contain them by chance. */
const shortTag = /<(?:svg|html|body|\?php)[\s>/!:]/i;
const shortTagAndText = /<(?:svg|html|body|\?php)[\s>/!:][\s\x20-\x7e]{8}/i;
/** More than the number of leading bytes by which browsers detect a page. */
const sniffedBytes = 64 * 1024;

/**
 * Creates a detector of markup in a file that arrives in pieces, because a browser could interpret a file with markup
 * as a page. The detector returns whether a piece contains markup, including markup that is split between two pieces.
 *
 * Compressed pixels contain the bytes of `<svg` and a delimiter in one of 120 videos of the maximum size. After the
 * bytes by which browsers detect a page, a tag with a short name therefore counts only if eight printable ASCII or
 * white-space characters follow: fewer than one of 10,000 such videos is refused by chance. Other tags, such as
 * `script`, are detected anywhere.
 */
export function createMarkupDetector(): (piece: Buffer) => boolean {
  let end = "";
  let bytes = 0;
  return (piece) => {
    const isSniffed = bytes < sniffedBytes;
    bytes += piece.length;
    // Every marker begins with `<`, so a piece without it, such as zeros of a sparse file, is not converted to text.
    if (!piece.includes(markerStart) && !end.includes("<")) {
      end = "";
      return false;
    }
    const text = end + piece.toString("latin1");
    end = text.slice(-maxMarkerLength);
    return markup.test(text) || (isSniffed ? shortTag : shortTagAndText).test(text);
  };
}

/**
 * Returns whether a file can be read as a PDF, whose header may be anywhere in the first kilobyte. `head` is in
 * Latin-1.
 */
export const isPdf = (head: string): boolean => head.slice(0, 1024).includes("%PDF-");

/**
 * Returns whether a file can be read as a ZIP, such as an APK, a JAR, or an office file. `tail` contains the last
 * `zipTailBytes` bytes of the file in Latin-1, in which a ZIP has its end-of-central-directory record and a comment.
 */
export function isZip(tail: string): boolean {
  for (let at = tail.lastIndexOf("PK\x05\x06"); at >= 0; at = tail.lastIndexOf("PK\x05\x06", at - 1)) {
    const comment = tail.charCodeAt(at + 20) + 256 * tail.charCodeAt(at + 21);
    if (at + 22 + comment === tail.length) return true;
    if (at === 0) break;
  }
  return false;
}
/** Maximum bytes of a ZIP's end-of-central-directory record with its comment. */
export const zipTailBytes = 65_557;
