import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Writes whether a chair is out of service. Both values are null for a chair in service. */
export async function writeService(
  uow: UnitOfWork,
  deviceId: string,
  { disabledAt, reason }: { readonly disabledAt: Date | null; readonly reason: string | null },
): Promise<void> {
  await sql`
    UPDATE device SET disabled_at = ${disabledAt}, out_of_service_reason = ${reason}
    WHERE device_id = ${deviceId}`.execute(uow);
}

export interface ManagerCommand {
  readonly commandId: string;
  readonly notAfter: Date;
  /** The chair's reply; null without one. */
  readonly outcome: "done" | "refused" | "expired" | "duplicate" | null;
}

export async function latestIdentify(db: Querier, deviceId: string): Promise<ManagerCommand | null> {
  return sql<ManagerCommand>`
    SELECT command_id AS "commandId", not_after AS "notAfter", outcome FROM chair_command
    WHERE device_id = ${deviceId} AND type = 'identify' ORDER BY created_at DESC LIMIT 1`.rowOrNull(db);
}

interface TestRunCommand extends ManagerCommand {
  readonly testRunId: string;
  /** When the chair started the run, or confirmed the command; null before. */
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

/**
 * Returns the command of the chair's latest test run. An event of the run also confirms the command, because the
 * reply may be lost.
 */
export async function latestTestRun(db: Querier, deviceId: string): Promise<TestRunCommand | null> {
  return sql<TestRunCommand>`
    SELECT c.command_id AS "commandId", c.not_after AS "notAfter", t.test_run_id AS "testRunId",
      coalesce(t.started_at, CASE WHEN c.outcome IN ('done', 'duplicate') THEN c.replied_at END) AS "startedAt", t.ended_at AS "endedAt",
      coalesce(c.outcome, CASE WHEN num_nonnulls(t.started_at, t.ended_at) > 0 THEN 'done' END) AS outcome
    FROM test_run t JOIN chair_command c ON c.test_run_id = t.test_run_id AND c.type = 'start'
    WHERE t.device_id = ${deviceId} ORDER BY t.requested_at DESC LIMIT 1`.rowOrNull(db);
}

/** Returns the latest stop of a test run. The reply to a stop of an earlier run of the chair may still be pending. */
export async function latestTestRunStop(db: Querier, testRunId: string): Promise<ManagerCommand | null> {
  return sql<ManagerCommand>`
    SELECT command_id AS "commandId", not_after AS "notAfter", outcome FROM chair_command
    WHERE test_run_id = ${testRunId} AND type = 'stop' ORDER BY command_id DESC LIMIT 1`.rowOrNull(db);
}
