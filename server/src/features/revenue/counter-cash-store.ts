import type { InstantRange } from "#platform/time/calendar.ts";
import { unknownAccount } from "@reposo/contract/orders/counter-cash.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { EntryFilter } from "./revenue-store.ts";

const accountOf = sql`coalesce(o.account_id::text, ${sql.literal(unknownAccount)})`;

/**
 * SQL condition: the order was paid at the counter, and this account took the cash. `unknownAccount` matches orders
 * whose account is not recorded.
 */
export const ofAccount = (orderId: SqlQuery<unknown>, accountId: string): SqlQuery<unknown> => sql`
  EXISTS (SELECT FROM orders o WHERE o.order_id = ${orderId} AND o.pay_type = 'cash' AND ${accountOf} = ${accountId})`;

export interface AccountSums {
  /** `unknownAccount` for orders whose account is not recorded; both names are then null. */
  readonly accountId: string;
  readonly accountName: string | null;
  readonly loginName: string | null;
  readonly currency: Currency;
  /** Sum of the received cash in minor units. */
  readonly taken: number;
  /** Sum of refunds in minor units; negative or 0. */
  readonly returned: number;
  readonly orders: number;
}

/**
 * Sums, by account and currency, the counter cash that the account received, and the refunds of this cash, including
 * refunds by other accounts.
 */
export async function sumByAccount(
  db: Querier,
  outletIds: readonly string[],
  { from, to }: InstantRange,
): Promise<AccountSums[]> {
  return sql<AccountSums>`
    SELECT ${accountOf} AS "accountId", account.display_name AS "accountName", account.login_name AS "loginName", e.currency,
      coalesce(sum(e.amount_minor) FILTER (WHERE e.source = 'counter'), 0)::bigint AS taken,
      coalesce(sum(e.amount_minor) FILTER (WHERE e.source <> 'counter'), 0)::bigint AS returned,
      count(*) FILTER (WHERE e.source = 'counter')::int AS orders
    FROM unnest(${outletIds}::text[]) AS own (outlet_id)
    CROSS JOIN LATERAL (
      SELECT order_id, currency, amount_minor, source FROM ledger_entry
      WHERE outlet_id = own.outlet_id AND channel = 'cash' AND occurred_at >= ${from} AND occurred_at < ${to}
        AND source IN ('counter', 'refund') OFFSET 0
    ) AS e
    JOIN orders o ON o.order_id = e.order_id AND o.pay_type = 'cash'
    LEFT JOIN account ON account.account_id = o.account_id
    GROUP BY ${accountOf}, account.display_name, account.login_name, e.currency
    ORDER BY account.display_name NULLS LAST, "accountId", e.currency`.rows(db);
}

/** Counts the ledger entries that match a filter and are counter cash of an account, or refunds of this cash. */
export async function countOfAccount(
  db: Querier,
  { outletIds, range, deviceId, channel, currency }: EntryFilter,
  accountId: string,
): Promise<number> {
  const { total } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM ledger_entry e
    WHERE e.outlet_id = ANY(${outletIds}::text[]) AND e.channel = 'cash' AND ${channel ?? "cash"} = 'cash'
      AND e.occurred_at >= ${range.from} AND e.occurred_at < ${range.to}
      AND (${deviceId}::text IS NULL OR e.device_id = ${deviceId})
      AND (${currency}::text IS NULL OR e.currency = ${currency})
      AND ${ofAccount(sql`e.order_id`, accountId)}`.firstRow(db);
  return total;
}
