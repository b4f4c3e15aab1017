import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { type DeviceRecord, isAbnormal, isInUseNow, joinLiveOrder } from "./devices-store.ts";

// This file reads a table of the prices feature, because a chair without prices cannot be started.
const hasPricesNow = sql<boolean>`EXISTS (
  SELECT FROM price p WHERE p.price_group_id = d.price_group_id AND p.retired_at IS NULL)`;

export const hasPrices = (db: Querier, deviceId: string): Promise<boolean> =>
  sql`SELECT FROM device d WHERE d.device_id = ${deviceId} AND ${hasPricesNow}`.hasRows(db);

/** Returns the IDs of the first chairs of the chair's outlet that can be started now. */
export async function freeChairsBeside(
  db: Querier,
  { outletId }: Pick<DeviceRecord, "outletId">,
  limit: number,
): Promise<string[]> {
  const found = await sql<{ deviceId: string }>`
    SELECT d.device_id AS "deviceId" FROM device d ${joinLiveOrder}
    WHERE d.outlet_id = ${outletId} AND NOT ${isAbnormal} AND NOT ${isInUseNow} AND ${hasPricesNow}
    ORDER BY d.device_id LIMIT ${limit}`.rows(db);
  return found.map(({ deviceId }) => deviceId);
}
