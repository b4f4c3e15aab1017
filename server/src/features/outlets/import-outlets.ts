import {
  completeRows,
  findProblems,
  type ImportOutcome,
  type PartialRow,
  type Refuse,
  writeRows,
} from "./import-rows.ts";
import { currenciesInUse, lockOutlets, type OutletFacts, upsertOutlets } from "./outlets-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { timeZoneProblem } from "#platform/time/time-zone-names.ts";
import { unusableTimeZones } from "#platform/postgres/unusable-time-zones.ts";

/** Defaults of a new outlet. */
export const newOutlet = {
  address: "",
  latitude: null,
  longitude: null,
  paymentProviders: null,
  refundPolicy: "proportional",
  openingHours: null,
  contactName: null,
  contactPhone: null,
  contactMessenger: null,
  contactHours: null,
} as const;

/** A row of the outlets file; the import leaves absent fields of an existing outlet unchanged. */
export type OutletRow = Omit<OutletFacts, keyof typeof newOutlet> & Partial<OutletFacts>;

/** Creates and updates outlets. Importing the same file again changes nothing. */
export async function importOutlets(
  uow: UnitOfWork,
  given: readonly PartialRow<OutletRow>[],
  now: Date,
): Promise<ImportOutcome> {
  const outletIds = given.flatMap((row) => row.outletId ?? []);
  const known = await lockOutlets(uow, outletIds);
  const rows = completeRows<OutletFacts>(given, (row) => known.get(row.outletId ?? ""), newOutlet);
  // The currency of an outlet with orders or chairs cannot change, because amounts of different currencies cannot
  // be added.
  const fixedCurrencies = await currenciesInUse(uow, outletIds);
  const unusableZones = await unusableTimeZones(
    uow,
    rows.map(({ timeZone }) => timeZone),
  );
  const problems = findProblems(rows, ["outletId", (row) => row.outletId], (row, refuse) =>
    validateRow(row, refuse, fixedCurrencies.get(row.outletId ?? ""), unusableZones),
  );
  return writeRows<OutletFacts>(rows, problems, (valid) => upsertOutlets(uow, valid, now));
}

function validateRow(
  { outletId, name, timeZone, currency, latitude, longitude, ...contact }: PartialRow<OutletFacts>,
  refuse: Refuse,
  fixedCurrency: string | undefined,
  unusableZones: ReadonlySet<string>,
): void {
  if (outletId !== undefined && !/^[A-Za-z0-9_-]{1,32}$/.test(outletId))
    refuse("outletId", "an outlet's id is 1 to 32 letters, digits, _ or -");
  if (name?.trim() === "") refuse("name", "an outlet needs a name");
  if (timeZone !== undefined && unusableZones.has(timeZone)) refuse("timeZone", timeZoneProblem(timeZone));
  if (currency !== undefined && fixedCurrency !== undefined && fixedCurrency !== currency)
    refuse("currency", `the outlet already has orders or chairs in ${fixedCurrency}`);
  if (latitude === 0 && longitude === 0)
    refuse(
      "latitude",
      "0, 0 is in the Atlantic Ocean; leave latitude and longitude empty if the position is not known",
    );
  if (Math.abs(latitude ?? 0) > 90) refuse("latitude", "must lie within -90 and 90");
  if (Math.abs(longitude ?? 0) > 180) refuse("longitude", "must lie within -180 and 180");
  const { contactName, contactPhone, contactMessenger, contactHours } = contact;
  if ((contactName ?? contactHours ?? null) !== null && contactPhone === null && contactMessenger === null)
    refuse("contactPhone", "a contact needs a phone number or a messenger link");
}
