/**
 * A row of an import file. A field that is absent has no column in the file and stays unchanged. A field that is
 * undefined could not be parsed and is not validated.
 */
export type PartialRow<R> = { readonly [K in keyof R]?: R[K] | undefined };

/** Fills the fields that are not in the file with the stored value, or for a new row with the default. */
export const completeRows = <F extends object>(
  given: readonly PartialRow<F>[],
  knownOf: (row: PartialRow<F>) => PartialRow<F> | undefined,
  defaults: PartialRow<F>,
): PartialRow<F>[] => given.map((row) => ({ ...defaults, ...knownOf(row), ...row }));

/** Returns whether all cells could be parsed. */
export const areComplete = <F extends object>(rows: readonly PartialRow<F>[]): rows is readonly F[] =>
  rows.every((row) => Object.values(row).every((value) => value !== undefined));

/** A refused cell. `row` is the index of the row, from 0. */
export interface ImportProblem {
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

/**
 * The result of an import. If there are problems or a cell could not be parsed, nothing was imported, and the caller
 * must roll back its transaction. Cells that could not be parsed are not among `problems`.
 */
export interface ImportOutcome {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Number of stored entries that the import ended, because the file contains a complete list without them. */
  readonly retired?: number;
  readonly problems: readonly ImportProblem[];
}

export const refusedImport = (problems: readonly ImportProblem[]): ImportOutcome => ({
  created: 0,
  changed: 0,
  unchanged: 0,
  problems,
});

/** Adds a problem for a cell of the row that is being validated. */
export type Refuse = (column: string, message: string) => void;

/**
 * Returns the problems of all rows: first the rows that repeat the key of an earlier row, reported in `column`, then
 * the cells that `validate` refuses. `keyOf` returns undefined if the key could not be parsed.
 */
export function findProblems<R>(
  rows: readonly R[],
  [column, keyOf]: readonly [column: string, keyOf: (row: R) => string | undefined],
  validate: (row: R, refuse: Refuse) => void,
): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const keys = new Set<string>();
  rows.forEach((row, index) => {
    const key = keyOf(row);
    if (key === undefined) return;
    if (keys.has(key)) problems.push({ row: index, column, message: `"${key}" appears more than once` });
    keys.add(key);
  });
  rows.forEach((row, index) =>
    validate(row, (refused, message) => problems.push({ row: index, column: refused, message })),
  );
  return problems;
}

/** Writes the rows if none of them has a problem and all cells could be parsed. */
export async function writeRows<F extends object>(
  rows: readonly PartialRow<F>[],
  problems: readonly ImportProblem[],
  write: (rows: readonly F[]) => Promise<{ readonly created: number; readonly changed: number }>,
): Promise<ImportOutcome> {
  if (problems.length > 0 || !areComplete<F>(rows)) return refusedImport(problems);
  const { created, changed } = await write(rows);
  return { created, changed, unchanged: rows.length - created - changed, problems: [] };
}
