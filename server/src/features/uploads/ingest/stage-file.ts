import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import {
  contradicts,
  kindOf,
  markupWatch,
  type MediaKind,
  opensAsPdf,
  opensAsZip,
  tooLarge,
  zipTailBytes,
} from "#features/uploads/sanitising/media-rules.ts";
import { UploadRefused } from "./upload-refused.ts";

export interface StagedFile {
  readonly path: string;
  readonly kind: MediaKind;
  readonly sniffedType: string;
  readonly bytes: number;
}

/** A sniffer that has seen this much knows every type that is taken. */
const headBytes = 4_100;

/**
 * Writes what comes in to `path`, and looks at it on the way: what it is, whether it is still within its limit,
 * whether it is something else as well. Holds no more in memory than a piece of it.
 */
export async function stageFile(
  content: AsyncIterable<Buffer>,
  path: string,
  { declaredType, takesVideos }: { declaredType: string; takesVideos: boolean },
): Promise<StagedFile> {
  const seen: { bytes: number; type: { kind: MediaKind; sniffedType: string } | null } = {
    bytes: 0,
    type: null,
  };
  const holdsMarkup = markupWatch();
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);

  const judgeHead = async () => {
    // Loaded with the first file: no start has to wait for it.
    const { fileTypeFromBuffer } = await import("file-type");
    const sniffedType = (await fileTypeFromBuffer(head))?.mime;
    const kind = kindOf(sniffedType);
    if (kind === null || sniffedType === undefined || contradicts(declaredType, kind))
      throw new UploadRefused("type");
    // Before the rest of it is sent.
    if (kind === "video" && !takesVideos) throw new UploadRefused("videoUnavailable");
    if (opensAsPdf(head.toString("latin1"))) throw new UploadRefused("type");
    seen.type = { kind, sniffedType };
  };

  async function* watched(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      seen.bytes += piece.length;
      if (seen.type === null) {
        head = Buffer.concat([head, piece]);
        if (head.length >= headBytes) await judgeHead();
      }
      if (seen.type !== null) {
        const refusal = tooLarge(seen.type.kind, seen.bytes);
        if (refusal !== null) throw new UploadRefused(refusal);
      }
      if (holdsMarkup(piece.toString("latin1"))) throw new UploadRefused("type");
      tail = Buffer.concat([tail, piece]).subarray(-zipTailBytes);
      yield piece;
    }
  }

  // Opened first: a stream that is destroyed while it opens its file creates it after the caller has removed it.
  const file = await open(path, "wx", 0o600);
  await pipeline(content, watched, file.createWriteStream());
  if (seen.type === null) await judgeHead();
  if (seen.type === null || seen.bytes === 0) throw new UploadRefused("type");
  if (opensAsZip(tail.toString("latin1"))) throw new UploadRefused("type");
  return { path, ...seen.type, bytes: seen.bytes };
}
