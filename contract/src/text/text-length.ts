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
