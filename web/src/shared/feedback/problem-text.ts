import type { FeedbackTexts } from "#locales/texts.ts";
import type { FileProblem } from "./file-rules.ts";

/** Why a file is refused, by the app or by the store. */
export function problemText(
  text: FeedbackTexts,
  { problem, message }: { problem: FileProblem | null; message: string | null },
): string {
  const texts: Record<FileProblem, string> = {
    type: text.fileType,
    empty: text.fileEmpty,
    pictureTooLarge: text.pictureTooLarge,
    videoTooLarge: text.videoTooLarge,
    videoTooLong: text.videoTooLong,
    broken: text.fileBroken,
  };
  return problem === null ? (message ?? text.fileFailed) : texts[problem];
}
