import { resolve } from "node:path";
import type { Command } from "commander";
import { runAudit } from "#features/audit/index.ts";
import { type Config, readConfig } from "#platform/config/config.ts";
import { backUpData, restoreData } from "#platform/files/data-backup.ts";
import { createLog } from "#platform/logging/log.ts";
import { StartError } from "#platform/config/settings.ts";
import { reportAudit } from "./audit-command.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { withDatabase } from "#cli/with-database.ts";

export function addBackupCommands(program: Command, terminal: Terminal): void {
  program
    .command("backup")
    .argument("<folder>", "a new folder")
    .description(
      "copies the embedded database and customers' files into a new folder, even while the server runs",
    )
    .action((folder: string) => backUp(terminal, folder));
  program
    .command("restore")
    .argument("<folder>", "a folder that `backup` wrote")
    .description(
      "restores a backup into the data folder (DATA_DIR), which must contain no database, and audits the result",
    )
    .action((folder: string) => restore(terminal, folder));
}

async function backUp(terminal: Terminal, path: string): Promise<void> {
  const folder = resolve(terminal.folder, path);
  await orFail(async () =>
    backUpData(embeddedConfig(terminal, "pg_dump"), folder, {
      log: createLog("silent"),
      clock: terminal.clock,
    }),
  );
  terminal.out(
    `Backup written to ${folder}. It contains secrets and customers' data: protect it like the server.`,
  );
}

async function restore(terminal: Terminal, path: string): Promise<void> {
  const { madeAt } = await orFail(async () =>
    restoreData(embeddedConfig(terminal, "pg_restore"), resolve(terminal.folder, path)),
  );
  terminal.out(`Restored as of ${madeAt}.`);
  reportAudit(terminal, await withDatabase(terminal, runAudit));
}

function embeddedConfig({ env }: Terminal, program: string): Config {
  const config = readConfig(env);
  if (config.databaseUrl === null) return config;
  throw new StartError(
    `DATABASE_URL names a PostgreSQL of your own: use its ${program} (docs/operating.md, "Backup and restore")`,
  );
}

async function orFail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StartError) throw new CliFailure(2, error.message, { cause: error });
    throw error;
  }
}

export function addMigrateCommand(program: Command, terminal: Terminal): void {
  program
    .command("migrate")
    .description(
      "migrates the database to this version's schema, even while servers use it (a starting server and other commands migrate only a database that no other process uses)",
    )
    .action(async () => {
      const applied: string[] = [];
      // Opening a database migrates it and logs the names of the applied files, which this log collects.
      const log = createLog("info", {
        write: (line) => applied.push(...((JSON.parse(line) as { applied?: string[] }).applied ?? [])),
      });
      await withDatabase(terminal, async () => {}, { mayCreate: true, migrateInUse: true, log });
      for (const name of applied) terminal.out(`applied ${name}`);
      terminal.out(
        applied.length === 0 ? "The schema is up to date; nothing was changed." : "The schema is up to date.",
      );
    });
}
