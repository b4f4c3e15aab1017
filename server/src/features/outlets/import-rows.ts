/**
 * A row of an import file: an absent field is not in the file and stays unchanged; an undefined one could not be parsed
 * and is not validated.
 */
export type PartialRow<R> = { readonly [K in keyof R]?: R[K] | undefined };

/** Fills the fields that are not in the file: with the stored value, or with the default of a new row. */
export const completeRows = <F extends object>(
  given: readonly PartialRow<F>[],
  knownOf: (row: PartialRow<F>) => PartialRow<F> | undefined,
  defaults: PartialRow<F>,
): PartialRow<F>[] => given.map((row) => ({ ...defaults, ...knownOf(row), ...row }));

/** False where a cell could not be parsed. */
export const areComplete = <F extends object>(rows: readonly PartialRow<F>[]): rows is readonly F[] =>
  rows.every((row) => Object.values(row).every((value) => value !== undefined));

/** A refused cell; `row` counts from 0. */
export interface ImportProblem {
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

/** The result of an import. With problems nothing was written, and the caller rolls back its transaction. */
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

/** A problem for every row that repeats the key of an earlier one. */
function repeatedKeys<R>(
  rows: readonly R[],
  column: string,
  /** Undefined where the key could not be parsed. */
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

/** Refuses a cell of the row that is validated. */
export type Refuse = (column: string, message: string) => void;

/** The problems of all rows: keys that repeat an earlier one, then what `validate` refuses. */
export function findProblems<R>(
  rows: readonly R[],
  [column, keyOf]: readonly [column: string, keyOf: (row: R) => string | undefined],
  validate: (row: R, refuse: Refuse) => void,
): ImportProblem[] {
  const problems = [...repeatedKeys(rows, column, keyOf)];
  rows.forEach((row, index) =>
    validate(row, (refused, message) => problems.push({ row: index, column: refused, message })),
  );
  return problems;
}

/** Writes the rows where none has a problem. */
export async function writeRows<F extends object>(
  rows: readonly PartialRow<F>[],
  problems: readonly ImportProblem[],
  write: (rows: readonly F[]) => Promise<{ readonly created: number; readonly changed: number }>,
): Promise<ImportOutcome> {
  if (problems.length > 0 || !areComplete<F>(rows)) return refusedImport(problems);
  const { created, changed } = await write(rows);
  return { created, changed, unchanged: rows.length - created - changed, problems: [] };
}
