import { type counterCash, unknownAccount } from "@reposo/contract/orders/counter-cash.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import { type AccountSums, sumByAccount } from "#features/revenue/index.ts";
import { zoneOf } from "#platform/time/calendar.ts";
import { instants, type Report, reportRange, type StatisticsDependencies } from "./report-range.ts";

type Reply = ReplyOf<typeof counterCash>;

export const createCounterCash =
  ({ database, clock }: StatisticsDependencies): Report<typeof counterCash> =>
  async (caller, requestedZone, request) => {
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
    const totals = new Map<string, Reply["totals"][number]>();
    for (const { currency, taken, returned, total, orders } of accounts) {
      const before = totals.get(currency) ?? { currency, taken: 0, returned: 0, total: 0, orders: 0 };
      totals.set(currency, {
        currency,
        taken: before.taken + taken,
        returned: before.returned + returned,
        total: before.total + total,
        orders: before.orders + orders,
      });
    }
    return { ...instants(range), totals: [...totals.values()], accounts };
  };

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
