import type { Command } from "commander";
import { createLog } from "#platform/logging/log.ts";
import { withDatabase } from "./with-database.ts";
import type { Terminal } from "./terminal.ts";

export function addMigrateCommand(program: Command, terminal: Terminal): void {
  program
    .command("migrate")
    .description(
      "brings the database to this version's schema, also while servers use it (a starting server and every other command do so where no other process uses it)",
    )
    .action(async () => {
      const applied: string[] = [];
      // Opening a database migrates it and logs the files it applied.
      const log = createLog("info", {
        write: (line) => applied.push(...((JSON.parse(line) as { applied?: string[] }).applied ?? [])),
      });
      await withDatabase(terminal, async () => {}, { mayCreate: true, migrateServed: true, log });
      for (const name of applied) terminal.out(`applied ${name}`);
      terminal.out(
        applied.length === 0 ? "The schema is up to date; nothing was changed." : "The schema is up to date.",
      );
    });
}
