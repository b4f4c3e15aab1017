import pg from "pg";
import type { applicationRole } from "#platform/postgres/schema/application-login.ts";
import { isReadOnlyError, isWritable } from "./database-hosts.ts";
import { isConnectionLost, isSilence } from "./database-errors.ts";
import { databaseDeadlines } from "./deadlines.ts";
import { applicationName } from "#platform/postgres/schema/migrate.ts";
import { PipelinedClient } from "./pipelined-client.ts";
import { applySessionSettings } from "./session-settings.ts";
import { withClient } from "./with-client.ts";

export interface QueryResult<Row> {
  readonly rows: Row[];
  /** Number of rows that the statement returned or changed. */
  readonly rowCount: number | null;
  /** The command that PostgreSQL executed; for a COMMIT of a failed transaction, PostgreSQL reports ROLLBACK. */
  readonly command: string;
}

export interface Querier {
  query<Row>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>>;
}

/**
 * One connection, reserved until it is released. Statements are pipelined: sent without waiting for earlier results.
 */
export interface Connection extends Querier {
  /** `statement_timeout` of the connection in milliseconds; 0: none. */
  readonly statementMs: number;
  /** @param broken true if the state of the connection is unknown; the pool then closes the connection */
  release(broken: boolean): void;
}

export interface Database extends Querier {
  /** @param minStatementMs a `statement_timeout` that the caller sets itself, if it is longer than that of the pool */
  reserve(minStatementMs?: number): Promise<Connection>;
  /** Checks on a new connection whether the database can be written, and whether the pool answers. */
  check(): Promise<"up" | "readOnly">;
  /** Closes all connections once they are released. */
  destroy(): Promise<void>;
}

export interface DatabaseOptions {
  connection: pg.PoolConfig;
  /** The role whose rights the statements use, if it differs from the role that logs in. */
  role?: typeof applicationRole;
  poolSize?: number;
  /** Timeouts for obtaining a connection and for a statement; 0 or absent: no limit. See `deadlines.ts`. */
  connectMs?: number;
  statementMs?: number;
  /** Called for an error of a connection that executes no statement. */
  onIdleError?: (error: Error) => void;
  /** Called for each statement that failed. */
  onQueryError?: (error: unknown) => void;
}

const int8 = 20;
const numeric = 1700;

/** Throws a RangeError for an integer beyond the range in which numbers are exact. */
function toSafeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`${text} does not fit into a number`);
  }
  return value;
}

/** Returns the driver's parser, which returns null for a date that it cannot read, as one that throws instead. */
function driverParser(oid: number, format: "text" | "binary") {
  const parse = pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  return (text: string): unknown => {
    const value = parse(text);
    // The driver does not call parsers for NULL.
    if (value === null)
      throw new Error(`a value of type ${oid} that PostgreSQL sent cannot be read: ${text}`);
    return value;
  };
}

// The type parsers are set for this pool only, since other users of the driver share its module.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: "text" | "binary") =>
    oid === int8 || oid === numeric
      ? toSafeNumber
      : driverParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

/** Creates a pool that connects at the first query. int8 and numeric arrive as numbers, timestamptz as Date. */
export function connectDatabase({
  connection,
  role,
  poolSize = 16,
  connectMs = 0,
  statementMs = 0,
  onIdleError,
  onQueryError,
}: DatabaseOptions): Database {
  const deadlineOf = (timeoutMs: number) => (timeoutMs === 0 ? 0 : timeoutMs + databaseDeadlines.answerMs);
  const settings = {
    jit: "off",
    statement_timeout: String(statementMs),
    // PostgreSQL does not learn that a silent connection was closed here, so it must release the locks by itself.
    idle_in_transaction_session_timeout: String(deadlineOf(statementMs)),
    ...(role && { role }),
  };
  const pool = new pg.Pool({
    application_name: applicationName,
    ...connection,
    Client: PipelinedClient,
    // oxlint-disable-next-line no-misused-promises -- the pool awaits the promise, which its types omit
    onConnect: (client) => applySessionSettings(client, settings),
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    query_timeout: deadlineOf(statementMs),
    pipeline: true,
    types,
  });
  let isClosing = false;
  // Without a listener, an error of an idle connection would end the process.
  pool.on("error", (error: Error & { client?: unknown }) => {
    // The database may stop before the last connections have closed.
    if (isClosing) return;
    // The pool attaches its client, whose settings and keys do not belong in a log.
    delete error.client;
    onIdleError?.(error);
  });

  const idle = new Set<PipelinedClient>();
  pool.on("acquire", (client) => idle.delete(client as unknown as PipelinedClient));
  pool.on("release", (_error, client) => idle.add(client as unknown as PipelinedClient));
  pool.on("remove", (client) => idle.delete(client as unknown as PipelinedClient));

  /** Skips connections that were just destroyed: the pool removes them only when their sockets have closed. */
  async function connectClient(): Promise<pg.PoolClient & PipelinedClient> {
    for (;;) {
      const client = (await pool.connect()) as pg.PoolClient & PipelinedClient;
      if (!client.isDestroyed()) return client;
      client.release(true);
    }
  }

  async function reserve(minStatementMs = 0): Promise<Connection> {
    const client = await connectClient();
    const longestMs = statementMs === 0 ? 0 : Math.max(statementMs, minStatementMs);
    let isLost = false;
    return {
      statementMs: longestMs,
      async query<Row>(text: string, values: readonly unknown[] = []) {
        try {
          return (await client.send(text, values, deadlineOf(longestMs))) as QueryResult<Row>;
        } catch (error) {
          isLost ||= isConnectionLost(error);
          // What silenced one connection has probably silenced the idle ones, each of which would hold a statement.
          if (isSilence(error)) for (const other of idle) other.destroy();
          onQueryError?.(error);
          throw error;
        }
      },
      release: (broken) => client.release(broken || isLost),
    };
  }

  async function query<Row>(text: string, values?: readonly unknown[]): Promise<QueryResult<Row>> {
    const reserved = await reserve();
    try {
      return await reserved.query<Row>(text, values);
    } finally {
      reserved.release(false);
    }
  }

  /** The query by which the last check found out whether the pool answers; null once it was answered. */
  let pooled: Promise<unknown> | null = null;

  return {
    reserve,
    query,
    async check() {
      pooled ??= query("SELECT").finally(() => {
        pooled = null;
      });
      const checking = withClient(
        {
          application_name: applicationName,
          ...connection,
          connectionTimeoutMillis: databaseDeadlines.checkMs,
          query_timeout: databaseDeadlines.checkMs,
        },
        isWritable,
      ).catch((error: unknown) => {
        // None of several hosts can be written.
        if (isReadOnlyError(error)) return false;
        throw error;
      });
      const [writable] = await Promise.all([checking, pooled]);
      return writable ? "up" : "readOnly";
    },
    destroy() {
      isClosing = true;
      return pool.end();
    },
  };
}
