import { readFile } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import type { ImportProblem, PartialRow } from "#features/outlets/index.ts";
import { plainText } from "@reposo/contract/text/typed-text.ts";
import { CliFailure } from "#cli/terminal.ts";
import { InvalidCell, type Column } from "./csv-columns.ts";

export type Columns = Readonly<Record<string, Column<unknown>>>;
export type RowOf<C extends Columns> = PartialRow<{
  [K in keyof C]: C[K] extends Column<infer T> ? T : never;
}>;

export interface CsvTable<R> {
  /** One entry per row. Fields of absent optional columns are omitted; fields without a valid cell are undefined. */
  readonly rows: readonly R[];
  /** True if the header, a row, or a cell is invalid. The importer validates the other cells, but imports nothing. */
  readonly hasProblems: boolean;
  /** Creates an error that lists all problems of the file and of the importer, with file, line, and column. */
  failure(problems: readonly ImportProblem[]): CliFailure;
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

interface FileProblem {
  readonly line: number;
  /** Index of the column from 0; the number of columns if the file lacks the column. */
  readonly index: number;
  readonly text: string;
}

const maxShownProblems = 20;

/**
 * Reads a CSV file according to RFC 4180 in UTF-8, header first, columns in any order. The result contains the problems
 * of the header, the rows, and the cells.
 * @throws CliFailure if the file is unreadable, empty, not UTF-8, or not CSV
 */
export async function readCsvFile<const C extends Columns>(
  path: string,
  columns: C,
  /** The path as the user entered it, for messages. */
  file: string,
): Promise<CsvTable<RowOf<C>>> {
  const [header, ...records] = withoutSeparatorLine(parseRecords(file, await readText(path, file)));
  if (header === undefined) throw new CliFailure(2, `${file}: the file is empty, it needs a header line`);
  const names = withoutEmptyEnd(header.cells, 0).map(plainText);
  const fileProblems = headerProblems(file, header.line, names, columns);
  const problemAt = (line: number, name: string, message: string): FileProblem => {
    const index = names.indexOf(name);
    const position = index < 0 ? `"${name}"` : `${index + 1} "${name}"`;
    return {
      line,
      index: index < 0 ? names.length : index,
      text: `${file}, line ${line}, column ${position}: ${message}`,
    };
  };
  const present = Object.entries(columns).filter(
    ([name, column]) => column.mandatory || names.includes(name),
  );
  const rows = records.map(({ line, cells: given }) => {
    const cells = withoutEmptyEnd(given, names.length);
    const isComplete = cells.length === names.length;
    if (!isComplete) {
      const index = Math.min(cells.length, names.length);
      const text = `${cells.length} values where the header has ${names.length}`;
      fileProblems.push({ line, index, text: `${file}, line ${line}, column ${index + 1}: ${text}` });
    }
    const read = ([name, column]: [string, Column<unknown>]) => {
      const cell = isComplete ? cells[names.indexOf(name)] : undefined;
      if (cell === undefined) return [name, undefined];
      try {
        return [name, column.read(cell)];
      } catch (error) {
        if (!(error instanceof InvalidCell)) throw error;
        fileProblems.push(problemAt(line, name, error.message));
        return [name, undefined];
      }
    };
    return Object.fromEntries(present.map(read)) as RowOf<C>;
  });
  return {
    rows,
    hasProblems: fileProblems.length > 0,
    failure: (problems) =>
      failureOf([
        ...fileProblems,
        ...problems.map((p) => problemAt(records[p.row]?.line ?? header.line, p.column, p.message)),
      ]),
  };
}

function failureOf(problems: readonly FileProblem[]): CliFailure {
  const inOrder = problems.toSorted((a, b) => a.line - b.line || a.index - b.index).map(({ text }) => text);
  const more = inOrder.length - maxShownProblems;
  const lines = [...inOrder.slice(0, maxShownProblems), ...(more > 0 ? [`… and ${more} more`] : [])];
  return new CliFailure(2, [...lines, "Nothing was imported."].join("\n"));
}

async function readText(path: string, file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : `the file can't be read (${code})`;
    throw new CliFailure(2, `${file}: ${reason}`, { cause: error });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new CliFailure(
      2,
      `${file}, line ${invalidUtf8Line(bytes)}: not UTF-8; save the file as "CSV UTF-8"`,
      {
        cause: error,
      },
    );
  }
}

/** Returns the line of the first replacement character, which the decoder inserts for an invalid byte. */
function invalidUtf8Line(bytes: Buffer): number {
  const lenient = new TextDecoder("utf-8").decode(bytes);
  return lenient.slice(0, lenient.indexOf("\uFFFD")).split("\n").length;
}

function parseRecords(file: string, content: string): CsvRecord[] {
  try {
    const parsed = parse(content, { bom: true, info: true, relax_column_count: true }) as unknown as {
      info: { lines: number };
      record: string[];
    }[];
    // The parser reports the last line of a record. A record's first line follows the last line of the previous record.
    const located = parsed.map(({ record }, index) => ({
      line: (parsed[index - 1]?.info.lines ?? 0) + 1,
      cells: record,
    }));
    return located.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines, column } = error as CsvError & { lines?: number; column?: number };
    const at = typeof column === "number" ? `, column ${column + 1}` : "";
    throw new CliFailure(2, `${file}, line ${lines ?? 1}${at}: ${error.message}\nNothing was imported.`, {
      cause: error,
    });
  }
}

/** Removes the line `sep=,`, in which Excel expects the separator, also with the empty cells that a spreadsheet adds. */
const withoutSeparatorLine = (records: CsvRecord[]): CsvRecord[] =>
  /^sep=,+$/i.test(records[0]?.cells.join(",").trim() ?? "") ? records.slice(1) : records;

/** Removes empty cells at the end beyond `count`, which spreadsheets add for columns that were once filled. */
function withoutEmptyEnd(cells: readonly string[], count: number): readonly string[] {
  const filled = cells.findLastIndex((cell) => cell.trim() !== "") + 1;
  return cells.slice(0, Math.max(filled, count));
}

function headerProblems(
  file: string,
  line: number,
  names: readonly string[],
  columns: Columns,
): FileProblem[] {
  const known = Object.keys(columns).join(", ");
  const problems = names.flatMap((name, index) => {
    const problem = (text: string) => [
      { line, index, text: `${file}, line ${line}, column ${index + 1}: ${text}` },
    ];
    if (name.includes(";")) return problem("columns are separated by commas, not semicolons");
    if (!Object.hasOwn(columns, name)) return problem(`unknown column "${name}"; the columns are ${known}`);
    return names.indexOf(name) < index ? problem(`column "${name}" appears twice`) : [];
  });
  const missing = Object.entries(columns).filter(
    ([name, { mandatory }]) => mandatory && !names.includes(name),
  );
  return [
    ...problems,
    ...missing.map(([name]) => ({
      line,
      index: names.length,
      text: `${file}, line ${line}: column "${name}" is missing`,
    })),
  ];
}
