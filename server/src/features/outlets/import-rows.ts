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

/** A line of an import that can't be taken; `row` counts the rows handed in from 0. */
export interface ImportProblem {
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

/** What an import did. Where there are problems nothing was written, and the caller rolls back the rest. */
export interface ImportOutcome {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly problems: readonly ImportProblem[];
}

export const refusedImport = (problems: readonly ImportProblem[]): ImportOutcome => ({
  created: 0,
  changed: 0,
  unchanged: 0,
  problems,
});

/** One problem for every row whose key an earlier row of the same import has already used. */
export function repeatedKeys<R>(
  rows: readonly R[],
  column: string,
  /** Undefined: the key could not be read. */
  keyOf: (row: R) => string | undefined,
): readonly ImportProblem[] {
  const firstRow = new Map<string, number>();
  const problems: ImportProblem[] = [];
  rows.forEach((row, index) => {
    const key = keyOf(row);
    if (key === undefined) return;
    if (firstRow.has(key)) problems.push({ row: index, column, message: `"${key}" appears more than once` });
    else firstRow.set(key, index);
  });
  return problems;
}
