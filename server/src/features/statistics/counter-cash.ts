import { type counterCash, unknownAccount } from "@reposo/contract/orders/counter-cash.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { ReportSort } from "@reposo/contract/revenue/report-values.ts";
import { type SortValue, valueComparer } from "@reposo/contract/sort-rows.ts";
import { type Language, languageTags } from "@reposo/contract/text/languages.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import { type AccountSums, sumByAccount } from "#features/revenue/index.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { invalidField } from "#platform/http/product-error.ts";
import { pageOf, readPageCursor, writePageCursor } from "#platform/postgres/page-cursor.ts";
import { type InstantRange, zoneOf } from "#platform/time/calendar.ts";
import { type FiguresCaller, instants, reportRange, type StatisticsDependencies } from "./report-range.ts";

type Caller = FiguresCaller & Pick<ManagerCaller, "currency">;
type Request = RequestOf<typeof counterCash>;
type Reply = ReplyOf<typeof counterCash>;
type Row = Reply["accounts"][number];

/** The values by which rows can be sorted. Another column is treated as `total`. */
export const accountSortValues: Partial<Record<ReportSort, SortValue<Row>>> & {
  readonly total: SortValue<Row>;
} = {
  // U+FFFF sorts after every name.
  name: ({ accountName, accountLogin }) =>
    accountName === null ? "\uffff" : [accountName, accountLogin].filter(Boolean).join(" "),
  total: ({ total }) => total,
  taken: ({ taken }) => taken,
  returned: ({ returned }) => returned,
  orders: ({ orders }) => orders,
};

export function createCounterCash({ database, clock }: StatisticsDependencies) {
  async function allRows(
    caller: Caller,
    requestedZone: string | null,
    request: Omit<Request, "sort" | "limit" | "cursor">,
  ): Promise<{ readonly range: InstantRange; readonly accounts: Row[] }> {
    const range = reportRange(request, clock.now(), zoneOf(caller, requestedZone));
    const sums = await sumByAccount(database, requireOutlets(caller, request), range);
    // The login name is shown only to distinguish accounts with the same name.
    const shared = sharedNames(sums);
    const accounts = sums.map(({ loginName, ...row }) => ({
      ...row,
      accountName: row.accountId === unknownAccount ? null : row.accountName,
      accountLogin: row.accountName !== null && shared.has(row.accountName) ? loginName : null,
      total: row.taken + row.returned,
    }));
    return { range, accounts };
  }

  return {
    /** Returns all rows of the counter cash, for a file. */
    counterCashRows: async (caller: Caller, requestedZone: string | null, request: Request): Promise<Row[]> =>
      (await allRows(caller, requestedZone, request)).accounts,

    async counterCash(
      caller: Caller,
      requestedZone: string | null,
      { limit = 20, cursor, ...query }: Request,
      language: Language,
    ): Promise<Reply> {
      const { range, accounts } = await allRows(caller, requestedZone, query);
      const { accountId } = query;
      const rows = accountId === undefined ? accounts : accounts.filter((row) => row.accountId === accountId);
      const { valueOf, compare } = orderOf(query, caller.currency, language);
      const sorted = rows.map((row) => ({ row, ...row, value: valueOf(row) })).sort(compare);
      const after = cursor === undefined ? null : readPlace(readPageCursor(query, cursor), sorted);
      const rest = after === null ? sorted : sorted.filter((one) => compare(one, after) > 0);
      const page = pageOf(rest, limit, ({ currency, accountId: id, value }) =>
        writePageCursor(query, JSON.stringify({ currency, accountId: id, value: keptValue(value) })),
      );
      return {
        ...instants(range),
        totals: sumByCurrency(rows),
        accounts: page.items.map(({ row }) => row),
        nextCursor: page.nextCursor,
        total: rows.length,
      };
    },
  };
}

/** The place of a row in the sorted list. */
interface Place {
  readonly currency: Currency;
  readonly accountId: string;
  readonly value: string | number;
}

/** Returns the order of the rows: by currency, `firstCurrency` first, then by `sort`, then by account. */
function orderOf(
  { sort = "name", order = "asc", firstCurrency }: Pick<Request, "sort" | "order" | "firstCurrency">,
  ownCurrency: Currency,
  language: Language,
): { valueOf: SortValue<Row>; compare: (a: Place, b: Place) => number } {
  const first = firstCurrency ?? ownCurrency;
  const compareValues = valueComparer(languageTags[language]);
  const sign = order === "asc" ? 1 : -1;
  return {
    valueOf: accountSortValues[sort] ?? accountSortValues.total,
    compare: (a, b) =>
      Number(b.currency === first) - Number(a.currency === first) ||
      a.currency.localeCompare(b.currency) ||
      sign * compareValues(a.value, b.value) ||
      (a.accountId < b.accountId ? -1 : Number(a.accountId > b.accountId)),
  };
}

/** A cursor contains no name, because it could exceed the maximum length of a cursor. */
const keptValue = (value: string | number): number | null => (typeof value === "number" ? value : null);

/**
 * Returns the place of the last row of the previous page, with its value as it was then. A row without a number has its
 * current name.
 */
function readPlace(place: string, rows: readonly Place[]): Place {
  const { value, ...last } = JSON.parse(place) as Omit<Place, "value"> & { readonly value: number | null };
  if (value !== null) return { ...last, value };
  const row = rows.find((one) => one.accountId === last.accountId && one.currency === last.currency);
  if (row === undefined) throw invalidField("cursor", "format");
  return row;
}

function sumByCurrency(rows: readonly Row[]): Reply["totals"] {
  const totals = new Map<Currency, Reply["totals"][number]>();
  for (const { currency, taken, returned, total, orders } of rows) {
    const before = totals.get(currency) ?? {
      currency,
      taken: 0,
      returned: 0,
      total: 0,
      orders: 0,
      accounts: 0,
    };
    totals.set(currency, {
      currency,
      taken: before.taken + taken,
      returned: before.returned + returned,
      total: before.total + total,
      orders: before.orders + orders,
      accounts: before.accounts + 1,
    });
  }
  return [...totals.values()];
}

/**
 * Returns names that several accounts share. Counts accounts instead of rows, since an account has a row per currency.
 */
function sharedNames(sums: readonly AccountSums[]): Set<string> {
  const accountsOf = new Map<string, Set<string>>();
  for (const { accountId, accountName } of sums) {
    if (accountName === null) continue;
    accountsOf.set(accountName, (accountsOf.get(accountName) ?? new Set()).add(accountId));
  }
  return new Set([...accountsOf].filter(([, accounts]) => accounts.size > 1).map(([name]) => name));
}
