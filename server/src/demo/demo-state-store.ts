import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type DatabaseContent = "nothing" | "demo" | "otherData";

/** Returns what the database contains. It contains the demo if the audit trail has an entry that the demo was loaded. */
export async function readContent(db: Querier): Promise<DatabaseContent> {
  const { demo, anything } = await sql<{ demo: boolean; anything: boolean }>`
    SELECT EXISTS (SELECT FROM audit_entry WHERE action = 'demo.loaded') AS demo,
      EXISTS (SELECT FROM account) OR EXISTS (SELECT FROM outlet) OR EXISTS (SELECT FROM price_group)
        OR EXISTS (SELECT FROM coupon) AS anything`.firstRow(db);
  return demo ? "demo" : anything ? "otherData" : "nothing";
}

/** Deletes the content of all tables except `schema_migration`; `owner` must be a connection of their owner. */
export async function truncateTables(owner: Querier): Promise<void> {
  const tables = await sql<{ name: string }>`
    SELECT quote_ident(tablename) AS name FROM pg_catalog.pg_tables
    WHERE schemaname = 'public' AND tablename <> 'schema_migration'`.execute(owner);
  await sql`TRUNCATE ${sql.raw(tables.rows.map((row) => row.name).join(", "))} RESTART IDENTITY CASCADE`.execute(
    owner,
  );
}

/** Updates the planner's statistics: those of empty tables would mislead the planner after the demo is loaded. */
export async function analyzeTables(owner: Querier): Promise<void> {
  await sql`ANALYZE`.execute(owner);
}

export async function addManagers(
  uow: UnitOfWork,
  accountId: string,
  outletIds: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO outlet_manager (outlet_id, account_id)
    SELECT outlet_id, ${accountId} FROM unnest(${outletIds}::text[]) AS managed (outlet_id)`.execute(uow);
}

/** Records that a chair has been offline since `since`; used for the demo's offline chair. */
export async function setOfflineSince(uow: UnitOfWork, deviceId: string, since: Date): Promise<void> {
  await sql`UPDATE device SET last_seen_at = ${since}, firmware = 'demo' WHERE device_id = ${deviceId}`.execute(
    uow,
  );
  await sql`
    INSERT INTO device_absence (device_id, outlet_id, began_at)
    SELECT device_id, outlet_id, ${since} FROM device WHERE device_id = ${deviceId}`.execute(uow);
}

/** Takes a chair out of service with a reason, as a manager does. */
export async function setOutOfService(
  uow: UnitOfWork,
  deviceId: string,
  at: Date,
  reason: string,
): Promise<void> {
  await sql`
    UPDATE device SET disabled_at = ${at}, out_of_service_reason = ${reason}
    WHERE device_id = ${deviceId}`.execute(uow);
}

/** Counts online chairs from which a message arrived since `since`. */
export async function countConnected(db: Querier, since: Date): Promise<number> {
  const { chairs } = await sql<{ chairs: number }>`
    SELECT count(*) AS chairs FROM device WHERE online AND last_seen_at >= ${since}`.firstRow(db);
  return chairs;
}

/** Returns the coin counters of chairs with past coins by ID, in minor units. */
export async function readCoinCounters(db: Querier): Promise<Map<string, number>> {
  const meters = await sql<{ deviceId: string; counterMinor: number }>`
    SELECT device_id AS "deviceId", counter_minor AS "counterMinor" FROM coin_meter`.rows(db);
  return new Map(meters.map(({ deviceId, counterMinor }) => [deviceId, counterMinor]));
}

export async function checkpoint(owner: Querier): Promise<void> {
  await sql`CHECKPOINT`.execute(owner);
}

/** Generating the history takes seconds per statement, which the embedded database would log as slow. */
export async function logNoSlowStatements(owner: Querier): Promise<void> {
  await sql`SET log_min_duration_statement = -1`.execute(owner);
}
