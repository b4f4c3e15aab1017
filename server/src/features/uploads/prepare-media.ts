import { cleanFilm } from "./clean-film.ts";
import { cleanPicture } from "./clean-picture.ts";
import { type FilmReading, readIsoFilm, readWebmFilm } from "./film-length.ts";
import { mostVideoSeconds } from "./media-rules.ts";
import { drawPosterFrame } from "./poster-frame.ts";
import type { StagedFile } from "./stage-file.ts";
import { UploadRefused } from "./upload-refused.ts";
import type { StoredMedia } from "./uploads-store.ts";

export interface PreparedMedia {
  readonly facts: Omit<StoredMedia, "key">;
  /** What is kept: never a picture as it was sent, and of a film no more than a player needs. */
  readonly path: string;
  readonly posterPath: string | null;
}

/** What will be kept of a staged file; its other files stand beside it and go with it. */
export async function prepareMedia(
  staged: StagedFile,
  { ffmpeg, atOnce }: { ffmpeg: string; atOnce: <R>(work: () => Promise<R>) => Promise<R> },
): Promise<PreparedMedia> {
  if (staged.kind === "picture") {
    const path = `${staged.path}.clean`;
    const picture = await atOnce(() =>
      cleanPicture(staged.path, path, staged.sniffedType).catch((error: unknown) => {
        if (isDiskFull(error)) throw error;
        throw new UploadRefused("broken", error);
      }),
    );
    const { width, height, bytes, contentType } = picture;
    const facts = { kind: "picture", contentType, bytes, width, height } as const;
    return { facts: { ...facts, durationSeconds: null, hasPoster: false }, path, posterPath: null };
  }

  const film = await readFilm(staged);
  if (film.kind === "broken") throw new UploadRefused("broken");
  if (film.seconds !== null && film.seconds > mostVideoSeconds) throw new UploadRefused("videoTooLong");
  await atOnce(() => cleanFilm(staged.path, staged.sniffedType));
  const posterPath = `${staged.path}.poster`;
  const poster = await atOnce(() => drawPosterFrame(staged.path, posterPath, ffmpeg));
  const hasPoster = poster.kind === "drawn";
  return {
    facts: {
      kind: "video",
      contentType: staged.sniffedType === "video/x-m4v" ? "video/mp4" : staged.sniffedType,
      bytes: staged.bytes,
      width: null,
      height: null,
      durationSeconds: film.seconds,
      hasPoster,
    },
    path: staged.path,
    posterPath: hasPoster ? posterPath : null,
  };
}

const readFilm = (staged: StagedFile): Promise<FilmReading> =>
  staged.sniffedType === "video/webm" ? readWebmFilm(staged.path) : readIsoFilm(staged.path);

export const isDiskFull = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT"].includes((error as { code?: string } | null)?.code ?? "") ||
  /no space left/i.test(error instanceof Error ? error.message : "");
