import type { InstantRange } from "@reposo/contract/calendar.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { announce } from "#features/live-events/index.ts";
import type { Querier, Transaction } from "#platform/database.ts";
import { insertEntryWithRollups, type LedgerEntry, sumPeriods } from "./revenue-store.ts";

export type { Channel, LedgerEntry } from "./revenue-store.ts";

export interface Sums {
  readonly online: number;
  readonly cash: number;
  readonly total: number;
}

/**
 * Books money taken or returned, in the transaction of what moved it. Booking the same source again changes
 * nothing, so every caller is safe to repeat.
 */
export async function bookRevenue(tx: Transaction, entry: LedgerEntry, now: Date): Promise<void> {
  if (entry.amountMinor === 0) return;
  if (!(await insertEntryWithRollups(tx, entry))) return;
  await announce(tx, { name: "revenue", outletId: entry.outletId, subject: entry.outletId, at: now });
}

/** Sums by period for each of `currencies`, zeros included, in the order given. */
export async function incomeOf<P extends string>(
  db: Querier,
  outletIds: readonly string[],
  currencies: readonly Currency[],
  periods: Readonly<Record<P, InstantRange>>,
): Promise<{ currency: Currency; periods: Record<P, Sums> }[]> {
  const rows = await sumPeriods(db, outletIds, periods);
  const sumsOf = (currency: Currency, period: string): Sums => {
    const row = rows.find((r) => r.currency === currency && r.period === period);
    const online = row?.online ?? 0;
    const cash = row?.cash ?? 0;
    return { online, cash, total: online + cash };
  };
  return currencies.map((currency) => ({
    currency,
    periods: Object.fromEntries(
      Object.keys(periods).map((period) => [period, sumsOf(currency, period)]),
    ) as Record<P, Sums>,
  }));
}
