import { readConfig } from "#platform/config/config.ts";
import type { Database } from "#platform/postgres/database.ts";
import { createLog, type Log } from "#platform/logging/log.ts";
import { openDatabaseForCommand } from "#platform/postgres/open-database.ts";
import { UnknownOutcomeError } from "#platform/postgres/database-errors.ts";
import { CliFailure, type Terminal } from "./terminal.ts";

interface Options {
  /** Creates the database if it is missing or empty; for the first commands of a network. */
  readonly mayCreate?: boolean;
  /**
   * Also migrates a database that a running server uses; without this option, that database's pending migrations are an
   * error.
   */
  readonly migrateInUse?: boolean;
  readonly log?: Log;
  /** What the user has to do if the connection is lost during a commit, so that the change may have been made. */
  readonly adviceIfUnknown?: string;
}

/**
 * Opens the database, which applies pending migrations, and runs `work` with the application's role.
 * @throws StartError if the database is missing or empty, unless `mayCreate` is set, because a setting may be wrong
 */
export async function withDatabase<T>(
  terminal: Terminal,
  work: (database: Database) => Promise<T>,
  { mayCreate = false, migrateInUse = false, log = createLog("silent"), adviceIfUnknown }: Options = {},
): Promise<T> {
  const config = { ...readConfig(terminal.env), databasePoolSize: 4 };
  const { clock } = terminal;
  const opened = await openDatabaseForCommand(config, {
    log,
    clock,
    mustBeSetUp: !mayCreate,
    migrateInUse,
  });
  try {
    return await work(opened.database);
  } catch (error) {
    if (adviceIfUnknown === undefined || !(error instanceof UnknownOutcomeError)) throw error;
    throw new CliFailure(1, `${adviceIfUnknown}: ${error.message}`, { cause: error });
  } finally {
    await opened.close();
  }
}

/** The actor that commands record in the audit trail; the command line has no account. */
export const operator = "reposo command line";
