import type { DifferenceGroup } from "@reposo/contract/revenue/cash-boxes.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { CollectionFilter } from "./collections-store.ts";

export interface DifferenceRecord {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
  readonly collections: number;
  readonly counted: number;
  readonly expected: number;
  readonly difference: number;
}

const groups = {
  devices: { id: sql`c.device_id`, name: sql`c.device_id` },
  outlets: { id: sql`c.outlet_id`, name: sql`outlet.name` },
  collectors: { id: sql`c.collected_by::text`, name: sql`account.display_name` },
} as const;

/** Sums the entries that were neither replaced nor voided, by group and currency, largest shortage first. */
export async function sumDifferences(
  db: Querier,
  { outletIds, range, deviceId }: CollectionFilter,
  by: DifferenceGroup,
): Promise<DifferenceRecord[]> {
  const { id, name } = groups[by];
  return sql<DifferenceRecord>`
    SELECT ${id} AS id, ${name} AS name, c.currency, count(*) AS collections,
      sum(c.counted_minor)::bigint AS counted, sum(c.expected_minor)::bigint AS expected,
      sum(c.counted_minor - c.expected_minor)::bigint AS difference
    FROM cash_collection c JOIN outlet ON outlet.outlet_id = c.outlet_id
      JOIN account ON account.account_id = c.collected_by
    WHERE c.outlet_id = ANY(${outletIds}::text[]) AND c.collected_at >= ${range.from} AND c.collected_at < ${range.to}
      ${deviceId === null ? sql`` : sql`AND c.device_id = ${deviceId}`}
      AND c.kind <> 'void' AND NOT EXISTS (SELECT FROM cash_collection newer WHERE newer.corrects_id = c.collection_id)
    GROUP BY 1, 2, c.currency ORDER BY 7, 2, 1, 3`.rows(db);
}
