import type { Currency } from "@reposo/contract/fields.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

export interface OutletTerms {
  /** IANA name. */
  readonly zone: string;
  readonly currency: Currency;
}

/** @returns the terms by outlet ID */
export async function selectOutletTerms(
  db: Querier,
  outletIds: readonly string[],
): Promise<Map<string, OutletTerms>> {
  const found = await sql<OutletTerms & { outletId: string }>`
    SELECT outlet_id AS "outletId", time_zone AS zone, currency FROM outlet
    WHERE outlet_id = ANY(${outletIds}::text[])`.execute(db);
  return new Map(found.rows.map(({ outletId, ...terms }) => [outletId, terms]));
}
