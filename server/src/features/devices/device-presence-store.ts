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

/** Writes what the chair said; one statement, so that what was there before is exactly what it replaced. */
export async function writeState(
  tx: Transaction,
  deviceId: string,
  state: PayloadOf<"state">,
  now: Date,
): Promise<PresenceChange | null> {
  // A last will says only that the chair is gone: when it was last seen is known if it was there until now.
  const said = state.online
    ? sql`online = true, boot_id = ${state.bootId}, firmware = ${state.firmware}, fault = ${state.fault},
        running = ${state.running === null ? null : JSON.stringify(state.running)}::jsonb, last_seen_at = ${now}`
    : sql`online = false, last_seen_at = CASE WHEN before.online THEN ${now} ELSE d.last_seen_at END`;
  const written = await sql<PresenceChange>`
    WITH before AS (
      SELECT device_id, online, fault, boot_id FROM device WHERE device_id = ${deviceId} FOR NO KEY UPDATE
    )
    UPDATE device d SET ${said} FROM before WHERE d.device_id = before.device_id
    RETURNING d.outlet_id AS "outletId", before.online AS "wasOnline", d.online,
      before.fault AS "faultBefore", d.fault, before.boot_id AS "bootIdBefore",
      d.boot_id AS "bootId"`.execute(tx);
  return written.rows[0] ?? null;
}

/** Before any chair has spoken to this broker. @returns the chairs that counted as online until now */
export async function writeAllOffline(tx: Transaction): Promise<{ deviceId: string; outletId: string }[]> {
  const changed = await sql<{ deviceId: string; outletId: string }>`
    UPDATE device SET online = false WHERE online
    RETURNING device_id AS "deviceId", outlet_id AS "outletId"`.execute(tx);
  return changed.rows;
}
