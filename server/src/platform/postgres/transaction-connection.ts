import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Tables } from "./database-tables.ts";
import type { Database, Transaction } from "./database.ts";

/** One connection for the length of a transaction, which takes statements without waiting for those before. */
export interface TransactionConnection {
  readonly tx: Transaction;
  /** Sends at once, in the order of the calls. */
  send(query: Pick<CompiledQuery, "sql" | "parameters">): Promise<QueryResult<unknown>>;
  /** @param broken it may be in the middle of something, and nobody gets it again */
  release(broken: boolean): void;
}

const pools = new WeakMap<Database, PostgresPool>();

/** The pool behind a database, for those who need a connection of their own. */
export const rememberPool = (database: Database, pool: PostgresPool): void => void pools.set(database, pool);

export async function openTransactionConnection(database: Database): Promise<TransactionConnection> {
  const pool = pools.get(database);
  if (pool === undefined) throw new Error("transact is given a transaction where it needs a database");
  const client = await pool.connect();
  const send: TransactionConnection["send"] = async ({ sql, parameters }) =>
    toResult(await client.query<unknown>(sql, parameters));
  return {
    // Kysely's own transaction lets each statement wait for the answer to the one before.
    tx: new Kysely<Tables>({ dialect: dialectOf(send) }) as unknown as Transaction,
    send,
    release: (broken) => (client as PostgresPoolClient & { release(destroy: boolean): void }).release(broken),
  };
}

const changing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** As Kysely's own driver reads an answer. */
function toResult({
  command,
  rowCount,
  rows,
}: {
  command: string;
  rowCount: number;
  rows: unknown[];
}): QueryResult<unknown> {
  if (command === "COMMIT" || command === "ROLLBACK") return { rows: [{ command }] };
  return {
    ...(changing.has(command) ? { numAffectedRows: BigInt(rowCount) } : {}),
    rows: rows ?? [],
  };
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

function dialectOf(send: TransactionConnection["send"]): Dialect {
  const connection = { executeQuery: send } as unknown as DatabaseConnection;
  const nothing = async () => {};
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    releaseConnection: nothing,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    destroy: nothing,
  };
  return {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createQueryCompiler: () => compiler,
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}
