import type { ByteRange, StoredBytes } from "#platform/files/file-store.ts";
import { verifyLink, type GivenLink } from "./media-links.ts";
import { mediaName, posterName } from "#features/uploads/ingest/receive-upload.ts";
import type { UploadsDependencies } from "#features/uploads/uploads-dependencies.ts";
import { findMedia } from "#features/uploads/uploads-store.ts";

export type OpenedMedia =
  | { readonly kind: "refused" }
  /** The requested range contains no bytes of the file; `bytes` is the size of the file. */
  | { readonly kind: "outside"; readonly bytes: number }
  | {
      readonly kind: "opened";
      readonly contentType: string;
      readonly stored: StoredBytes;
      /** Null: the whole file. */
      readonly range: ByteRange | null;
      /** Time until the link expires. */
      readonly secondsLeft: number;
    };

/** Opens a file by its signed link. Refuses invalid links and missing files with the same result. */
export const openMedia =
  (deps: UploadsDependencies) =>
  async (link: GivenLink, rangeHeader: string | undefined): Promise<OpenedMedia> => {
    const now = deps.clock.now();
    const key = typeof link.keyId === "string" ? await deps.linkKeys.find(link.keyId) : null;
    const variant = key && verifyLink(key, link, now);
    if (variant === null) return { kind: "refused" };
    const media = await findMedia(deps.database, link.key);
    if (media === null || (variant === "poster" && !media.hasPoster)) return { kind: "refused" };

    const isFile = variant === "file";
    const range = isFile ? readRange(rangeHeader, media.bytes) : null;
    if (range === "outside") return { kind: "outside", bytes: media.bytes };
    const name = isFile ? mediaName(media.dir) : posterName(media.dir);
    const stored = await deps.files.open(name, range ?? undefined);
    if (stored === null) return { kind: "refused" };
    return {
      kind: "opened",
      contentType: isFile ? media.contentType : "image/webp",
      stored,
      range,
      secondsLeft: Math.max(0, Math.floor(Number(link.expires) - now.getTime() / 1000)),
    };
  };

/**
 * Parses the header of a single range. Returns null (the whole file) for no, several, or invalid ranges (RFC 9110,
 * 14.1.1 and 14.2), and `outside` for a range that contains no bytes of the file.
 */
function readRange(header: string | undefined, bytes: number): ByteRange | null | "outside" {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null;
  const start = from === "" ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start > end || start >= bytes ? "outside" : { start, end };
}
