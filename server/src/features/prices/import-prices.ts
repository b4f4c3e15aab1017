import { randomUUID } from "node:crypto";
import { isPayable } from "@reposo/contract/money/money.ts";
import { type Language, languages } from "@reposo/contract/text/languages.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import {
  areComplete,
  findProblems,
  type ImportOutcome,
  type PartialRow,
  type Refuse,
  refusedImport,
} from "#features/outlets/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import {
  addPriceGroups,
  addPrices,
  lockPriceGroups,
  priceGroupCurrencies,
  type PriceRecord,
  pricesOfGroups,
  retirePrices,
  setPopularPrices,
} from "./prices-store.ts";

/** One row of the price file. The file must contain the complete list of every price group that it mentions. */
export interface PriceRow
  extends Omit<PriceRecord, "priceId" | "names" | "popular">,
    Readonly<Partial<Record<Language, string | null>>> {
  /** Without it, the earlier price of the same gear and minutes decides. */
  readonly popular?: boolean;
}

const keyOf = (price: { priceGroupId: string; gear: number; minutes: number }) =>
  `${price.priceGroupId} gear ${price.gear} ${price.minutes} min`;
const keyOfRow = ({ priceGroupId, gear, minutes }: PartialRow<PriceRow>) =>
  priceGroupId === undefined || gear === undefined || minutes === undefined
    ? undefined
    : keyOf({ priceGroupId, gear, minutes });
const isSame = (price: PriceRecord | undefined, row: NewPrice | undefined) =>
  price !== undefined &&
  row !== undefined &&
  price.name === row.name &&
  price.amountMinor === row.amountMinor &&
  languages.every((language) => price.names[language] === row.names[language]);

type NewPrice = Omit<PriceRecord, "priceId">;

/** Fills what the file omits from the current price of the same gear and minutes. */
function completePrice(row: PriceRow, current: PriceRecord | undefined): NewPrice {
  const names = languages.flatMap((language) => {
    const name = language in row ? row[language] : current?.names[language];
    return name ? [[language, name] as const] : [];
  });
  return {
    ...row,
    names: Object.fromEntries(names),
    popular: row.popular ?? current?.popular ?? false,
  };
}

/**
 * Imports the price file. A price is never changed, because orders refer to it: a new price is created and the old one
 * is retired. Also retires current prices that the file omits from a group that it contains.
 */
export async function importPrices(
  uow: UnitOfWork,
  given: readonly PartialRow<PriceRow>[],
  now: Date,
): Promise<ImportOutcome> {
  await lockPriceGroups(uow);
  const groupIds = [...new Set(given.flatMap((row) => row.priceGroupId ?? []))];
  const currencies = await priceGroupCurrencies(uow, groupIds);
  const problems = findProblems(given, ["minutes", keyOfRow], (row, refuse) =>
    validateRow(row, refuse, currencies, given),
  );
  if (problems.length > 0 || !areComplete<PriceRow>(given)) return refusedImport(problems);

  await addPriceGroups(
    uow,
    given.filter((row) => !currencies.has(row.priceGroupId)),
  );
  const current = new Map((await pricesOfGroups(uow, groupIds)).map((price) => [keyOf(price), price]));
  const rows = given.map((row) => completePrice(row, current.get(keyOf(row))));
  const listed = new Map(rows.map((row) => [keyOf(row), row]));
  const added = rows.filter((row) => !isSame(current.get(keyOf(row)), row));
  const retired = [...current.values()].filter((price) => !isSame(price, listed.get(keyOf(price))));
  await retirePrices(
    uow,
    retired.map((price) => price.priceId),
    now,
  );
  await addPrices(
    uow,
    added.map((row) => ({ ...row, priceId: randomUUID() })),
    now,
  );
  await setPopularPrices(
    uow,
    groupIds.map((priceGroupId) => ({
      priceGroupId,
      offer: rows.find((row) => row.priceGroupId === priceGroupId && row.popular) ?? null,
    })),
  );
  const created = rows.filter((row) => !current.has(keyOf(row))).length;
  const unchanged = rows.filter((row) => {
    const price = current.get(keyOf(row));
    return isSame(price, row) && price?.popular === row.popular;
  }).length;
  return {
    created,
    changed: rows.length - created - unchanged,
    retired: retired.filter((price) => !listed.has(keyOf(price))).length,
    unchanged,
    problems: [],
  };
}

function validateRow(
  { priceGroupId, currency, gear, name, minutes, amountMinor, popular }: PartialRow<PriceRow>,
  refuse: Refuse,
  currencies: ReadonlyMap<string, Currency>,
  rows: readonly PartialRow<PriceRow>[],
): void {
  const isOutside = (value: number | undefined, min: number, max: number) =>
    value !== undefined && !(Number.isSafeInteger(value) && value >= min && value <= max);
  if (priceGroupId !== undefined && !/^[A-Za-z0-9_-]{1,32}$/.test(priceGroupId))
    refuse("priceGroupId", "a price group's id is 1 to 32 letters, digits, _ or -");
  if (isOutside(gear, 1, 99)) refuse("gear", "a gear is a whole number from 1 to 99");
  if (isOutside(minutes, 1, 600)) refuse("minutes", "minutes are a whole number from 1 to 600");
  if (isOutside(amountMinor, 0, 1_000_000_000_000)) refuse("amount", "an amount is 0 to 10,000,000,000.00");
  else if (amountMinor !== undefined && currency !== undefined && !isPayable(amountMinor, currency))
    refuse("amount", `an amount in ${currency} has no decimals`);
  if (name?.trim() === "") refuse("name", "a price needs a name");
  if (priceGroupId === undefined || currency === undefined) return;
  const isPopular = (row: PartialRow<PriceRow>) => row.priceGroupId === priceGroupId && row.popular === true;
  if (popular === true && rows.filter(isPopular).length > 1)
    refuse("popular", `price group "${priceGroupId}" can have one popular price only`);
  const hasCurrency = (row: PartialRow<PriceRow>) =>
    row.priceGroupId === priceGroupId && row.currency !== undefined;
  const groupCurrency = currencies.get(priceGroupId) ?? rows.find(hasCurrency)?.currency ?? currency;
  if (groupCurrency !== currency) refuse("currency", `price group "${priceGroupId}" is in ${groupCurrency}`);
}
