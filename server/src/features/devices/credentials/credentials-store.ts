import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface ChairLogin {
  readonly deviceId: string;
  /** The hash of the secret in Mosquitto's format; null if the secret was issued before this column existed. */
  readonly brokerPassword: string | null;
}

/** Returns every chair that has a secret. */
export async function listChairLogins(db: Querier): Promise<ChairLogin[]> {
  return sql<ChairLogin>`
    SELECT device_id AS "deviceId", broker_password AS "brokerPassword" FROM device
    WHERE credential_hash IS NOT NULL ORDER BY device_id`.rows(db);
}

/** Returns the hash of the chair's secret; null for an unknown chair, or one without a secret. */
export async function readCredentialHash(db: Querier, deviceId: string): Promise<Buffer | null> {
  const found = await sql<{ hash: Buffer | null }>`
    SELECT credential_hash AS hash FROM device WHERE device_id = ${deviceId}`.rowOrNull(db);
  return found?.hash ?? null;
}

/** @returns whether the chair is unknown, had no secret before, or had one that is now replaced */
export async function writeCredential(
  uow: UnitOfWork,
  deviceId: string,
  { hash, brokerPassword }: { hash: Buffer; brokerPassword: string },
): Promise<"unknown" | "first" | "replaced"> {
  const written = await sql<{ replaced: boolean }>`
    WITH before AS (
      SELECT device_id, credential_hash FROM device WHERE device_id = ${deviceId} FOR NO KEY UPDATE
    )
    UPDATE device d SET credential_hash = ${hash}, broker_password = ${brokerPassword},
      -- A board with the earlier secret can no longer take the connection over.
      earlier_boot_ids = '{}', is_taken_over = false, takeovers = 0, identity_shared_since = NULL,
      fault = CASE WHEN identity_shared_since IS NULL THEN fault END
    FROM before WHERE d.device_id = before.device_id
    RETURNING before.credential_hash IS NOT NULL AS replaced`.rowOrNull(uow);
  if (written === null) return "unknown";
  return written.replaced ? "replaced" : "first";
}
