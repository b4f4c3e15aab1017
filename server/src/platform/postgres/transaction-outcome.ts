import type { Clock } from "#platform/time/clock.ts";
import type { Database, Querier } from "./database.ts";
import { sql } from "./sql.ts";

/** Returns the ID of the current transaction, with which its outcome can be requested if the connection is lost. */
export async function transactionIdOf(uow: Querier): Promise<string> {
  const { id } = await sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`.firstRow(uow);
  return id;
}

const pauseMs = 100;

/** Returns whether a transaction was committed. Waits while PostgreSQL still executes the commit. */
export async function isCommitted(database: Database, clock: Clock, transactionId: string): Promise<boolean> {
  for (;;) {
    const { status } = await sql<{ status: string }>`
      SELECT pg_xact_status(${transactionId}::xid8) AS status`.firstRow(database);
    if (status !== "in progress") return status === "committed";
    await clock.sleep(pauseMs);
  }
}
