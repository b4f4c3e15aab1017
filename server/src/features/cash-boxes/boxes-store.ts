import type { Currency } from "@reposo/contract/money/currencies.ts";
import { expectedAmount } from "#features/revenue/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface BoxRecord {
  readonly deviceId: string;
  readonly outletId: string;
  readonly outletName: string;
  readonly currency: Currency;
  /** The expected contents in minor units. */
  readonly cashMinor: number;
  /** Null if the box was never emptied. */
  readonly lastCollectedAt: Date | null;
  /** Display name of the manager; null if the box was never emptied. */
  readonly lastCollectedBy: string | null;
}

/** Selects every chair of the outlets with the expected contents of its cash box and its last collection. */
export async function selectBoxes(db: Querier, outletIds: readonly string[]): Promise<BoxRecord[]> {
  return sql<BoxRecord>`
    SELECT d.device_id AS "deviceId", d.outlet_id AS "outletId", outlet.name AS "outletName", outlet.currency,
      box."expectedMinor" AS "cashMinor", box."lastCollectedAt", account.display_name AS "lastCollectedBy"
    FROM device d JOIN outlet ON outlet.outlet_id = d.outlet_id
    CROSS JOIN LATERAL (${expectedAmount(sql`d.device_id`, sql`'infinity'`)}) AS box
    LEFT JOIN account ON account.account_id = box."lastCollectedById"
    WHERE d.outlet_id = ANY(${outletIds}::text[])
    ORDER BY outlet.name, d.outlet_id, d.device_id`.rows(db);
}

export interface LockedBox {
  readonly deviceId: string;
  readonly outletId: string;
  readonly currency: Currency;
}

/**
 * Locks a chair's row until the transaction ends, which serialises the recording of collections of its cash box.
 * Returns null for an unknown chair.
 */
export async function lockBox(uow: UnitOfWork, deviceId: string): Promise<LockedBox | null> {
  // The outlet is joined after the lock, because the chair may be moved while this statement waits for the lock.
  return sql<LockedBox>`
    WITH locked AS MATERIALIZED (
      SELECT device_id, outlet_id FROM device WHERE device_id = ${deviceId} FOR NO KEY UPDATE
    )
    SELECT locked.device_id AS "deviceId", outlet_id AS "outletId", outlet.currency
    FROM locked JOIN outlet USING (outlet_id)`.rowOrNull(uow);
}

/** Returns a box with the outlet where the chair stood at time `at`, and the currency of that outlet. */
export async function boxAt(uow: UnitOfWork, box: LockedBox, at: Date): Promise<LockedBox> {
  const earlier = await sql<Pick<LockedBox, "outletId" | "currency">>`
    SELECT outlet_id AS "outletId", outlet.currency
    FROM device_move m JOIN outlet ON outlet.outlet_id = m.from_outlet_id
    WHERE m.device_id = ${box.deviceId} AND m.moved_at > ${at} ORDER BY m.moved_at LIMIT 1`.rowOrNull(uow);
  return { ...box, ...earlier };
}
