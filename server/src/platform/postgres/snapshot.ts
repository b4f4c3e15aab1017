import { setTimeout as pause } from "node:timers/promises";
import type { Database, Querier } from "./database.ts";
import { databaseDeadlines } from "./deadlines.ts";
import { sql, type SqlQuery } from "./sql.ts";
import { transact } from "./unit-of-work.ts";

// Small batches let other requests run between them and limit the rows that survive garbage collection.
const batchRows = 200;
const cancelAgainMs = 50;

/** @param signal closes the snapshot (see `close`) when it aborts, also while a statement is running */
export async function openSnapshot(database: Database, signal: AbortSignal) {
  const connection = await database.reserve(databaseDeadlines.exportStatementMs);
  let reading: Promise<unknown> | null = null;
  let closing: Promise<void> | null = null;
  let processId = 0;

  function close(): Promise<void> {
    closing ??= (async () => {
      signal.removeEventListener("abort", closeNow);
      const pending = reading;
      if (pending !== null) {
        const settled = pending.then(
          () => true,
          () => true,
        );
        // PostgreSQL ignores a cancellation that arrives before the statement begins, so the cancellation is repeated.
        const isOver = () => Promise.race([settled, pause(cancelAgainMs, false)]);
        try {
          do if (processId !== 0) await cancelStatement(database, processId);
          while (!(await isOver()));
        } catch (error) {
          // A statement may still be running, so the connection cannot be reused.
          connection.release(true);
          throw error;
        }
      }
      // The rollback closes the cursor.
      await connection.query("ROLLBACK").then(
        () => connection.release(false),
        () => connection.release(true),
      );
    })();
    return closing;
  }
  // The caller that reads batches learns of the abort from its own query, so an error of closing is ignored.
  const closeNow = () => void close().catch(() => {});
  signal.addEventListener("abort", closeNow);

  const read = <T>(work: Promise<T>): Promise<T> => {
    const current = work.finally(() => {
      if (reading === current) reading = null;
    });
    // Without this handler, cancelling a prefetch that no caller awaits would be an unhandled rejection.
    current.catch(() => {});
    reading = current;
    return current;
  };

  try {
    signal.throwIfAborted();
    await connection.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${connection.statementMs}; ` +
        `SET LOCAL idle_in_transaction_session_timeout = ${databaseDeadlines.exportIdleMs}`,
    );
    // Makes PostgreSQL optimise the cursor's plan for fetching all rows instead of the first few.
    ({ processId } = await sql<{ processId: number }>`
      SELECT pg_backend_pid() AS "processId", set_config('cursor_tuple_fraction', '1', true)`.firstRow(
      connection,
    ));
    signal.throwIfAborted();
  } catch (error) {
    await close();
    throw error;
  }

  return {
    db: connection as Querier,
    /**
     * Yields the rows of one query in batches. The next batch is fetched while the caller processes the current one;
     * the current array is emptied afterwards. May be called only once per snapshot, because its cursor has a fixed
     * name.
     */
    async *batches<R>(query: SqlQuery<R>): AsyncGenerator<R[], void, undefined> {
      await read(sql`DECLARE batches NO SCROLL CURSOR FOR ${query}`.execute(connection));
      // `close` waits for the running statement only, so no further statement may start.
      if (closing !== null) throw new Error("the snapshot was closed");
      const fetchMore = () => read(sql<R>`FETCH ${sql.literal(batchRows)} FROM batches`.execute(connection));
      for (let next = fetchMore(); ; ) {
        const { rows } = await next;
        signal.throwIfAborted();
        if (rows.length === batchRows) next = fetchMore();
        const isLast = rows.length < batchRows;
        if (rows.length > 0) yield rows;
        releaseRows(rows);
        if (isLast) return;
      }
    },
    /**
     * Cancels the running statement of `batches`, waits for a running statement of `db`, and releases the connection.
     * Further calls have no effect.
     */
    close,
  };
}

/** Reads the database as of one instant, so that rows and counts are consistent. */
export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>;

/** Empties a batch: the promises of earlier batches would otherwise keep 100 MB of rows in memory. */
export function releaseRows(rows: unknown[]): void {
  rows.length = 0;
}

/**
 * Cancels the statement of another connection. Resets the role first, because PostgreSQL lets only the role that logged
 * in, not the role of SET ROLE, cancel a statement.
 */
async function cancelStatement(database: Database, processId: number): Promise<void> {
  await transact(database, async (uow) => {
    await sql`SET LOCAL ROLE NONE`.execute(uow);
    await sql`SELECT pg_cancel_backend(${processId}::integer)`.execute(uow);
  });
}
