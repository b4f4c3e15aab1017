import { sql } from "kysely";
import type { Transaction } from "#platform/database.ts";

export interface ServiceState {
  readonly outletId: string;
  readonly disabledAt: Date | null;
  /** Null where the chair is in service or the operator disabled it. */
  readonly reason: string | null;
}

/** The chair's row stays locked until the transaction ends. */
export async function lockService(tx: Transaction, deviceId: string): Promise<ServiceState | null> {
  const found = await sql<ServiceState>`
    SELECT outlet_id AS "outletId", disabled_at AS "disabledAt", out_of_service_reason AS reason
    FROM device WHERE device_id = ${deviceId} FOR NO KEY UPDATE`.execute(tx);
  return found.rows[0] ?? null;
}

export async function writeService(
  tx: Transaction,
  deviceId: string,
  { disabledAt, reason }: Pick<ServiceState, "disabledAt" | "reason">,
): Promise<void> {
  await sql`
    UPDATE device SET disabled_at = ${disabledAt}, out_of_service_reason = ${reason}
    WHERE device_id = ${deviceId}`.execute(tx);
}
