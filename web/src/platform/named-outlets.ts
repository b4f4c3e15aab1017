/** The contract takes so many names in one call. */
export const mostNamed = 100;

/**
 * What a call names for a choice of outlets: none for all of them, and null where the choice can't be named, which has
 * to be said: a call that names some of them would answer another total than the screen says.
 */
export function namedOutlets(chosen: readonly string[], all: readonly string[]): readonly string[] | null {
  if (all.length > 0 && all.every((areaId) => chosen.includes(areaId))) return [];
  return chosen.length > mostNamed ? null : chosen;
}
