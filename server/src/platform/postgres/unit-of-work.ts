import type { Connection, Database, Querier } from "./database.ts";
import { isConnectionLost, isRetryable, UnknownOutcomeError } from "./database-errors.ts";
import { sql, type SqlQuery } from "./sql.ts";
import type { Clock } from "#platform/time/clock.ts";

/**
 * A flush writes deferred rows in this fixed order, which prevents deadlocks. Only events may follow jobs: they are
 * written later if `onWritten` of other rows may defer further events.
 */
const writeOrder = [
  "orders",
  "orderMoves",
  "ledgerEntries",
  "chairCommands",
  "responses",
  "auditEntries",
  "events",
  "jobs",
] as const;

/** Rows of one kind, which one statement writes together before the commit. A feature declares each kind once. */
export interface DeferredRows<Row, Written = unknown> {
  readonly stage: (typeof writeOrder)[number];
  statement(rows: readonly Row[]): SqlQuery<Written>;
  /** Validates the written rows; may defer rows of a later stage. An error rolls the transaction back. */
  onWritten?(uow: UnitOfWork, rows: readonly Row[], written: readonly Written[]): void;
}

/**
 * One transaction. `query` executes immediately; deferred rows are written by `flush` or before the commit.
 * Functions that take a unit of work as their first argument and return nothing only defer rows.
 */
export interface UnitOfWork extends Querier {
  defer<Row, Written>(kind: DeferredRows<Row, Written>, rows: readonly Row[]): void;
  /** Returns the rows of this kind that are not written yet. */
  deferred<Row, Written>(kind: DeferredRows<Row, Written>): readonly Row[];
  /** Writes the deferred rows now; needed for rows that are read or changed again in the same transaction. */
  flush(): Promise<void>;
}

export interface TransactOptions {
  /** For few statements that process many rows, as in an import: PostgreSQL plans each statement for its values. */
  bulk?: boolean;
  /** For consistent reads: all statements see the database as of the first one, and none may write. */
  snapshot?: boolean;
}

type AnyRows = DeferredRows<unknown>;

function createUnitOfWork({ query }: Connection) {
  const deferred = new Map<AnyRows, unknown[]>();
  let isCommitSent = false;

  async function write(kind: AnyRows, rows: readonly unknown[]): Promise<void> {
    deferred.delete(kind);
    const written = await kind.statement(rows).execute(uow);
    kind.onWritten?.(uow, rows, written.rows);
  }

  /** Sends statements without waiting for results: after a statement fails, PostgreSQL rejects all later ones. */
  function sendDeferred(): Promise<void>[] {
    const kinds = [...deferred].sort(([a], [b]) => writeOrder.indexOf(a.stage) - writeOrder.indexOf(b.stage));
    // `onWritten` may defer further events, so events are written later, when one statement can write all of them.
    const mayDefer = kinds.some(([kind]) => kind.onWritten !== undefined);
    return kinds
      .filter(([kind]) => !mayDefer || kind.stage !== "events")
      .map(([kind, rows]) => write(kind, rows));
  }

  const uow: UnitOfWork = {
    query,
    defer(kind, rows) {
      const earlier = deferred.get(kind);
      if (earlier === undefined) deferred.set(kind, [...rows]);
      else earlier.push(...rows);
    },
    deferred<Row, Written>(kind: DeferredRows<Row, Written>) {
      return (deferred.get(kind) ?? []) as Row[];
    },
    async flush() {
      while (deferred.size > 0) await Promise.all(sendDeferred());
    },
  };

  async function commit(): Promise<void> {
    while ([...deferred.keys()].some((kind) => kind.onWritten !== undefined))
      await Promise.all(sendDeferred());
    // The remaining rows and COMMIT are sent together: if a statement has failed, COMMIT rolls back.
    const remaining = sendDeferred();
    isCommitSent = true;
    const [ended] = await Promise.all([query("COMMIT"), ...remaining]);
    if (ended.command !== "COMMIT")
      throw new Error("the transaction was rolled back because one of its statements had failed");
  }

  return { uow, commit, isCommitSent: () => isCommitSent };
}

/**
 * Transactions look rows up by key in tables with up to a hundred partitions. A generic plan with nested loops finds
 * each row's partition during execution. By default, PostgreSQL would plan every statement again for its values,
 * because it estimates a high cost for a plan that covers all partitions. Planning then costs several times as much as
 * execution.
 */
const genericPlans =
  "; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off";

const maxAttempts = 5;

/**
 * Retries after a deadlock or a serialization failure, and once on another connection if the connection was lost before
 * the commit, so `work` may have no side effects except its statements.
 * @throws UnknownOutcomeError if the connection is lost during the commit; after any other error, nothing was
 *   committed
 */
export async function transact<R>(
  database: Database,
  work: (uow: UnitOfWork) => Promise<R> | R,
  options: TransactOptions = {},
): Promise<R> {
  for (let attempts = 1; ; attempts += 1) {
    const connection = await database.reserve();
    try {
      return await attempt(connection, work, options);
    } catch (error) {
      const mayRepeat = isRetryable(error) || (attempts === 1 && isConnectionLost(error));
      if (attempts === maxAttempts || !mayRepeat) throw error;
    }
  }
}

async function attempt<R>(
  connection: Connection,
  work: (uow: UnitOfWork) => Promise<R> | R,
  { bulk = false, snapshot = false }: TransactOptions,
): Promise<R> {
  const { uow, commit, isCommitSent } = createUnitOfWork(connection);
  // BEGIN is sent together with the first statement of `work`, which fails if BEGIN fails.
  const begin = connection.query(
    snapshot
      ? "START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
      : `START TRANSACTION ISOLATION LEVEL READ COMMITTED${bulk ? "" : genericPlans}`,
  );
  begin.catch(() => {});
  try {
    const result = await work(uow);
    await commit();
    await begin;
    connection.release(false);
    return result;
  } catch (error) {
    const isLost = await connection.query("ROLLBACK").then(
      () => false,
      () => true,
    );
    connection.release(isLost);
    // On a connection that still exists, PostgreSQL has reported the failure of COMMIT, so nothing was committed.
    throw isLost && isCommitSent() ? new UnknownOutcomeError(error) : error;
  }
}

/** Returns the ID of the current transaction, with which its outcome can be requested if the connection is lost. */
export async function transactionIdOf(uow: Querier): Promise<string> {
  const { id } = await sql<{ id: string }>`SELECT pg_current_xact_id()::text AS id`.firstRow(uow);
  return id;
}

const outcomePauseMs = 100;

/** Returns whether a transaction was committed. Waits while PostgreSQL still executes the commit. */
export async function isCommitted(database: Database, clock: Clock, transactionId: string): Promise<boolean> {
  for (;;) {
    const { status } = await sql<{ status: string }>`
      SELECT pg_xact_status(${transactionId}::xid8) AS status`.firstRow(database);
    if (status !== "in progress") return status === "committed";
    await clock.sleep(outcomePauseMs);
  }
}
