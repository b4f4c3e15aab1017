import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { type Reading, read } from "#platform/postgres/combined-query.ts";
import { isAbnormal, isInUseNow, joinLiveOrder } from "./devices-store.ts";

export interface DeviceCounts {
  readonly total: number;
  /** Offline, faulty or disabled, each chair counted once. */
  readonly abnormal: number;
  readonly online: number;
  readonly inUse: number;
}

export const deviceCounts = (outletIds: readonly string[]): Reading<DeviceCounts, DeviceCounts> => ({
  query: sql<DeviceCounts>`
    SELECT count(*) AS total,
      count(*) FILTER (WHERE ${isAbnormal}) AS abnormal,
      count(*) FILTER (WHERE d.online) AS online, count(*) FILTER (WHERE ${isInUseNow}) AS "inUse"
    FROM device d ${joinLiveOrder}
    WHERE d.outlet_id = ANY(${outletIds}::text[])`,
  answer: ([counted]) => counted ?? { total: 0, abnormal: 0, online: 0, inUse: 0 },
});

export const countDevices = (db: Querier, outletIds: readonly string[]): Promise<DeviceCounts> =>
  read(db, deviceCounts(outletIds));
