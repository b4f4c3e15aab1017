import type { InstantRange } from "#platform/time/calendar.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { publishEvents } from "#features/live-events/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { CombinableQuery } from "#platform/postgres/combined-query.ts";
import { stretchSums } from "./ledger-entries-store.ts";
import { cellStart } from "./revenue-ranges.ts";
import { insertEntriesWithRollups, type LedgerEntry } from "./revenue-store.ts";
import {
  type ChannelSums,
  bothSums,
  devicePeriodSums,
  type PeriodSums,
  periodSums,
  sumByPoint,
} from "./rollup-sums-store.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export { allEntries } from "./all-entries-store.ts";
export { type EntryPosition, type EntryRecord, selectEntries } from "./ledger-entries-store.ts";
export { sumLateEntries } from "./late-entries-store.ts";
export { type Grain, splitIntoGrains, weighIntoGrains } from "./revenue-ranges.ts";
export {
  type Channel,
  type EntryFilter,
  type EntrySource,
  type LedgerEntry,
  rollUpLedger,
} from "./revenue-store.ts";
export {
  countEntries,
  type DeviceSums,
  type OutletSums,
  sumByDevice,
  sumByOutlet,
} from "./rollup-sums-store.ts";

export interface Sums {
  readonly online: number;
  readonly cash: number;
  readonly total: number;
}

/**
 * Books money taken or returned, in the transaction of what moved it. Booking the same source again changes
 * nothing, so every caller is safe to repeat.
 */
export function addLedgerEntry(uow: UnitOfWork, entry: LedgerEntry, now: Date): void {
  if (entry.amountMinor !== 0) uow.defer(ledgerEntries, [{ entry, now }]);
}

const ledgerEntries: DeferredRows<{ entry: LedgerEntry; now: Date }, { outletId: string }> = {
  stage: "ledgerEntries",
  statement: (rows) =>
    insertEntriesWithRollups(rows.map(({ entry, now }) => ({ ...entry, recordedAt: now }))),
  onWritten(uow, rows, booked) {
    const at = rows[0]?.now as Date;
    if (booked.length > 0)
      publishEvents(
        uow,
        ...booked.map(({ outletId }) => ({ name: "revenue", outletId, subject: outletId, at }) as const),
      );
  },
};

/** Adds up whatever rows there are; of different currencies only by mistake, so the caller has picked one. */
export function addSums(rows: readonly Pick<ChannelSums, "online" | "cash">[]): Sums {
  const online = rows.reduce((sum, row) => sum + row.online, 0);
  const cash = rows.reduce((sum, row) => sum + row.cash, 0);
  return { online, cash, total: online + cash };
}

/** The currencies given, in their order, and behind them any other that money was taken in. */
export const currenciesAmong = (
  currencies: readonly Currency[],
  rows: readonly { readonly currency: Currency }[],
): Currency[] => [...new Set([...currencies, ...rows.map((row) => row.currency).sort()])];

const tabulate = <P extends string>(
  currencies: readonly Currency[],
  periods: Readonly<Record<P, InstantRange>>,
  rows: readonly PeriodSums[],
): { currency: Currency; periods: Record<P, Sums> }[] =>
  currenciesAmong(currencies, rows).map((currency) => ({
    currency,
    periods: Object.fromEntries(
      Object.keys(periods).map((period) => [
        period,
        addSums(rows.filter((row) => row.currency === currency && row.period === period)),
      ]),
    ) as Record<P, Sums>,
  }));

/** Sums by period for each of the currencies it is given then, zeros included, in their order. */
type IncomeByCurrency<P extends string> = (
  currencies: readonly Currency[],
) => { currency: Currency; periods: Record<P, Sums> }[];

export const income = <P extends string>(
  outletIds: readonly string[],
  periods: Readonly<Record<P, InstantRange>>,
): CombinableQuery<PeriodSums, IncomeByCurrency<P>> => ({
  query: periodSums(outletIds, periods),
  answer: (rows) => (currencies) => tabulate(currencies, periods, rows),
});

/** The same of one chair at one outlet. */
export const incomeOfDevice = <P extends string>(
  chair: { readonly outletId: string; readonly deviceId: string },
  periods: Readonly<Record<P, InstantRange>>,
): CombinableQuery<PeriodSums, IncomeByCurrency<P>> => ({
  query: devicePeriodSums(chair, periods),
  answer: (rows) => (currencies) => tabulate(currencies, periods, rows),
});

/** The same for periods that may end inside a quarter-hour: that last piece is read from the ledger itself. */
export function incomeUntil<P extends string>(
  outletIds: readonly string[],
  periods: Readonly<Record<P, InstantRange>>,
): CombinableQuery<PeriodSums, IncomeByCurrency<P>> {
  const cut = Object.entries<InstantRange>(periods).map(([period, { from, to }]) => ({
    period,
    whole: { from, to: cellStart("quarter", to) },
    rest: { from: cellStart("quarter", to), to },
  }));
  const whole = Object.fromEntries(cut.map(({ period, whole }) => [period, whole]));
  const rest = Object.fromEntries(cut.map(({ period, rest }) => [period, rest]));
  return {
    query: bothSums(periodSums(outletIds, whole), stretchSums(outletIds, rest)),
    answer: (rows) => (currencies) => tabulate(currencies, periods, rows),
  };
}

/** Sums between each of `starts` and the next, the last ending at `to`, for each of `currencies`, zeros included. */
export async function incomeByPoint(
  db: Querier,
  outletIds: readonly string[],
  currencies: readonly Currency[],
  { starts, to }: { readonly starts: readonly Date[]; readonly to: Date },
): Promise<{ currency: Currency; points: Sums[] }[]> {
  const rows = await sumByPoint(db, outletIds, starts, to);
  return currenciesAmong(currencies, rows).map((currency) => {
    const points = starts.map(() => addSums([]));
    for (const row of rows) if (row.currency === currency) points[row.point] = addSums([row]);
    return { currency, points };
  });
}
export { type AccountSums, sumByAccount } from "./counter-cash-store.ts";
