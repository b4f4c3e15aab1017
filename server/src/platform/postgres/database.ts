import { Kysely, type Transaction as KyselyTransaction, PostgresDialect } from "kysely";
import pg from "pg";
import type { Tables } from "./database-tables.ts";
import type { applicationRole } from "./application-login.ts";
import { applicationName } from "./migrate.ts";
import { preparingPool } from "./prepared-statements.ts";
import { rememberPool } from "./transaction-connection.ts";

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;
export type Querier = Database | Transaction;

export interface DatabaseParts {
  connection: pg.PoolConfig;
  /** Where the login is another role: the one whose rights its statements have. */
  role?: typeof applicationRole;
  poolSize?: number;
  /** How long to wait for a connection, and for a statement; 0 or absent: as long as it takes. */
  connectMs?: number;
  statementMs?: number;
  onIdleError?: (error: Error) => void;
  /** Called for each statement that failed. */
  onQueryError?: (error: unknown) => void;
}

const int8 = 20;
const numeric = 1700;

function toSafeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`${text} does not fit into a number`);
  }
  return value;
}

// Parsers of our own pool only: setting them on the driver's module would change every other user of it.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text" | "binary") =>
    oid === int8 || oid === numeric
      ? toSafeNumber
      : (pg.types.getTypeParser(oid, format) as (
          text: string,
        ) => unknown)) as pg.CustomTypesConfig["getTypeParser"],
};

/** Opens lazily: the first query connects. int8 and numeric arrive as numbers, timestamptz as Date. */
export function connectDatabase({
  connection,
  role,
  poolSize = 16,
  connectMs = 0,
  statementMs = 0,
  onIdleError,
  onQueryError,
}: DatabaseParts): Database {
  const settings = [
    "-c jit=off",
    ...(role ? [`-c role=${role}`] : []),
    ...(statementMs > 0 ? [`-c statement_timeout=${statementMs}`] : []),
  ].join(" ");
  const pool = new pg.Pool({
    application_name: applicationName,
    ...connection,
    options: connection.options ? `${connection.options} ${settings}` : settings,
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    // A database whose machine vanished is noticed, though it says nothing any more.
    keepAlive: true,
    // Statements may be sent before those ahead of them are answered.
    pipeline: true,
    types,
  });
  // Without a listener, a connection lost while idle would take the process down.
  pool.on("error", (error) => onIdleError?.(error));
  // The pool takes its own listener off a client it hands out: cut while a query runs, that too would end us. The
  // query's promise rejects all the same.
  pool.on("connect", (client) => client.on("error", () => {}));
  const preparing = preparingPool(pool);
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparing }),
    ...(onQueryError && { log: (event) => void (event.level === "error" && onQueryError(event.error)) }),
  });
  rememberPool(database, preparing);
  return database;
}
