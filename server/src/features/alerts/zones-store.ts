import { sql } from "kysely";
import type { Querier } from "#platform/database.ts";

/** IANA names of outlets' zones, by outlet. */
export async function selectZones(db: Querier, outletIds: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ outletId: string; zone: string }>`
    SELECT outlet_id AS "outletId", time_zone AS zone FROM outlet
    WHERE outlet_id = ANY(${outletIds}::text[])`.execute(db);
  return new Map(found.rows.map(({ outletId, zone }) => [outletId, zone]));
}
