import type { Connection, Database, Querier } from "./database.ts";
import { isRetryable } from "./database-errors.ts";
import type { SqlQuery } from "./sql.ts";

/** All transactions write in this fixed order, which prevents deadlocks. */
const writeOrder = [
  "orderMoves",
  "ledgerEntries",
  "chairCommands",
  "responses",
  "auditEntries",
  "events",
  "jobs",
] as const;

/** Rows of one kind that are written together, by one statement, before the commit. A feature declares each kind once. */
export interface DeferredRows<Row, Written = unknown> {
  readonly stage: (typeof writeOrder)[number];
  statement(rows: readonly Row[]): SqlQuery<Written>;
  /** Validates what was written; may defer rows of a later stage. An error rolls the transaction back. */
  onWritten?(uow: UnitOfWork, rows: readonly Row[], written: readonly Written[]): void;
}

/**
 * One transaction. `query` executes immediately; deferred rows are written by `flush` or before the commit.
 * Functions that take a unit of work as their first argument and return nothing only defer rows.
 */
export interface UnitOfWork extends Querier {
  defer<Row, Written>(kind: DeferredRows<Row, Written>, rows: readonly Row[]): void;
  /** Rows of a kind that are not written yet. */
  deferred<Row, Written>(kind: DeferredRows<Row, Written>): readonly Row[];
  /** Writes the deferred rows now; needed for rows that are read or changed again in the same transaction. */
  flush(): Promise<void>;
}

export interface TransactOptions {
  /** For few statements that process many rows, as in an import: each statement is planned for its values. */
  bulk?: boolean;
}

type AnyRows = DeferredRows<unknown>;

function createUnitOfWork({ query }: Connection) {
  const deferred = new Map<AnyRows, unknown[]>();

  async function write(kind: AnyRows, rows: readonly unknown[]): Promise<void> {
    deferred.delete(kind);
    const written = await kind.statement(rows).execute(uow);
    kind.onWritten?.(uow, rows, written.rows);
  }

  /** Sends statements without waiting for results in between: after one that fails, PostgreSQL rejects the others. */
  function sendDeferred(): Promise<void>[] {
    const kinds = [...deferred].sort(([a], [b]) => writeOrder.indexOf(a.stage) - writeOrder.indexOf(b.stage));
    // `onWritten` may defer further events, so events wait until all of them can be written by one statement.
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
    // The remaining rows and the commit are sent together: after a statement that failed, COMMIT rolls back.
    const remaining = sendDeferred();
    const [ended] = await Promise.all([query("COMMIT"), ...remaining]);
    if (ended.command !== "COMMIT")
      throw new Error("the transaction was rolled back because one of its statements had failed");
  }

  return { uow, commit };
}

/**
 * Transactions look rows up by key in tables that may have a hundred partitions. A generic plan of nested loops finds
 * the partition of each row during execution. Otherwise PostgreSQL plans every statement again for its values, because
 * a plan for any partition looks expensive to it; planning then costs several times as much as execution.
 */
const genericPlans =
  "; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off";

const maxAttempts = 5;

/** Retries after a deadlock or a serialization failure, so `work` may have no effect but its statements. */
export async function transact<R>(
  database: Database,
  work: (uow: UnitOfWork) => Promise<R> | R,
  options: TransactOptions = {},
): Promise<R> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt(database, work, options);
    } catch (error) {
      if (attempts === maxAttempts || !isRetryable(error)) throw error;
    }
  }
}

async function attempt<R>(
  database: Database,
  work: (uow: UnitOfWork) => Promise<R> | R,
  { bulk = false }: TransactOptions,
): Promise<R> {
  const connection = await database.reserve();
  const { uow, commit } = createUnitOfWork(connection);
  // Sent together with the first statement of `work`, which fails if `begin` fails.
  const begin = connection.query(
    `START TRANSACTION ISOLATION LEVEL READ COMMITTED${bulk ? "" : genericPlans}`,
  );
  begin.catch(() => {});
  try {
    const result = await work(uow);
    await commit();
    await begin;
    connection.release(false);
    return result;
  } catch (error) {
    await connection.query("ROLLBACK").then(
      () => connection.release(false),
      () => connection.release(true),
    );
    throw error;
  }
}
