import type { Database, Querier, Transaction } from "./database.ts";
import { isRetryable } from "./database-errors.ts";
import type { SqlQuery } from "./sql.ts";

const mostTries = 5;

/** Rows of one kind that may wait for the end of their transaction and are then written by one statement. */
export interface LateRows<Row, Written = unknown> {
  /** In this order, the same for everybody, so that two transactions never wait for each other in a circle. */
  readonly rank: (typeof ranks)[number];
  statement(rows: readonly Row[]): SqlQuery<Written>;
  /** Looks at what was written, which the transaction's end then waits for; may bring more of a later kind. */
  settle?(db: Querier, rows: readonly Row[], written: readonly Written[]): Promise<void>;
}

const ranks = ["moves", "ledger", "commands", "answers", "trail", "news", "jobs"] as const;

type AnyKind = LateRows<unknown>;
type Waiting = Map<AnyKind, unknown[]>;
const waitingOf = new WeakMap<Querier, Waiting>();

/** Writes rows at the end of `transact`, together with all others of their kind; at once where there is none. */
export async function writeLate<Row, Written>(
  db: Querier,
  kind: LateRows<Row, Written>,
  rows: readonly Row[],
): Promise<void> {
  const waiting = waitingOf.get(db);
  if (waiting === undefined) {
    const written = await kind.statement(rows).execute(db);
    return kind.settle?.(db, rows, written.rows);
  }
  const earlier = waiting.get(kind);
  if (earlier === undefined) waiting.set(kind, [...rows]);
  else earlier.push(...rows);
}

/** Writes what waits now: for whoever reads it back in the same transaction. */
export async function writeWaiting(tx: Querier): Promise<void> {
  while ((waitingOf.get(tx)?.size ?? 0) > 0) await Promise.all(sendWaiting(tx));
}

/**
 * Sends what waits in the order of the ranks, without waiting for answers in between. Where one of them fails, so do
 * all behind it.
 */
function sendWaiting(tx: Querier): Promise<void>[] {
  const waiting = waitingOf.get(tx);
  if (waiting === undefined) return [];
  const kinds = [...waiting].sort(([a], [b]) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank));
  // News may be brought by what is settled, and are written once.
  const isFirst = kinds.some(([kind]) => kind.settle !== undefined);
  const now = isFirst ? kinds.filter(([kind]) => kind.rank !== "news") : kinds;
  return now.map(async ([kind, rows]) => {
    waiting.delete(kind);
    const written = await kind.statement(rows).execute(tx);
    await kind.settle?.(tx, rows, written.rows);
  });
}

const waitsForAnswers = (tx: Querier): boolean =>
  [...(waitingOf.get(tx)?.keys() ?? [])].some((kind) => kind.settle !== undefined);

/**
 * What follows looks rows up by key in tables that may be cut into a hundred months: one plan, kept, that goes row by
 * row and finds each row's month as it goes. Otherwise PostgreSQL plans every statement anew for its values, since a
 * plan for any month looks dear to it; that costs several times what carrying it out does.
 */
const begin = `START TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCAL plan_cache_mode = force_generic_plan;
  SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off`;

/**
 * One transaction, run again where PostgreSQL ended it for a deadlock or a serialization failure. `work` must have
 * no effect beyond its statements.
 */
export async function transact<R>(database: Database, work: (tx: Transaction) => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(database, work);
    } catch (error) {
      if (tries === mostTries || !isRetryable(error)) throw error;
    }
  }
}

async function attempt<R>(database: Database, work: (tx: Transaction) => Promise<R>): Promise<R> {
  const { query, release } = await database.reserve();
  const tx: Transaction = { kind: "transaction", query };
  waitingOf.set(tx, new Map());
  // Goes out with the first statement; where it fails, so does that one.
  const begun = query(begin);
  begun.catch(() => {});
  try {
    const result = await work(tx);
    while (waitsForAnswers(tx)) await Promise.all(sendWaiting(tx));
    // The rest and the commit in one go: a commit behind a statement that failed rolls back.
    const late = sendWaiting(tx);
    const [ended] = await Promise.all([query("COMMIT"), begun, ...late]);
    if (ended.command !== "COMMIT")
      throw new Error("the transaction was rolled back: a statement in it had failed");
    release(false);
    return result;
  } catch (error) {
    await query("ROLLBACK").then(
      () => release(false),
      () => release(true),
    );
    throw error;
  }
}
