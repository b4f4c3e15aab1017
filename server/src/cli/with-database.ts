import { type Config, readConfig } from "#platform/config/config.ts";
import type { Database } from "#platform/postgres/database.ts";
import { createLog, type Log } from "#platform/logging/log.ts";
import { openDatabaseForCommand } from "#platform/postgres/open-database.ts";
import { StartError } from "#platform/config/settings.ts";
import { CliFailure, type Terminal } from "./terminal.ts";

interface Options {
  /** Sets an empty database up, and makes one where there is none: for what a network can begin with. */
  readonly mayCreate?: boolean;
  /** Migrates the database of a running server too, which otherwise is refused where migrations are pending. */
  readonly migrateServed?: boolean;
  readonly log?: Log;
}

/**
 * Runs `work` on the migrated database as the application, whatever way leads to it, and leaves nothing running.
 * Where there is no database yet the command fails: whoever asks it something has named the wrong place.
 */
export async function withDatabase<T>(
  terminal: Terminal,
  work: (database: Database) => Promise<T>,
  { mayCreate = false, migrateServed = false, log = createLog("silent") }: Options = {},
): Promise<T> {
  const config = settingsOf(terminal.env);
  const { clock } = terminal;
  const opened = await openDatabaseForCommand(config, {
    log,
    clock,
    mustBeSetUp: !mayCreate,
    migrateServed,
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

/** An operator's work is written down like everybody's; the command line knows no account. */
export const operator = "reposo command line";
