import type { ImportOutcome } from "#features/outlets/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Columns, type CsvTable, readCsvFile, type RowOf } from "./csv-files.ts";
import type { ImportResult } from "./import-managers.ts";

export interface PreparedImport {
  readonly table: Pick<CsvTable<unknown>, "failure" | "hasProblems">;
  readonly apply: (uow: UnitOfWork, clock: Clock) => Promise<ImportResult>;
}

export interface ImportKind {
  readonly name: string;
  readonly description: string;
  readonly columnHelp: Readonly<Record<string, string>>;
  readonly isMandatory: (column: string) => boolean;
  readonly adviceIfUnknown?: string;
  /** Reads and parses the file, before the database is opened. */
  readonly prepare: (path: string, shownAs: string) => Promise<PreparedImport>;
}

/** Declares a kind of import file: its columns with their help, and what imports its rows. */
export function importKind<const C extends Columns>(kind: {
  name: string;
  description: string;
  columns: C;
  help: Readonly<Record<keyof C & string, string>>;
  /** As in the options of `withDatabase`; for imports whose results cannot be seen by importing the file again. */
  adviceIfUnknown?: string;
  apply: (uow: UnitOfWork, rows: readonly RowOf<C>[], clock: Clock) => Promise<ImportOutcome | ImportResult>;
}): ImportKind {
  return {
    name: kind.name,
    description: kind.description,
    columnHelp: kind.help,
    ...(kind.adviceIfUnknown !== undefined && { adviceIfUnknown: kind.adviceIfUnknown }),
    isMandatory: (column) => kind.columns[column]?.mandatory ?? false,
    prepare: async (path, shownAs) => {
      const table = await readCsvFile(path, kind.columns, shownAs);
      return {
        table,
        apply: async (uow, clock) => {
          const result = await kind.apply(uow, table.rows, clock);
          return "outcome" in result ? result : { outcome: result };
        },
      };
    },
  };
}
