import type { Transaction } from "#platform/database.ts";
import { type ImportOutcome, type ImportProblem, refusedImport, repeatedKeys } from "./import-outcome.ts";
import { currenciesInUse, type OutletFacts, upsertOutlets } from "./outlets-store.ts";

/** One line of the outlets' file. */
export type OutletRow = OutletFacts;

/** Creates and updates outlets; running it twice with the same rows changes nothing. */
export async function importOutlets(
  tx: Transaction,
  rows: readonly OutletRow[],
  now: Date,
): Promise<ImportOutcome> {
  // Money of an outlet is never added across currencies, so a currency can't change under orders and prices.
  const fixed = await currenciesInUse(
    tx,
    rows.map((row) => row.outletId),
  );
  const problems: ImportProblem[] = [
    ...repeatedKeys(rows, "outletId", (row) => row.outletId),
    ...rows.flatMap((row, index) => rowProblems(row, index, fixed.get(row.outletId))),
  ];
  if (problems.length > 0) return refusedImport(problems);
  const { created, changed } = await upsertOutlets(tx, rows, now);
  return { created, changed, unchanged: rows.length - created - changed, problems: [] };
}

function rowProblems(row: OutletRow, index: number, fixedCurrency: string | undefined): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const refuse = (column: string, message: string) => problems.push({ row: index, column, message });
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(row.outletId))
    refuse("outletId", "an outlet's id is 1 to 32 letters, digits, _ or -");
  if (row.name.trim() === "") refuse("name", "an outlet needs a name");
  if (!isTimeZone(row.timeZone)) refuse("timeZone", `"${row.timeZone}" is no IANA time zone`);
  if (fixedCurrency !== undefined && fixedCurrency !== row.currency)
    refuse("currency", `the outlet already works in ${fixedCurrency}`);
  if (row.latitude !== null && Math.abs(row.latitude) > 90) refuse("latitude", "must lie within -90 and 90");
  if (row.longitude !== null && Math.abs(row.longitude) > 180)
    refuse("longitude", "must lie within -180 and 180");
  return problems;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return !/^[+-]/.test(name);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
