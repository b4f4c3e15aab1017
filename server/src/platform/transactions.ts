import type { Database, Querier, Transaction } from "./database.ts";
import { isRetryable } from "./database-errors.ts";

const mostTries = 5;

/** Rows of one kind that may wait for the end of their transaction and are then written by one statement. */
export interface LateRows<Row> {
  /** In this order, the same for everybody, so that two transactions never wait for each other in a circle. */
  readonly rank: "moves" | "ledger" | "commands" | "answers" | "trail" | "news" | "jobs";
  write(db: Querier, rows: readonly Row[]): Promise<void>;
}

const ranks = ["moves", "ledger", "commands", "answers", "trail", "news", "jobs"] as const;

type Waiting = Map<LateRows<never>, unknown[]>;
const waitingOf = new WeakMap<Querier, Waiting>();

/** Writes rows at the end of `transact`, together with all others of their kind; at once where there is none. */
export async function writeLate<Row>(db: Querier, kind: LateRows<Row>, rows: readonly Row[]): Promise<void> {
  const waiting = waitingOf.get(db);
  if (waiting === undefined) return kind.write(db, rows);
  const earlier = waiting.get(kind);
  if (earlier === undefined) waiting.set(kind, [...rows]);
  else earlier.push(...rows);
}

/** Writes what waits now: for whoever reads it back in the same transaction. */
export async function writeWaiting(db: Querier): Promise<void> {
  const waiting = waitingOf.get(db);
  if (waiting === undefined) return;
  // What is written may bring more of a later kind.
  for (const rank of ranks)
    for (const [kind, rows] of waiting)
      if (kind.rank === rank) {
        waiting.delete(kind);
        await (kind as LateRows<unknown>).write(db, rows);
      }
}

/**
 * One transaction, run again where PostgreSQL ended it for a deadlock or a serialization failure. `work` must have
 * no effect beyond its statements.
 */
export async function transact<R>(database: Database, work: (tx: Transaction) => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database
        .transaction()
        .setIsolationLevel("read committed")
        .execute(async (tx) => {
          waitingOf.set(tx, new Map());
          const result = await work(tx);
          await writeWaiting(tx);
          return result;
        });
    } catch (error) {
      if (tries === mostTries || !isRetryable(error)) throw error;
    }
  }
}
