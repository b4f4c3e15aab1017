import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

export interface ChairLogin {
  readonly deviceId: string;
  /** Null for a chair whose secret is older than this column. */
  readonly brokerPassword: string | null;
}

/** Every chair that was given a secret. */
export async function listChairLogins(db: Querier): Promise<ChairLogin[]> {
  const { rows } = await sql<ChairLogin>`
    SELECT device_id AS "deviceId", broker_password AS "brokerPassword" FROM device
    WHERE credential_hash IS NOT NULL ORDER BY device_id`.execute(db);
  return rows;
}
