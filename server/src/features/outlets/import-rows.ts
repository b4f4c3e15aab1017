/**
 * A row as a file gives it: what is absent was not in the file and stays as it is; what is undefined was there, but
 * could not be read, so neither it nor what rests on it can be judged.
 */
export type Unread<R> = { readonly [K in keyof R]?: R[K] | undefined };

/** Fills what the file does not have: a known row keeps its own, a new one gets the default. */
export const completeRows = <F extends object>(
  given: readonly Unread<F>[],
  knownOf: (row: Unread<F>) => Unread<F> | undefined,
  defaults: Unread<F>,
): Unread<F>[] => given.map((row) => ({ ...defaults, ...knownOf(row), ...row }));

/** False where a cell could not be read: then nothing may be written. */
export const areWhole = <F extends object>(rows: readonly Unread<F>[]): rows is readonly F[] =>
  rows.every((row) => Object.values(row).every((value) => value !== undefined));
