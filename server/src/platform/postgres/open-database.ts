import { sql } from "./sql.ts";
import type pg from "pg";
import type { Config } from "#platform/config/config.ts";
import { applicationRole, openApplicationLogin } from "#platform/postgres/schema/application-login.ts";
import { type Clock, systemClock } from "#platform/time/clock.ts";
import { connectDatabase, type Database } from "./database.ts";
import { databaseDeadlines } from "./deadlines.ts";
import { connectEmbeddedPostgres } from "#platform/postgres/embedded/embedded-for-command.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded/embedded-postgres.ts";
import type { Log } from "#platform/logging/log.ts";
import { isSetUp, migrate } from "#platform/postgres/schema/migrate.ts";
import { StartError } from "#platform/config/settings.ts";
import { createStorageWatch, type StorageWatch } from "./storage-watch.ts";
import { refuseTransactionPooler } from "./transaction-pooler.ts";
import { withClient } from "./with-client.ts";

export interface OpenDatabase {
  database: Database;
  /** The owner's connection, for migrations and for statements that the application's role may not execute. */
  ownerConnection: pg.PoolConfig;
  storage: StorageWatch;
  close(): Promise<void>;
}

export interface OpenOptions {
  log: Log;
  /** Rejects an empty database instead of setting it up. */
  mustBeSetUp?: boolean;
  /** Migrates a database that another process uses, instead of refusing. */
  migrateInUse?: boolean;
}

/** Thrown for an empty database with the option `mustBeSetUp`. */
export class EmptyDatabaseError extends StartError {}

const oldestVersion = 15;
/** Time for which a start waits for an external database that is unavailable. */
const timeoutMs = 10_000;
const insufficientPrivilege = "42501";

/**
 * Opens and migrates the database of this installation: the database of DATABASE_URL, or the embedded
 * database, whose data folder the caller must have locked.
 */
export async function openDatabase(config: Config, opening: OpenOptions): Promise<OpenDatabase> {
  if (config.databaseUrl !== null) {
    const connection = toConnection(config.databaseUrl);
    const owner = config.migrationDatabaseUrl ? toConnection(config.migrationDatabaseUrl) : connection;
    await waitForDatabase(owner, migrationSettingOf(config));
    await refuseTransactionPooler(owner, migrationSettingOf(config));
    return connectMigrated(config, opening, { connection, owner, release: async () => {} });
  }
  const { log } = opening;
  const postgres = await startEmbeddedPostgres({ dataFolder: config.dataDir, log });
  try {
    const { connection } = postgres;
    return await connectMigrated(config, opening, { connection, owner: connection, release: postgres.stop });
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Opens the database for a command: that of DATABASE_URL, or the embedded one, which is started unless it runs. */
export async function openDatabaseForCommand(
  serverConfig: Config,
  opening: OpenOptions & { clock: Clock },
): Promise<OpenDatabase> {
  // The server's statement timeout is too short for an audit or an import.
  const config = {
    ...serverConfig,
    databaseStatementSeconds: databaseDeadlines.commandStatementMs / 1000,
  };
  if (config.databaseUrl !== null) return openDatabase(config, opening);
  const { connection, release } = await connectEmbeddedPostgres(config.dataDir, opening);
  try {
    return await connectMigrated(config, opening, { connection, owner: connection, release });
  } catch (error) {
    await release();
    throw error;
  }
}

/** Returns the setting that names the role which migrates the database. */
const migrationSettingOf = ({ migrationDatabaseUrl }: Config): string =>
  migrationDatabaseUrl ? "MIGRATION_DATABASE_URL" : "DATABASE_URL";

async function connectMigrated(
  config: Config,
  { log, mustBeSetUp = false, migrateInUse = false }: OpenOptions,
  postgres: { connection: pg.PoolConfig; owner: pg.PoolConfig; release: () => Promise<void> },
): Promise<OpenDatabase> {
  if (mustBeSetUp && !(await isSetUp(postgres.owner)))
    throw new EmptyDatabaseError(
      `${config.databaseUrl === null ? `the database in ${config.dataDir}` : "the database of DATABASE_URL"} is empty: no network was ever set up there`,
    );
  const { applied } = await migrate(postgres.owner, undefined, { failIfInUse: !migrateInUse }).catch(
    (error: unknown) => explainMissingRights(error, migrationSettingOf(config)),
  );
  if (applied.length > 0) log.info({ applied }, "database migrated");
  const login = await openApplicationLogin(postgres).catch((error: unknown) => {
    if (error instanceof StartError) throw error;
    throw cannotConnect("DATABASE_URL", error);
  });
  if (config.migrationDatabaseUrl !== null) await refuseTransactionPooler(login.connection, "DATABASE_URL");
  const storage = createStorageWatch({
    folder: config.databaseUrl === null ? config.dataDir : null,
    clock: systemClock,
    database: () => database,
  });
  const database = connectDatabase({
    ...login,
    onQueryError: storage.noteError,
    poolSize: config.databasePoolSize,
    connectMs: config.databaseConnectSeconds * 1000,
    statementMs: config.databaseStatementSeconds * 1000,
    onIdleError: (error) =>
      log.warn(
        { err: error },
        "an idle connection to the database was lost; the pool replaces it when needed",
      ),
  });
  try {
    // Verifies that the login can assume the application's role.
    await sql`SELECT FROM account LIMIT 1`.execute(database);
    await warnOfExcessiveRights(database, log);
  } catch (error) {
    await database.destroy();
    throw new StartError(
      `the database does not let its user act as ${applicationRole}: ${messageOf(error)}; ` +
        `run GRANT ${applicationRole} TO that user, or name ${applicationRole} itself in DATABASE_URL`,
      { cause: error },
    );
  }
  return {
    database,
    ownerConnection: postgres.owner,
    storage,
    close: async () => {
      await database.destroy();
      await postgres.release();
    },
  };
}

/** The rights remain if the role that migrates does not own the database. */
async function warnOfExcessiveRights(database: Database, log: Log): Promise<void> {
  const { name, temporary, create } = await sql<{ name: string; temporary: boolean; create: boolean }>`
    SELECT quote_ident(current_database()) AS name, has_database_privilege(current_database(), 'TEMPORARY') AS temporary,
      has_schema_privilege('public', 'CREATE') AS create`.firstRow(database);
  const statements = [
    ...(temporary ? [`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC, ${applicationRole}`] : []),
    ...(create ? [`REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${applicationRole}`] : []),
  ];
  if (statements.length > 0)
    log.warn(
      { statements },
      `${applicationRole} can create objects in the database; run these statements as its owner`,
    );
}

function explainMissingRights(error: unknown, setting: string): never {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  if (code !== insufficientPrivilege && cause?.code !== insufficientPrivilege) throw error;
  throw new StartError(
    `the database's schema cannot be brought up to date by the user of ${setting} (${messageOf(error)}); ` +
      "set MIGRATION_DATABASE_URL to the role that owns it, or run npm run reposo -- migrate with that setting",
    { cause: error },
  );
}

/** Modes in which the driver verifies the certificate as in `verify-full`, but announces that it will not for ever. */
const verifiedModes = ["prefer", "require", "verify-ca"];

function toConnection(databaseUrl: string): pg.PoolConfig {
  const url = new URL(databaseUrl);
  if (
    verifiedModes.includes(url.searchParams.get("sslmode") ?? "") &&
    !url.searchParams.has("uselibpqcompat")
  )
    url.searchParams.set("sslmode", "verify-full");
  return { connectionString: url.href };
}

/** Codes of Node for a certificate that is not signed by a known authority. */
const unknownAuthority =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)\w+)$/;

function cannotConnect(setting: string, error: unknown): StartError {
  const hint = unknownAuthority.test((error as { code?: string }).code ?? "")
    ? "; name the file with the certificate of its authority in the URL: sslmode=verify-full&sslrootcert=FILE"
    : "";
  return new StartError(`setting ${setting}: cannot connect to the database: ${messageOf(error)}${hint}`, {
    cause: error,
  });
}

async function waitForDatabase(connection: pg.PoolConfig, setting: string): Promise<void> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      const major = await withClient(connection, readMajorVersion);
      if (major < oldestVersion) {
        throw new StartError(
          `setting ${setting} leads to PostgreSQL ${major}; ${oldestVersion} or newer is needed`,
        );
      }
      return;
    } catch (error) {
      // The database may be starting, so an unavailable database is retried. A wrong password is a permanent error.
      const { code = "", syscall } = error as NodeJS.ErrnoException;
      // A missing socket has the same code as a missing certificate file, which the driver opens.
      const isUnavailable = ["ECONNREFUSED", "ENOENT", "57P03"].includes(code) && syscall !== "open";
      if (error instanceof StartError) throw error;
      if (!isUnavailable || Date.now() > until) {
        throw cannotConnect(setting, error);
      }
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

async function readMajorVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT current_setting('server_version_num') AS version",
  );
  return Math.floor(Number(rows[0]?.version) / 10_000);
}

const messageOf = (error: unknown): string => {
  // If a host name has several addresses and all fail, Node throws one error with an empty message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
};
