import {
  areComplete,
  completeRows,
  type ImportOutcome,
  type ImportProblem,
  refusedImport,
  repeatedKeys,
  type PartialRow,
} from "./import-rows.ts";
import { currenciesInUse, lockOutlets, type OutletFacts, upsertOutlets } from "./outlets-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Defaults of a new outlet. */
export const newOutlet = {
  address: "",
  latitude: null,
  longitude: null,
  paymentProviders: null,
  refundPolicy: "proportional",
  openingHours: null,
} as const;

/** A row of the outlets file; absent fields stay unchanged. */
export type OutletRow = Omit<OutletFacts, keyof typeof newOutlet> & Partial<OutletFacts>;

/** Creates and updates outlets; idempotent. */
export async function importOutlets(
  uow: UnitOfWork,
  given: readonly PartialRow<OutletRow>[],
  now: Date,
): Promise<ImportOutcome> {
  const outletIds = given.flatMap((row) => row.outletId ?? []);
  const known = await lockOutlets(uow, outletIds);
  const rows = completeRows<OutletFacts>(given, (row) => known.get(row.outletId ?? ""), newOutlet);
  // Amounts of several currencies are never added, so the currency cannot change once there are orders or chairs.
  const fixedCurrencies = await currenciesInUse(uow, outletIds);
  const problems: ImportProblem[] = [
    ...repeatedKeys(rows, "outletId", (row) => row.outletId),
    ...rows.flatMap((row, index) => rowProblems(row, index, fixedCurrencies.get(row.outletId ?? ""))),
  ];
  if (problems.length > 0 || !areComplete<OutletFacts>(rows)) return refusedImport(problems);
  const { created, changed } = await upsertOutlets(uow, rows, now);
  return { created, changed, unchanged: rows.length - created - changed, problems: [] };
}

function rowProblems(
  { outletId, name, timeZone, currency, latitude, longitude }: PartialRow<OutletFacts>,
  index: number,
  fixedCurrency: string | undefined,
): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const refuse = (column: string, message: string) => problems.push({ row: index, column, message });
  if (outletId !== undefined && !/^[A-Za-z0-9_-]{1,32}$/.test(outletId))
    refuse("outletId", "an outlet's id is 1 to 32 letters, digits, _ or -");
  if (name?.trim() === "") refuse("name", "an outlet needs a name");
  if (timeZone !== undefined && !isTimeZone(timeZone))
    refuse("timeZone", `"${timeZone}" is no IANA time zone`);
  if (currency !== undefined && fixedCurrency !== undefined && fixedCurrency !== currency)
    refuse("currency", `the outlet already works in ${fixedCurrency}`);
  if (Math.abs(latitude ?? 0) > 90) refuse("latitude", "must lie within -90 and 90");
  if (Math.abs(longitude ?? 0) > 180) refuse("longitude", "must lie within -180 and 180");
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
