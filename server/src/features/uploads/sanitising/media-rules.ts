export const maxPictureBytes = 20 * 1024 * 1024;
export const maxVideoBytes = 104_857_600;
/** Long enough to show what a chair did. */
export const maxVideoSeconds = 15 * 60;
/** Slightly more than the 8192 × 6144 pixels of a 50-megapixel camera; larger pictures may be decompression bombs. */
export const maxPixels = 50 * 1024 * 1024;

export type MediaKind = "picture" | "video";
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
  | "tooMany"
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

/** Types that a client may declare. Phones may not know HEIC and 3GP; the content decides. */
export const declarableTypes: readonly string[] = [...Object.keys(kinds), "application/octet-stream"];

/** The kind of media by the detected type; null if it is not accepted. */
export const kindOf = (sniffedType: string | undefined): MediaKind | null =>
  sniffedType === undefined ? null : (kinds[sniffedType] ?? null);

/** Whether a picture is declared as a video, or the other way round. */
export function conflictsWith(declaredType: string, kind: MediaKind): boolean {
  const declared = kinds[declaredType.toLowerCase()];
  return declared !== undefined && declared !== kind;
}

export const maxBytesOf = (kind: MediaKind): number => (kind === "picture" ? maxPictureBytes : maxVideoBytes);

export function tooLarge(kind: MediaKind, bytes: number): UploadRefusal | null {
  if (bytes <= maxBytesOf(kind)) return null;
  return kind === "picture" ? "pictureTooLarge" : "videoTooLarge";
}

const maxMarkerLength = 16;
const markup =
  /<(?:script|html|!doctype|iframe|object|embed|svg|body|foreignobject|\?php)(?=[\s>/!:])|<!ENTITY\s/i;

/**
 * Detects markup, also across pieces: a browser could interpret such a file as a page. Compressed pixels match by chance in
 * fewer than one of 10,000 videos.
 */
export function createMarkupDetector(): (piece: string) => boolean {
  let end = "";
  return (piece) => {
    const text = end + piece;
    end = text.slice(-maxMarkerLength);
    return markup.test(text);
  };
}

/** A PDF may begin anywhere in the first kilobyte. */
export const isPdf = (head: string): boolean => head.slice(0, 1024).includes("%PDF-");

/** A ZIP (APK, JAR, office file) ends with a directory and an optional comment. */
export function isZip(tail: string): boolean {
  for (let at = tail.lastIndexOf("PK\x05\x06"); at >= 0; at = tail.lastIndexOf("PK\x05\x06", at - 1)) {
    const comment = tail.charCodeAt(at + 20) + 256 * tail.charCodeAt(at + 21);
    if (at + 22 + comment === tail.length) return true;
    if (at === 0) break;
  }
  return false;
}
/** The maximum size of a ZIP's end-of-central-directory record with its comment. */
export const zipTailBytes = 65_557;
