import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { type DeviceRecord, isAbnormal, isInUseNow, joinLiveOrder } from "./devices-store.ts";

// This file reads a table of the prices feature, because a chair without prices cannot be started.
const hasPricesNow = sql<boolean>`EXISTS (
  SELECT FROM price p WHERE p.price_group_id = d.price_group_id AND p.retired_at IS NULL)`;

export const hasPrices = (db: Querier, deviceId: string): Promise<boolean> =>
  sql`SELECT FROM device d WHERE d.device_id = ${deviceId} AND ${hasPricesNow}`.hasRows(db);

const isStartable = sql<boolean>`NOT ${isAbnormal} AND NOT ${isInUseNow} AND ${hasPricesNow}`;

async function freeChairs(
  db: Querier,
  outletId: string,
  condition: ReturnType<typeof sql>,
  limit: number,
): Promise<string[]> {
  const found = await sql<{ deviceId: string }>`
    SELECT d.device_id AS "deviceId" FROM device d ${joinLiveOrder}
    WHERE d.outlet_id = ${outletId} AND ${condition} AND ${isStartable}
    ORDER BY d.device_id LIMIT ${limit}`.rows(db);
  return found.map(({ deviceId }) => deviceId);
}

/** Returns the IDs of other chairs of an outlet with the given prices that can be started now. */
export const freeChairsLike = (
  db: Querier,
  chair: { readonly deviceId: string; readonly outletId: string; readonly priceGroupId: string },
  limit: number,
): Promise<string[]> =>
  freeChairs(
    db,
    chair.outletId,
    sql`d.price_group_id = ${chair.priceGroupId} AND d.device_id <> ${chair.deviceId}`,
    limit,
  );

/** Returns the IDs of the first chairs of the chair's outlet that can be started now. */
export const freeChairsBeside = (
  db: Querier,
  { outletId }: Pick<DeviceRecord, "outletId">,
  limit: number,
): Promise<string[]> => freeChairs(db, outletId, sql`true`, limit);
