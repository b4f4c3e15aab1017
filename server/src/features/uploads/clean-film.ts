import { cleanIsoFilm } from "./clean-iso-film.ts";
import { cleanWebmFilm } from "./clean-webm-film.ts";
import { OddFilm } from "./iso-boxes.ts";
import { UploadRefused } from "./upload-refused.ts";

/**
 * Takes the place where a film was taken, and all else that is told beside its pictures and its sound, out of the
 * file where it lies; nothing is coded anew. No library does it: those that were found know some homes of a position
 * and pass over the others. A film that can't be followed is refused, not passed unseen.
 */
export async function cleanFilm(path: string, sniffedType: string): Promise<void> {
  try {
    await (sniffedType === "video/webm" ? cleanWebmFilm(path) : cleanIsoFilm(path));
  } catch (error) {
    if (error instanceof OddFilm) throw new UploadRefused("broken", error);
    throw error;
  }
}
