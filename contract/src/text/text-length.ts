interface Segments {
  segment(text: string): Iterable<unknown>;
}
type SegmenterClass = new (language: string | undefined, options: { granularity: "grapheme" }) => Segments;

const { Segmenter } = Intl as unknown as { Segmenter?: SegmenterClass };
const segmenter = Segmenter ? new Segmenter(undefined, { granularity: "grapheme" }) : null;

/** As whoever types counts: a flag, a family or an accented letter is one. Old browsers count a little more. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of segmenter ? segmenter.segment(text) : text) count += 1;
  return count;
}
