import { type Currency, currencies } from "@reposo/contract/money/currencies.ts";
import { smallestUnit } from "@reposo/contract/money/money.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

/** A coupon that leaves an amount of a current price that is too small for online payment. */
export interface SmallRemainder {
  readonly code: string;
  readonly currency: Currency;
  /** The smallest such amount. */
  readonly payableMinor: number;
}

const units = JSON.stringify(Object.fromEntries(currencies.map((one) => [one, smallestUnit(one)])));

/**
 * Returns the coupons with these codes that leave less than the minimum of their currency, but more than nothing. What
 * they leave is rounded down, as for a payment.
 */
export async function findSmallRemainders(
  db: Querier,
  codes: readonly string[],
  minimumMinor: Readonly<Record<Currency, number>>,
): Promise<SmallRemainder[]> {
  return sql<SmallRemainder>`
    SELECT c.code, g.currency, min(left_over.minor)::bigint AS "payableMinor"
    FROM coupon c
    JOIN price_group g ON c.currency IS NULL OR c.currency = g.currency
    JOIN price p USING (price_group_id)
    CROSS JOIN LATERAL (SELECT CASE c.property
      WHEN 'percent' THEN p.amount_minor * (100 - c.percent) / 100
      WHEN 'amountOff' THEN p.amount_minor - c.value_minor END AS minor) AS exact
    CROSS JOIN LATERAL (SELECT exact.minor - exact.minor % (${units}::jsonb->>g.currency)::bigint AS minor) AS left_over
    WHERE c.code = ANY(${codes}::text[]) AND p.retired_at IS NULL AND (c.gears IS NULL OR p.gear = ANY(c.gears))
      AND left_over.minor > 0 AND left_over.minor < (${JSON.stringify(minimumMinor)}::jsonb->>g.currency)::bigint
      AND EXISTS (SELECT FROM device d WHERE d.price_group_id = g.price_group_id
        AND (c.outlet_ids IS NULL OR d.outlet_id = ANY(c.outlet_ids)))
    GROUP BY c.code, g.currency ORDER BY c.code, g.currency`.rows(db);
}
