const { Segmenter } = Intl as Partial<typeof Intl>;
const segmenter = Segmenter && new Segmenter(undefined, { granularity: "grapheme" });

/**
 * Counts grapheme clusters: a flag, an emoji sequence, or an accented letter is one. Browsers without Intl.Segmenter
 * count code points.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of segmenter ? segmenter.segment(text) : text) count += 1;
  return count;
}

/** Replaces CRLF by LF. Browsers submit line breaks of a form field as CRLF but count them as one character. */
export const normaliseLineEnds = (text: string): string => text.replaceAll("\r\n", "\n");

/** Returns a note or reason in the form whose characters are counted and that is stored. */
export const normaliseNote = (text: string): string => normaliseLineEnds(text).trim();
