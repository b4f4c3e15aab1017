import { resolve } from "node:path";
import type { Command } from "commander";
import { runAudit } from "#features/audit/index.ts";
import { countMissingFiles } from "#features/uploads/index.ts";
import { readConfig } from "#platform/config/config.ts";
import { backUpData, backUpWithDump, restoreBesideDump, restoreData } from "#platform/files/data-backup.ts";
import { createLog } from "#platform/logging/log.ts";
import { EmptyDatabaseError } from "#platform/postgres/open-database.ts";
import { reportAudit } from "./audit-command.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { withDatabase } from "#cli/with-database.ts";

export function addBackupCommands(program: Command, terminal: Terminal): void {
  program
    .command("backup")
    .argument("<folder>", "a new folder")
    .option("--dump <file>", "with DATABASE_URL: the dump of that database, written by pg_dump before")
    .description(
      "copies the embedded database, or a dump, and customers' files into a new folder, even while the server runs",
    )
    .action((folder: string, options: { dump?: string }) => backUp(terminal, folder, options));
  program
    .command("restore")
    .argument("<folder>", "a folder that `backup` wrote")
    .description(
      "restores a backup into the data folder (DATA_DIR), which must contain no database, and audits the result; with DATABASE_URL, pg_restore must have restored that database before",
    )
    .action((folder: string) => restore(terminal, folder));
}

const page = '(docs/operating.md, "Backup and restore")';

async function backUp(terminal: Terminal, path: string, { dump }: { dump?: string }): Promise<void> {
  const folder = resolve(terminal.folder, path);
  const { clock } = terminal;
  const config = readConfig(terminal.env);
  if (config.databaseUrl === null && dump !== undefined)
    throw new CliFailure(2, "--dump is for a database that DATABASE_URL names");
  if (config.databaseUrl !== null && dump === undefined)
    throw new CliFailure(
      2,
      `DATABASE_URL names a PostgreSQL of your own: use its pg_dump, and name the dump with --dump ${page}`,
    );
  const { madeAt, files } =
    dump === undefined
      ? await backUpData(config, folder, { log: createLog("silent"), clock })
      : await backUpWithDump(config, folder, resolve(terminal.folder, dump));
  terminal.out(`The data is as of ${madeAt}.`);
  terminal.out(files === null ? "Copy the bucket, which stores the files." : `Files copied: ${files}.`);
  terminal.out(
    `Backup written to ${folder}. It contains secrets and customers' data: protect it like the server.`,
  );
}

async function restore(terminal: Terminal, path: string): Promise<void> {
  const folder = resolve(terminal.folder, path);
  const config = readConfig(terminal.env);
  const { madeAt } =
    config.databaseUrl === null
      ? await restoreData(config, folder)
      : await restoreBesideDump(config, folder, () => requireRestoredDatabase(terminal));
  terminal.out(`Restored as of ${madeAt}.`);
  const { findings, files } = await withDatabase(terminal, async (database) => {
    const findings = await runAudit(database);
    // An unreachable file store must not prevent the report of the audit.
    const [files] = await Promise.allSettled([countMissingFiles(database, config, terminal.clock.now())]);
    return { findings, files };
  });
  terminal.out(
    files.status === "fulfilled"
      ? `${files.value.missing} of ${files.value.total} files are missing in ${files.value.place}.`
      : `The files could not be checked: ${String(files.reason)}`,
  );
  reportAudit(terminal, findings);
  if (files.status === "rejected")
    throw new CliFailure(1, "The files of the restored data could not be checked.", { cause: files.reason });
  const { missing, total } = files.value;
  if (missing > 0)
    throw new CliFailure(1, `The restored data is incomplete: ${missing} of ${total} files are missing.`);
}

/** Migrates the database. @throws CliFailure if it is empty, because pg_restore has not restored it yet */
async function requireRestoredDatabase(terminal: Terminal): Promise<void> {
  await withDatabase(terminal, async () => {}).catch((error: unknown) => {
    if (!(error instanceof EmptyDatabaseError)) throw error;
    const message = `${error.message}; restore the dump first with pg_restore ${page}`;
    throw new CliFailure(2, message, { cause: error });
  });
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
