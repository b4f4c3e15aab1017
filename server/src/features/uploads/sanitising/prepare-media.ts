import type { JobSource, MediaQueue } from "./media-queue.ts";
import { maxVideoSeconds } from "#features/uploads/media-rules.ts";
import type { PictureProcess } from "./picture-process.ts";
import { readRemuxed, remuxVideo } from "./remux-video.ts";
import type { StagedFile } from "./stage-file.ts";
import { UploadRefused } from "#features/uploads/upload-refused.ts";
import type { StoredMedia } from "#features/uploads/uploads-store.ts";
import { stat } from "node:fs/promises";

export interface PreparedMedia {
  readonly facts: Omit<StoredMedia, "key">;
  /** The processed file. The receiver of the upload deletes the original, which is never stored. */
  readonly path: string;
  /** The first frame of a video as a picture; null if `facts.hasPoster` is false. */
  readonly posterPath: string | null;
}

/** Suffixes of files that `prepareMedia` writes next to a staged file; the receiver of the upload removes them. */
export const preparedEndings = [".clean", ".frame.png", ".poster"] as const;

export interface MediaTools {
  readonly ffmpeg: string;
  readonly pictures: PictureProcess;
  readonly pictureQueue: MediaQueue;
  readonly videoQueue: MediaQueue;
}

export interface PrepareOptions extends JobSource {
  /** Aborted when the client disconnects, the server stops, or the file's processing time ends. */
  readonly signal: AbortSignal;
}

/**
 * Removes the metadata of a staged file: encodes a picture again, or remuxes a video and creates its poster.
 * @throws UploadRefused, ProductError notReady, and, after an abort, the signal's reason
 */
export async function prepareMedia(
  staged: StagedFile,
  tools: MediaTools,
  options: PrepareOptions,
): Promise<PreparedMedia> {
  const path = `${staged.path}.clean`;
  if (staged.kind === "video") return prepareVideo(staged, path, tools, options);
  const task = { path: staged.path, target: path, sniffedType: staged.sniffedType };
  const picture = await tools.pictureQueue(options, () => tools.pictures.clean(task, options.signal));
  const facts = { contentType: "image/webp", durationSeconds: null, hasPoster: false, ...picture };
  return { facts: { kind: "picture", ...facts }, path, posterPath: null };
}

async function prepareVideo(
  staged: StagedFile,
  path: string,
  { ffmpeg, pictures, pictureQueue, videoQueue }: MediaTools,
  options: PrepareOptions,
): Promise<PreparedMedia> {
  const [framePath, target] = [`${staged.path}.frame.png`, `${staged.path}.poster`];
  const { signal } = options;
  const { seconds, hasFrame } = await videoQueue(options, async () => {
    await remuxVideo(staged, path, { ffmpeg, signal });
    return readRemuxed({ ...staged, path }, framePath, { ffmpeg, signal });
  });
  if (seconds === null) throw new UploadRefused("broken");
  if (seconds > maxVideoSeconds) throw new UploadRefused("videoTooLong");
  const frame = { path: framePath, target, sniffedType: "image/png" };
  const hasPoster =
    hasFrame &&
    (await pictureQueue(options, () => pictures.clean(frame, signal)).then(
      () => true,
      (error: unknown) => {
        // A video is stored even if no poster can be made from it.
        if (error instanceof UploadRefused) return false;
        throw error;
      },
    ));
  return {
    facts: {
      kind: "video",
      contentType: staged.sniffedType === "video/x-m4v" ? "video/mp4" : staged.sniffedType,
      bytes: (await stat(path)).size,
      width: null,
      height: null,
      durationSeconds: seconds,
      hasPoster,
    },
    path,
    posterPath: hasPoster ? target : null,
  };
}
