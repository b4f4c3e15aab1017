import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { sql } from "kysely";
import type { Querier, Transaction } from "#platform/database.ts";

export async function readCredentialHash(db: Querier, deviceId: string): Promise<Buffer | null> {
  const found = await sql<{ credential_hash: Buffer | null }>`
    SELECT credential_hash FROM device WHERE device_id = ${deviceId}`.execute(db);
  return found.rows[0]?.credential_hash ?? null;
}

export async function writeCredentialHash(
  tx: Transaction,
  deviceId: string,
  hash: Buffer,
): Promise<{ kind: "unknown" | "first" | "replaced" }> {
  const written = await sql<{ replaced: boolean }>`
    WITH before AS (
      SELECT device_id, credential_hash FROM device WHERE device_id = ${deviceId} FOR NO KEY UPDATE
    )
    UPDATE device d SET credential_hash = ${hash} FROM before WHERE d.device_id = before.device_id
    RETURNING before.credential_hash IS NOT NULL AS replaced`.execute(tx);
  const row = written.rows[0];
  if (row === undefined) return { kind: "unknown" };
  return { kind: row.replaced ? "replaced" : "first" };
}

export interface PresenceChange {
  readonly outletId: string;
  readonly wasOnline: boolean;
  readonly online: boolean;
  readonly faultBefore: string | null;
  readonly fault: string | null;
  readonly bootIdBefore: string | null;
  readonly bootId: string | null;
}

/** Writes what chairs said, once each; one statement, so that what was there before is exactly what it replaced. */
export async function writeStates(
  tx: Transaction,
  told: readonly { readonly deviceId: string; readonly state: PayloadOf<"state"> }[],
  now: Date,
): Promise<(PresenceChange & { readonly deviceId: string })[]> {
  const rows = told.map(({ deviceId, state }) => ({ deviceId, ...state }));
  // Locked in one order: every server hears every state. A last will says only that the chair is gone: when it was
  // last seen is known if it was there until now.
  const written = await sql<PresenceChange & { deviceId: string }>`
    WITH told AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t ("deviceId" text, online boolean,
        "bootId" text, firmware text, fault text, running jsonb)
    ), before AS (
      SELECT device_id, online, fault, boot_id FROM device
      WHERE device_id = ANY(${rows.map((row) => row.deviceId)}::text[]) ORDER BY device_id FOR NO KEY UPDATE
    )
    UPDATE device d SET online = told.online,
      boot_id = CASE WHEN told.online THEN told."bootId" ELSE d.boot_id END,
      firmware = CASE WHEN told.online THEN told.firmware ELSE d.firmware END,
      fault = CASE WHEN told.online THEN told.fault ELSE d.fault END,
      running = CASE WHEN told.online THEN told.running ELSE d.running END,
      last_seen_at = CASE WHEN told.online OR before.online THEN ${now} ELSE d.last_seen_at END
    FROM before JOIN told ON told."deviceId" = before.device_id WHERE d.device_id = before.device_id
    RETURNING d.device_id AS "deviceId", d.outlet_id AS "outletId", before.online AS "wasOnline", d.online,
      before.fault AS "faultBefore", d.fault, before.boot_id AS "bootIdBefore",
      d.boot_id AS "bootId"`.execute(tx);
  return written.rows;
}

/** Before any chair has spoken to this broker. @returns the chairs that counted as online until now */
export async function writeAllOffline(tx: Transaction): Promise<{ deviceId: string; outletId: string }[]> {
  const changed = await sql<{ deviceId: string; outletId: string }>`
    UPDATE device SET online = false WHERE online
    RETURNING device_id AS "deviceId", outlet_id AS "outletId"`.execute(tx);
  return changed.rows;
}

/** Since when these chairs stand where they stand; of an id that is no chair of ours nothing. */
export async function installationDates(
  db: Querier,
  deviceIds: readonly string[],
): Promise<Map<string, Date>> {
  const found = await sql<{ device_id: string; installed_at: Date }>`
    SELECT device_id, installed_at FROM device WHERE device_id = ANY(${deviceIds}::text[])`.execute(db);
  return new Map(found.rows.map((row) => [row.device_id, row.installed_at]));
}
