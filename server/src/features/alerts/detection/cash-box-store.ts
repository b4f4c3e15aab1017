import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { CashBox } from "./cash-box-rules.ts";

/** Selects the cash box of every chair, whether full or not. Expensive, because it sums all coins of each chair. */
export async function selectCashBoxes(db: Querier): Promise<CashBox[]> {
  return sql<CashBox>`
    SELECT d.device_id AS "deviceId", d.outlet_id AS "outletId", outlet.currency,
      cash_box_total(d.device_id, 'infinity') - coalesce(last.coins_total_minor, 0) AS "cashMinor",
      coalesce(last.collected_at, d.installed_at) AS since
    FROM device d JOIN outlet USING (outlet_id)
    LEFT JOIN LATERAL (
      SELECT coins_total_minor, collected_at FROM cash_collection
      WHERE device_id = d.device_id AND kind = 'collection'
        AND NOT collection_is_voided(device_id, collected_at) ORDER BY collected_at DESC LIMIT 1
    ) AS last ON true`.rows(db);
}
