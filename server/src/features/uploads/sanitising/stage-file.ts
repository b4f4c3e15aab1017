import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { fileTypeFromBuffer } from "file-type";
import {
  conflictsWith,
  kindOf,
  createMarkupDetector,
  type MediaKind,
  isPdf,
  isZip,
  sizeRefusal,
  zipTailBytes,
} from "#features/uploads/media-rules.ts";
import { UploadRefused } from "#features/uploads/upload-refused.ts";

export interface StagedFile {
  readonly path: string;
  readonly kind: MediaKind;
  /** MIME type that was detected in the content. */
  readonly sniffedType: string;
  readonly bytes: number;
}

/** Number of bytes that suffices to detect every accepted type. */
const headBytes = 4_100;

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that processes no other piece of a file. Without this, ten files that arrive at
 * the speed of the network would delay other calls by ten pieces per turn.
 */
const ownTurn = (): Promise<void> =>
  (lastTurn = lastTurn.then(() => new Promise((resolve) => setImmediate(resolve))));

/**
 * Writes a file to `path` and validates its size and type. Rejects files that contain HTML or similar markup, or that
 * can also be read as a PDF or ZIP. Keeps only a part of the file in memory. The caller removes the file, also after an
 * error.
 * @throws UploadRefused
 */
export async function stageFile(
  content: AsyncIterable<Buffer>,
  path: string,
  { declaredType, acceptsVideos }: { declaredType: string; acceptsVideos: boolean },
): Promise<StagedFile> {
  const seen: { bytes: number; type: { kind: MediaKind; sniffedType: string } | null } = {
    bytes: 0,
    type: null,
  };
  const containsMarkup = createMarkupDetector();
  let head = Buffer.alloc(0);
  const tail = createTail(zipTailBytes);

  const validateHead = async () => {
    const sniffedType = (await fileTypeFromBuffer(head))?.mime;
    const kind = kindOf(sniffedType);
    if (kind === null || sniffedType === undefined || conflictsWith(declaredType, kind))
      throw new UploadRefused("type");
    // A video is refused before the server receives the rest of it.
    if (kind === "video" && !acceptsVideos) throw new UploadRefused("videoUnavailable");
    if (isPdf(head.toString("latin1"))) throw new UploadRefused("type");
    seen.type = { kind, sniffedType };
  };

  async function* validated(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      seen.bytes += piece.length;
      if (seen.type === null) {
        head = Buffer.concat([head, piece]);
        if (head.length >= headBytes) await validateHead();
      }
      if (seen.type !== null) {
        const refusal = sizeRefusal(seen.type.kind, seen.bytes);
        if (refusal !== null) throw new UploadRefused(refusal);
      }
      await ownTurn();
      if (containsMarkup(piece)) throw new UploadRefused("type");
      tail.append(piece);
      yield piece;
    }
  }

  // The file is opened before the stream is created: a stream that is destroyed while it opens its file would create
  // the file after the caller has removed it.
  const file = await open(path, "wx", 0o600);
  const target = file.createWriteStream();
  // After an error, the caller uses what was written, so the file must not be written or open any more.
  const closed = new Promise((resolve) => target.once("close", resolve));
  try {
    await pipeline(content, validated, target);
  } finally {
    await closed;
  }
  if (seen.type === null) await validateHead();
  if (seen.type === null || seen.bytes === 0) throw new UploadRefused("type");
  if (isZip(tail.bytes().toString("latin1"))) throw new UploadRefused("type");
  return { path, ...seen.type, bytes: seen.bytes };
}

/** Keeps the last `maxBytes` bytes of a file. Moves them only when its buffer is full, not for every piece. */
function createTail(maxBytes: number): { append(piece: Buffer): void; bytes(): Buffer } {
  const buffer = Buffer.allocUnsafe(2 * maxBytes);
  let length = 0;
  return {
    append(piece) {
      const added = piece.subarray(-maxBytes);
      if (length + added.length > buffer.length) {
        const kept = maxBytes - added.length;
        buffer.copyWithin(0, length - kept, length);
        length = kept;
      }
      added.copy(buffer, length);
      length += added.length;
    },
    bytes: () => buffer.subarray(Math.max(0, length - maxBytes), length),
  };
}
