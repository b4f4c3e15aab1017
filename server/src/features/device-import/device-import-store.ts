import type { Currency } from "@reposo/contract/money/currencies.ts";
import { expectedCash } from "#features/cash-boxes/index.ts";
import type { PartialRow } from "#features/outlets/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface DeviceFacts {
  readonly deviceId: string;
  readonly outletId: string;
  readonly priceGroupId: string | null;
  /** Whether the operator disabled the chair; false for a chair that a manager took out of service. */
  readonly disabled: boolean;
}

type KnownDevice = Omit<DeviceFacts, "outletId"> & {
  /** The reason of the manager who took the chair out of service, otherwise null. */
  readonly outOfServiceReason: string | null;
  readonly currentOutletId: string;
};

export interface References {
  readonly outlets: ReadonlyMap<string, Currency>;
  readonly priceGroups: ReadonlyMap<string, Currency>;
}

/**
 * Loads the values that an import may omit for existing chairs, and locks the chairs' rows until the transaction
 * ends.
 */
export async function lockKnownDevices(
  uow: UnitOfWork,
  deviceIds: readonly string[],
): Promise<Map<string, KnownDevice>> {
  const found = await sql<KnownDevice>`
    SELECT device_id AS "deviceId", price_group_id AS "priceGroupId",
      disabled_at IS NOT NULL AND out_of_service_reason IS NULL AS disabled,
      out_of_service_reason AS "outOfServiceReason", outlet_id AS "currentOutletId"
    FROM device WHERE device_id = ANY(${deviceIds}::text[]) ORDER BY device_id FOR NO KEY UPDATE`.execute(
    uow,
  );
  return new Map(found.rows.map((device) => [device.deviceId, device]));
}

/**
 * Returns the currencies of the outlets and price groups that the rows reference, without those that do not exist. Locks
 * the outlets, whose currency may change until they have a chair.
 */
export async function referencesOf(
  uow: UnitOfWork,
  rows: readonly Partial<Record<"outletId" | "priceGroupId", string | null | undefined>>[],
): Promise<References> {
  const outlets = await sql<{ id: string; currency: Currency }>`
    SELECT outlet_id AS id, currency FROM outlet
    WHERE outlet_id = ANY(${rows.flatMap((row) => row.outletId ?? [])}::text[])
    ORDER BY outlet_id FOR SHARE`.execute(uow);
  const priceGroups = await sql<{ id: string; currency: Currency }>`
    SELECT price_group_id AS id, currency FROM price_group
    WHERE price_group_id = ANY(${rows.flatMap((row) => row.priceGroupId ?? [])}::text[])`.execute(uow);
  return {
    outlets: new Map(outlets.rows.map((row) => [row.id, row.currency])),
    priceGroups: new Map(priceGroups.rows.map((row) => [row.id, row.currency])),
  };
}

export interface UncollectedCash {
  readonly currency: Currency;
  readonly amountMinor: number;
}

/**
 * Returns, by chair, the expected contents of the cash boxes of the chairs that the rows move to an outlet with another
 * currency, without empty boxes.
 */
export async function selectUncollectedCash(
  db: Querier,
  rows: readonly PartialRow<DeviceFacts>[],
): Promise<Map<string, UncollectedCash>> {
  const found = await sql<UncollectedCash & { deviceId: string }>`
    SELECT d.device_id AS "deviceId", before.currency, box."expectedMinor" AS "amountMinor"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("deviceId" text, "outletId" text)
    JOIN device d ON d.device_id = r."deviceId"
    JOIN outlet before ON before.outlet_id = d.outlet_id
    JOIN outlet next ON next.outlet_id = r."outletId" AND next.currency <> before.currency
    CROSS JOIN LATERAL (${expectedCash(sql`d.device_id`, sql`'infinity'`)}) AS box
    WHERE box."expectedMinor" <> 0`.rows(db);
  return new Map(found.map(({ deviceId, ...cash }) => [deviceId, cash]));
}

/**
 * Inserts and updates chairs, and records their moves between outlets. `disabled` is the operator's decision: if it is
 * false, a chair that a manager took out of service stays out of service. If it is true, managers can no longer return
 * such a chair to service.
 * @returns the chairs that were created or changed
 */
export async function upsertDevices(
  uow: UnitOfWork,
  rows: readonly DeviceFacts[],
  now: Date,
): Promise<{ deviceId: string; outletId: string; created: boolean }[]> {
  // `greatest` keeps the order of moves even if the server's clock was set back. Of two moves with the same time,
  // only the first is recorded.
  await sql`
    INSERT INTO device_move (device_id, moved_at, from_outlet_id)
    SELECT d.device_id, greatest(${now}, d.moved_at), d.outlet_id
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("deviceId" text, "outletId" text)
    JOIN device d ON d.device_id = r."deviceId" AND d.outlet_id <> r."outletId"
    ON CONFLICT DO NOTHING`.execute(uow);
  // `xmax = 0` marks a row that this statement inserted rather than updated.
  return sql<{ deviceId: string; outletId: string; created: boolean }>`
    INSERT INTO device (device_id, outlet_id, price_group_id, installed_at, disabled_at)
    SELECT r."deviceId", r."outletId", r."priceGroupId", ${now}, CASE WHEN r.disabled THEN ${now}::timestamptz END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("deviceId" text, "outletId" text,
      "priceGroupId" text, disabled boolean)
    ON CONFLICT (device_id) DO UPDATE SET outlet_id = excluded.outlet_id,
      moved_at = CASE WHEN device.outlet_id = excluded.outlet_id THEN device.moved_at ELSE greatest(${now}, device.moved_at) END,
      price_group_id = excluded.price_group_id,
      disabled_at = CASE WHEN num_nonnulls(excluded.disabled_at, device.out_of_service_reason) > 0
        THEN coalesce(device.disabled_at, excluded.disabled_at) END,
      out_of_service_reason = CASE WHEN excluded.disabled_at IS NULL THEN device.out_of_service_reason END
    WHERE (device.outlet_id, device.price_group_id,
        device.disabled_at IS NOT NULL AND device.out_of_service_reason IS NULL)
      IS DISTINCT FROM (excluded.outlet_id, excluded.price_group_id, excluded.disabled_at IS NOT NULL)
    RETURNING device_id AS "deviceId", outlet_id AS "outletId", xmax = 0 AS created`.rows(uow);
}
