import type { Currency } from "@reposo/contract/fields.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface DeviceFacts {
  readonly deviceId: string;
  readonly outletId: string;
  readonly priceGroupId: string | null;
  readonly disabled: boolean;
}

export interface References {
  readonly outlets: ReadonlyMap<string, Currency>;
  readonly priceGroups: ReadonlyMap<string, Currency>;
}

/** Values of existing chairs that an import may omit; locked against another import. */
export async function lockKnownDevices(
  uow: UnitOfWork,
  deviceIds: readonly string[],
): Promise<Map<string, Omit<DeviceFacts, "outletId">>> {
  const found = await sql<Omit<DeviceFacts, "outletId">>`
    SELECT device_id AS "deviceId", price_group_id AS "priceGroupId", disabled_at IS NOT NULL AS disabled
    FROM device WHERE device_id = ANY(${deviceIds}::text[]) ORDER BY device_id FOR NO KEY UPDATE`.execute(
    uow,
  );
  return new Map(found.rows.map((device) => [device.deviceId, device]));
}

/** The existing outlets and price groups of the rows, with their currencies. */
export async function referencesOf(
  db: Querier,
  rows: readonly Partial<Record<"outletId" | "priceGroupId", string | null | undefined>>[],
): Promise<References> {
  const outlets = await sql<{ id: string; currency: Currency }>`
    SELECT outlet_id AS id, currency FROM outlet
    WHERE outlet_id = ANY(${rows.flatMap((row) => row.outletId ?? [])}::text[])`.execute(db);
  const priceGroups = await sql<{ id: string; currency: Currency }>`
    SELECT price_group_id AS id, currency FROM price_group
    WHERE price_group_id = ANY(${rows.flatMap((row) => row.priceGroupId ?? [])}::text[])`.execute(db);
  return {
    outlets: new Map(outlets.rows.map((row) => [row.id, row.currency])),
    priceGroups: new Map(priceGroups.rows.map((row) => [row.id, row.currency])),
  };
}

/** @returns the rows that were new or differed; equal ones are unchanged. */
export async function upsertDevices(
  uow: UnitOfWork,
  rows: readonly DeviceFacts[],
  now: Date,
): Promise<{ deviceId: string; outletId: string; created: boolean }[]> {
  // `xmax = 0` marks a row that this statement inserted rather than updated.
  return sql<{ deviceId: string; outletId: string; created: boolean }>`
    INSERT INTO device (device_id, outlet_id, price_group_id, installed_at, disabled_at)
    SELECT r."deviceId", r."outletId", r."priceGroupId", ${now}, CASE WHEN r.disabled THEN ${now}::timestamptz END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("deviceId" text, "outletId" text,
      "priceGroupId" text, disabled boolean)
    ON CONFLICT (device_id) DO UPDATE SET outlet_id = excluded.outlet_id,
      price_group_id = excluded.price_group_id,
      disabled_at = CASE WHEN excluded.disabled_at IS NULL THEN NULL
        ELSE coalesce(device.disabled_at, excluded.disabled_at) END,
      out_of_service_reason = CASE WHEN excluded.disabled_at IS NOT NULL THEN device.out_of_service_reason END
    WHERE (device.outlet_id, device.price_group_id, device.disabled_at IS NULL)
      IS DISTINCT FROM (excluded.outlet_id, excluded.price_group_id, excluded.disabled_at IS NULL)
    RETURNING device_id AS "deviceId", outlet_id AS "outletId", xmax = 0 AS created`.rows(uow);
}
