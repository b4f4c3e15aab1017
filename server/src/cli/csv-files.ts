import { readFile } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import type { ImportProblem } from "#features/outlets/index.ts";
import { CliFailure } from "./cli-failure.ts";
import { BadCell, type Column } from "./csv-columns.ts";

type Columns = Readonly<Record<string, Column<unknown>>>;
export type RowOf<C extends Columns> = { readonly [K in keyof C]: C[K] extends Column<infer T> ? T : never };

export interface CsvTable<R> {
  readonly rows: readonly R[];
  /** The failure that names file, line and column of each of the importer's problems. */
  refuse(problems: readonly ImportProblem[]): CliFailure;
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

const shownProblems = 20;

/**
 * Reads a CSV file (RFC 4180, UTF-8, header first, columns in any order) into rows of `columns`.
 * @throws CliFailure that lists every bad cell, or the first place where the file is no CSV.
 */
export async function readCsvFile<const C extends Columns>(
  path: string,
  columns: C,
  /** How the person named it. */
  file: string,
): Promise<CsvTable<RowOf<C>>> {
  const [header, ...records] = parseRecords(file, await readText(path, file));
  if (header === undefined) throw new CliFailure(2, `${file}: the file is empty, it needs a header line`);
  const names = header.cells.map((name) => name.trim());
  checkHeader(file, header.line, names, columns);

  const complaints: string[] = [];
  const place = (line: number, name: string) => {
    const index = names.indexOf(name);
    return index < 0
      ? `${file}, line ${line}, column "${name}"`
      : `${file}, line ${line}, column ${index + 1} "${name}"`;
  };
  const rows: RowOf<C>[] = [];
  for (const { line, cells } of records) {
    if (cells.length !== names.length) {
      complaints.push(
        `${file}, line ${line}, column ${Math.min(cells.length, names.length) + 1}: ` +
          `${cells.length} values where the header has ${names.length}`,
      );
      continue;
    }
    const row: Record<string, unknown> = {};
    for (const [name, column] of Object.entries(columns)) {
      const index = names.indexOf(name);
      try {
        row[name] = column.read(index < 0 ? "" : (cells[index] as string).trim());
      } catch (error) {
        if (!(error instanceof BadCell)) throw error;
        complaints.push(`${place(line, name)}: ${error.message}`);
      }
    }
    rows.push(row as RowOf<C>);
  }
  if (complaints.length > 0) throw failureOf(complaints);
  return {
    rows,
    refuse: (problems) =>
      failureOf(problems.map((p) => `${place(records[p.row]?.line ?? header.line, p.column)}: ${p.message}`)),
  };
}

function failureOf(complaints: readonly string[]): CliFailure {
  const more = complaints.length - shownProblems;
  const lines = [...complaints.slice(0, shownProblems), ...(more > 0 ? [`… and ${more} more`] : [])];
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
    throw new CliFailure(2, `${file}, line ${badUtf8Line(bytes)}: not UTF-8; save the file as "CSV UTF-8"`, {
      cause: error,
    });
  }
}

/** A replacement character stands where the first bad byte was. */
function badUtf8Line(bytes: Buffer): number {
  const lenient = new TextDecoder("utf-8").decode(bytes);
  return lenient.slice(0, lenient.indexOf("\uFFFD")).split("\n").length;
}

function parseRecords(file: string, content: string): CsvRecord[] {
  try {
    const parsed = parse(content, { bom: true, info: true, relax_column_count: true }) as unknown as {
      info: { lines: number };
      record: string[];
    }[];
    // The parser tells the line a record ends in; a quoted cell may hold line breaks, so it begins after the last one.
    const begun = parsed.map(({ record }, index) => ({
      line: (parsed[index - 1]?.info.lines ?? 0) + 1,
      cells: record,
    }));
    return begun.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines, column } = error as CsvError & { lines?: number; column?: number };
    const at = typeof column === "number" ? `, column ${column + 1}` : "";
    throw new CliFailure(2, `${file}, line ${lines ?? 1}${at}: ${error.message}\nNothing was imported.`, {
      cause: error,
    });
  }
}

function checkHeader(file: string, line: number, names: readonly string[], columns: Columns): void {
  const known = Object.keys(columns).join(", ");
  const complaints = names.flatMap((name, index) => {
    const at = `${file}, line ${line}, column ${index + 1}`;
    if (name.includes(";")) return [`${at}: columns are parted by commas, not semicolons`];
    if (!Object.hasOwn(columns, name)) return [`${at}: unknown column "${name}"; the columns are ${known}`];
    return names.indexOf(name) < index ? [`${at}: column "${name}" appears twice`] : [];
  });
  for (const [name, column] of Object.entries(columns))
    if (column.mandatory && !names.includes(name))
      complaints.push(`${file}, line ${line}: column "${name}" is missing`);
  if (complaints.length > 0) throw failureOf(complaints);
}
