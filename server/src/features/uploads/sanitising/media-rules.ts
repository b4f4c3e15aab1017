export const mostPictureBytes = 20 * 1024 * 1024;
export const mostVideoBytes = 104_857_600;
/** Long enough to show what a chair did. */
export const mostVideoSeconds = 15 * 60;
/** 50 megapixels, as cameras round them (8192 × 6144): a picture with more is a bomb until proven otherwise. */
export const mostPixels = 50 * 1024 * 1024;

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

/** What a sender may call its file. Phones know no name for HEIC and 3GP; what it is, its content says. */
export const declarableTypes: readonly string[] = [...Object.keys(kinds), "application/octet-stream"];

/** By the type that the content shows; null for everything that is not taken. */
export const kindOf = (sniffedType: string | undefined): MediaKind | null =>
  sniffedType === undefined ? null : (kinds[sniffedType] ?? null);

/** A film that calls itself a picture is no slip of a phone. */
export function contradicts(declaredType: string, kind: MediaKind): boolean {
  const declared = kinds[declaredType.toLowerCase()];
  return declared !== undefined && declared !== kind;
}

export const mostBytesOf = (kind: MediaKind): number =>
  kind === "picture" ? mostPictureBytes : mostVideoBytes;

/** The first byte beyond a limit is refused while it comes in. */
export function tooLarge(kind: MediaKind, bytes: number): UploadRefusal | null {
  if (bytes <= mostBytesOf(kind)) return null;
  return kind === "picture" ? "pictureTooLarge" : "videoTooLarge";
}

const longestMarker = 16;
const markup =
  /<(?:script|html|!doctype|iframe|object|embed|svg|body|foreignobject|\?php)(?=[\s>/!:])|<!ENTITY\s/i;

/**
 * Whether a file carries markup beside its pixels, so that something could take it for a page. Fed piece by piece;
 * compressed pixels look like this less than once in ten thousand full-sized films.
 */
export function markupWatch(): (piece: string) => boolean {
  let end = "";
  return (piece) => {
    const text = end + piece;
    end = text.slice(-longestMarker);
    return markup.test(text);
  };
}

/** A PDF may begin anywhere in the first kilobyte and still open. */
export const opensAsPdf = (head: string): boolean => head.slice(0, 1024).includes("%PDF-");

/** A ZIP (an APK, a JAR, an office file) is read from its end: a directory there, and nothing but a comment behind. */
export function opensAsZip(tail: string): boolean {
  for (let at = tail.lastIndexOf("PK\x05\x06"); at >= 0; at = tail.lastIndexOf("PK\x05\x06", at - 1)) {
    const comment = tail.charCodeAt(at + 20) + 256 * tail.charCodeAt(at + 21);
    if (at + 22 + comment === tail.length) return true;
    if (at === 0) break;
  }
  return false;
}
/** As far back as a ZIP's directory may end. */
export const zipTailBytes = 65_557;
