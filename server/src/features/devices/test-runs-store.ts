import type { InstantRange } from "#platform/time/calendar.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface NewTestRun {
  readonly testRunId: string;
  readonly deviceId: string;
  readonly outletId: string;
  readonly accountId: string;
  readonly requestedAt: Date;
}

export async function insertTestRun(uow: UnitOfWork, run: NewTestRun): Promise<void> {
  await sql`
    INSERT INTO test_run (test_run_id, device_id, outlet_id, account_id, requested_at)
    VALUES (${run.testRunId}, ${run.deviceId}, ${run.outletId}, ${run.accountId}, ${run.requestedAt})`.execute(
    uow,
  );
}

/** Returns whether a run ID that a chair reports is the ID of a test run of this chair. */
export async function isTestRun(db: Querier, deviceId: string, runId: string): Promise<boolean> {
  return sql`
    SELECT FROM test_run WHERE test_run_id::text = ${runId} AND device_id = ${deviceId}`.hasRows(db);
}

interface RunEvent {
  readonly deviceId: string;
  readonly event: PayloadOf<"event">;
  readonly occurredAt: Date;
}

/**
 * Records the start and the end of test runs, each once; the events may arrive in any order. Events of other runs are
 * ignored. The caller passes only events that start or end a run, whose `orderId` is a UUID.
 */
export async function recordTestRuns(uow: UnitOfWork, events: readonly RunEvent[]): Promise<void> {
  // A chair reports the ID of a test run as `orderId`.
  const rows = events.flatMap(({ deviceId, event, occurredAt }) =>
    event.orderId === undefined
      ? []
      : {
          testRunId: event.orderId,
          deviceId,
          ...(event.type === "started"
            ? { startedAt: occurredAt }
            : { endedAt: occurredAt, ranSeconds: event.seconds }),
        },
  );
  if (rows.length === 0) return;
  await sql`
    UPDATE test_run t SET started_at = coalesce(t.started_at, e.started_at),
      ended_at = coalesce(t.ended_at, e.ended_at), ran_seconds = coalesce(t.ran_seconds, e.ran_seconds)
    FROM (
      SELECT "testRunId", "deviceId", min("startedAt") AS started_at, min("endedAt") AS ended_at,
        min("ranSeconds") AS ran_seconds
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("testRunId" uuid, "deviceId" text,
        "startedAt" timestamptz, "endedAt" timestamptz, "ranSeconds" integer)
      GROUP BY 1, 2
    ) AS e
    WHERE t.test_run_id = e."testRunId" AND t.device_id = e."deviceId"`.execute(uow);
}

/**
 * Counts the test runs of a chair that were requested in a range and took place or may still take place. A run may have
 * several commands: its start, and its stops.
 */
export async function countRequestedTestRuns(
  db: Querier,
  deviceId: string,
  { from, to }: InstantRange,
): Promise<number> {
  const { runs } = await sql<{ runs: number }>`
    SELECT count(DISTINCT test_run_id)::int AS runs FROM test_run t LEFT JOIN chair_command c USING (test_run_id)
    WHERE t.device_id = ${deviceId} AND t.requested_at >= ${from}
      AND (num_nonnulls(t.started_at, t.ended_at) > 0 OR c.outcome IN ('done', 'duplicate')
        OR (c.outcome IS NULL AND c.not_after >= ${to}))`.firstRow(db);
  return runs;
}

/** Counts the test runs of a chair at an outlet that were requested in a range and took place. */
export async function countTestRuns(
  db: Querier,
  { deviceId, outletId }: Pick<NewTestRun, "deviceId" | "outletId">,
  { from, to }: InstantRange,
): Promise<number> {
  const { runs } = await sql<{ runs: number }>`
    SELECT count(*)::int AS runs FROM test_run
    WHERE device_id = ${deviceId} AND outlet_id = ${outletId} AND requested_at >= ${from} AND requested_at < ${to}
      AND num_nonnulls(started_at, ended_at) > 0`.firstRow(db);
  return runs;
}
