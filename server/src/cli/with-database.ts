import { type Config, readConfig } from "#platform/config/config.ts";
import type { Database } from "#platform/postgres/database.ts";
import { createLog, type Log } from "#platform/logging/log.ts";
import { openDatabaseForCommand } from "#platform/postgres/open-database.ts";
import { StartError } from "#platform/config/settings.ts";
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
}

/** Runs `work` with the application's role. A missing database is an error without `mayCreate`: a setting may be wrong. */
export async function withDatabase<T>(
  terminal: Terminal,
  work: (database: Database) => Promise<T>,
  { mayCreate = false, migrateInUse = false, log = createLog("silent") }: Options = {},
): Promise<T> {
  const config = settingsOf(terminal.env);
  const { clock } = terminal;
  const opened = await openDatabaseForCommand(config, {
    log,
    clock,
    mustBeSetUp: !mayCreate,
    migrateInUse,
  }).catch((error: unknown) => {
    throw error instanceof StartError ? new CliFailure(2, error.message, { cause: error }) : error;
  });
  try {
    return await work(opened.database);
  } finally {
    await opened.close();
  }
}

function settingsOf(env: Terminal["env"]): Config {
  try {
    return { ...readConfig(env), databasePoolSize: 4 };
  } catch (error) {
    if (error instanceof StartError) throw new CliFailure(2, error.message, { cause: error });
    throw error;
  }
}

/** The actor that commands record in the audit trail; the command line has no account. */
export const operator = "reposo command line";
