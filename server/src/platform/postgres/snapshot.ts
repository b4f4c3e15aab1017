import { setTimeout as pause } from "node:timers/promises";
import type { Database, Querier } from "./database.ts";
import { sql, type SqlQuery } from "./sql.ts";
import { transact } from "./unit-of-work.ts";

/** Reads the database as of one instant, so that rows and counts agree. */
export interface Snapshot {
  readonly db: Querier;
  /**
   * The rows of one query in batches; the next batch is fetched while the caller processes the current one, which is
   * emptied afterwards. May be called once per snapshot only, because its cursor has one name.
   */
  batches<R>(query: SqlQuery<R>): AsyncGenerator<R[], void, undefined>;
  /** Cancels the running statement and releases the connection; idempotent. */
  close(): Promise<void>;
}

// Small batches let other requests run in between and keep few rows alive during garbage collection.
const batchRows = 200;
const cancelAgainMs = 50;

/** @param signal closes the snapshot, also during a query */
export async function openSnapshot(database: Database, signal: AbortSignal): Promise<Snapshot> {
  const connection = await database.reserve();
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
        // A cancellation has no effect on a statement that PostgreSQL has not begun, so it is repeated.
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
  // The reader gets the error of the cancelled query.
  const closeNow = () => void close().catch(() => {});
  signal.addEventListener("abort", closeNow);

  const read = <T>(work: Promise<T>): Promise<T> => {
    const current = work.finally(() => {
      if (reading === current) reading = null;
    });
    // Without this handler, a cancellation while no caller awaits it would be an unhandled rejection.
    current.catch(() => {});
    reading = current;
    return current;
  };

  try {
    signal.throwIfAborted();
    await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // Plans the cursor for fetching all rows instead of the first ones.
    const { rows } = await sql<{ processId: number }>`
      SELECT pg_backend_pid() AS "processId", set_config('cursor_tuple_fraction', '1', true)`.execute(
      connection,
    );
    processId = rows[0]?.processId ?? 0;
    signal.throwIfAborted();
  } catch (error) {
    await close();
    throw error;
  }

  return {
    db: connection,
    async *batches<R>(query: SqlQuery<R>) {
      await read(sql`DECLARE batches NO SCROLL CURSOR FOR ${query}`.execute(connection));
      // Closing waits for the running statement only, so no other may follow it.
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
    close,
  };
}

/** Empties a batch: settled promises of consecutive batches would keep 100 MB of rows in memory. */
export function releaseRows(rows: unknown[]): void {
  rows.length = 0;
}

/** A statement may be cancelled only by the role that logged in, not by the role of SET ROLE. */
async function cancelStatement(database: Database, processId: number): Promise<void> {
  await transact(database, async (uow) => {
    await sql`SET LOCAL ROLE NONE`.execute(uow);
    await sql`SELECT pg_cancel_backend(${processId}::integer)`.execute(uow);
  });
}
