/**
 * Returns a generator that gives the same numbers for the same seed on every machine (mulberry32 over an FNV-1a hash of
 * the seed).
 */
export function seededRandom(seed: string) {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** Returns a number in [0, 1). */
    next,
    /** Returns an integer; both bounds are included. */
    between: (min: number, max: number) => min + Math.floor(next() * (max - min + 1)),
    /** Returns an item with a probability in proportion to its weight. */
    pick: <T>(items: readonly T[], weightOf: (item: T) => number) => {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0);
      for (const item of items) {
        left -= weightOf(item);
        if (left < 0) return item;
      }
      return items[items.length - 1] as (typeof items)[number];
    },
  };
}

export type SeededRandom = ReturnType<typeof seededRandom>;
