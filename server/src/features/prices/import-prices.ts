import { randomUUID } from "node:crypto";
import type { Currency } from "@reposo/contract/fields.ts";
import {
  areComplete,
  type ImportOutcome,
  type ImportProblem,
  refusedImport,
  repeatedKeys,
  type PartialRow,
} from "#features/outlets/index.ts";
import {
  addPriceGroups,
  addPrices,
  lockPriceGroups,
  priceGroupCurrencies,
  type PriceRecord,
  retirePrices,
} from "./prices-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** One line of the prices' file. The file is the whole list of every price group it names. */
export interface PriceRow {
  readonly priceGroupId: string;
  readonly currency: Currency;
  readonly gear: number;
  readonly name: string;
  readonly minutes: number;
  readonly amountMinor: number;
}

const slotOf = (price: { priceGroupId: string; gear: number; minutes: number }) =>
  `${price.priceGroupId} gear ${price.gear} ${price.minutes} min`;
const readSlotOf = ({ priceGroupId, gear, minutes }: PartialRow<PriceRow>) =>
  priceGroupId === undefined || gear === undefined || minutes === undefined
    ? undefined
    : slotOf({ priceGroupId, gear, minutes });
const sameOffer = (price: PriceRecord, row: PriceRow) =>
  price.name === row.name && price.amountMinor === row.amountMinor;

/**
 * Brings the named groups to what the rows say. A price is never altered, since orders point at it: one that
 * differs or is no longer listed is retired, and a new one stands in its place.
 */
export async function importPrices(
  uow: UnitOfWork,
  rows: readonly PartialRow<PriceRow>[],
  now: Date,
): Promise<ImportOutcome> {
  const groupIds = [...new Set(rows.flatMap((row) => row.priceGroupId ?? []))];
  const known = await priceGroupCurrencies(uow, groupIds);
  const problems: ImportProblem[] = [
    ...repeatedKeys(rows, "minutes", readSlotOf),
    ...rows.flatMap((row, index) => rowProblems(row, index, known, rows)),
  ];
  if (problems.length > 0 || !areComplete<PriceRow>(rows)) return refusedImport(problems);

  await addPriceGroups(
    uow,
    rows.filter((row) => !known.has(row.priceGroupId)),
  );
  const current = new Map((await lockPriceGroups(uow, groupIds)).map((price) => [slotOf(price), price]));
  const listed = new Map(rows.map((row) => [slotOf(row), row]));
  const created = rows.filter((row) => !current.has(slotOf(row)));
  const altered = rows.filter((row) => {
    const price = current.get(slotOf(row));
    return price !== undefined && !sameOffer(price, row);
  });
  const withdrawn = [...current.values()].filter((price) => {
    const row = listed.get(slotOf(price));
    return row === undefined || !sameOffer(price, row);
  });
  const dropped = withdrawn.length - altered.length;
  await retirePrices(
    uow,
    withdrawn.map((price) => price.priceId),
    now,
  );
  await addPrices(
    uow,
    [...created, ...altered].map((row) => ({ ...row, priceId: randomUUID() })),
    now,
  );
  return {
    created: created.length,
    changed: altered.length + dropped,
    unchanged: rows.length - created.length - altered.length,
    problems: [],
  };
}

function rowProblems(
  { priceGroupId, currency, gear, name, minutes, amountMinor }: PartialRow<PriceRow>,
  index: number,
  known: ReadonlyMap<string, Currency>,
  rows: readonly PartialRow<PriceRow>[],
): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const refuse = (column: string, message: string) => problems.push({ row: index, column, message });
  const isOutside = (value: number | undefined, least: number, most: number) =>
    value !== undefined && !(Number.isSafeInteger(value) && value >= least && value <= most);
  if (priceGroupId !== undefined && !/^[A-Za-z0-9_-]{1,32}$/.test(priceGroupId))
    refuse("priceGroupId", "a price group's id is 1 to 32 letters, digits, _ or -");
  if (isOutside(gear, 1, 99)) refuse("gear", "a gear is a whole number from 1 to 99");
  if (isOutside(minutes, 1, 600)) refuse("minutes", "minutes are a whole number from 1 to 600");
  if (isOutside(amountMinor, 0, 1_000_000_000_000)) refuse("amount", "an amount is 0 to 10,000,000,000.00");
  if (name?.trim() === "") refuse("name", "a price needs a name");
  if (priceGroupId === undefined || currency === undefined) return problems;
  const isOfGroup = (row: PartialRow<PriceRow>) =>
    row.priceGroupId === priceGroupId && row.currency !== undefined;
  const groupCurrency = known.get(priceGroupId) ?? rows.find(isOfGroup)?.currency ?? currency;
  if (groupCurrency !== currency) refuse("currency", `price group "${priceGroupId}" is in ${groupCurrency}`);
  return problems;
}
