import { setTimeout as pause } from "node:timers/promises";
import type { Database, Querier } from "./database.ts";
import { sql, type SqlQuery } from "./sql.ts";
import { transact } from "./unit-of-work.ts";

/** The database as it stood at one instant, for as long as it is open: what is read and what is counted agree. */
export interface Snapshot {
  readonly db: Querier;
  /**
   * The rows of one query, a batch at a time, the next being read while this one is worked on. Once a snapshot. A batch
   * is empty again once the next one is asked for.
   */
  batches<R>(query: SqlQuery<R>): AsyncGenerator<R[], void, undefined>;
  /** Stops what is being read and gives the connection back; may be called again. */
  close(): Promise<void>;
}

// Small enough for others' calls to get their turn between two batches, and for little to be alive while garbage is
// collected: what is then would stay in memory until the whole of it is looked through.
const batchRows = 200;
const cancelAgainMs = 50;

/** @param signal closes it from outside, in the middle of a query too */
export async function openSnapshot(database: Database, signal: AbortSignal): Promise<Snapshot> {
  const connection = await database.reserve();
  let reading: Promise<unknown> | null = null;
  let closing: Promise<void> | null = null;
  let processId = 0;

  function close(): Promise<void> {
    closing ??= (async () => {
      signal.removeEventListener("abort", closeNow);
      const underWay = reading;
      if (underWay !== null) {
        const settled = underWay.then(
          () => true,
          () => true,
        );
        // A statement that is on its way and not yet begun does not hear that it is cancelled.
        const isOver = () => Promise.race([settled, pause(cancelAgainMs, false)]);
        do if (processId !== 0) await cancelStatement(database, processId);
        while (!(await isOver()));
      }
      // The rollback closes the cursor.
      await connection.query("ROLLBACK").then(
        () => connection.release(false),
        () => connection.release(true),
      );
    })();
    return closing;
  }
  // Whoever reads is told by the query that breaks off.
  const closeNow = () => void close().catch(() => {});
  signal.addEventListener("abort", closeNow);

  const read = <T>(work: Promise<T>): Promise<T> => {
    const mine = work.finally(() => {
      if (reading === mine) reading = null;
    });
    // Nobody may be waiting for it when it breaks off.
    mine.catch(() => {});
    reading = mine;
    return mine;
  };

  try {
    signal.throwIfAborted();
    await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // All rows will be wanted, so the plan that is best for all of them.
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
      // Whoever closes waits for the statement under way, not for one that follows it.
      if (closing !== null) throw new Error("the snapshot was closed");
      const fetchMore = () => read(sql<R>`FETCH ${sql.literal(batchRows)} FROM batches`.execute(connection));
      for (let next = fetchMore(); ; ) {
        const { rows } = await next;
        signal.throwIfAborted();
        if (rows.length === batchRows) next = fetchMore();
        const isLast = rows.length < batchRows;
        if (rows.length > 0) yield rows;
        letGo(rows);
        if (isLast) return;
      }
    },
    close,
  };
}

/**
 * Promises that have been met hang together, from one batch to the next: as soon as one of them has grown old, all
 * that come after it outlive the small collections of garbage, with the rows that they brought. A long file made the
 * process a hundred megabytes larger by that.
 */
export function letGo(rows: unknown[]): void {
  rows.length = 0;
}

/** As the login's own role: statements may be cancelled by a member of the role that logged in, whatever SET ROLE says. */
async function cancelStatement(database: Database, processId: number): Promise<void> {
  await transact(database, async (uow) => {
    await sql`SET LOCAL ROLE NONE`.execute(uow);
    await sql`SELECT pg_cancel_backend(${processId}::integer)`.execute(uow);
  });
}
