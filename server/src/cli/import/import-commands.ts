import { resolve } from "node:path";
import type { Command } from "commander";
import type { ImportOutcome } from "#features/outlets/index.ts";
import type { ImportResult } from "./import-managers.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { ImportKind, PreparedImport } from "./import-kind.ts";
import { importKinds } from "./import-kinds.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import type { Terminal } from "#cli/terminal.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export function addImportCommands(program: Command, terminal: Terminal): void {
  const imports = program
    .command("import")
    .description("imports a CSV file (UTF-8, header first), completely or not at all");
  for (const kind of importKinds)
    imports
      .command(kind.name)
      .argument("<file>", "CSV file")
      .description(kind.description)
      .option("--dry-run", "shows what would change and changes nothing")
      .addHelpText(
        "after",
        [
          "",
          "Columns, in any order:",
          columnsText(kind),
          "",
          "Columns in brackets are optional: without them, existing rows keep their values, and new rows get the value of an empty cell.",
        ].join("\n"),
      )
      .action((file: string, options: { dryRun?: true }) =>
        runImport(terminal, kind, file, options.dryRun === true),
      );
}

function columnsText(kind: ImportKind): string {
  const width = Math.max(...Object.keys(kind.columnHelp).map((name) => name.length)) + 2;
  return Object.entries(kind.columnHelp)
    .map(([name, help]) => `  ${(kind.isMandatory(name) ? name : `[${name}]`).padEnd(width)}  ${help}`)
    .join("\n");
}

/** Rolls back the transaction of a dry run. */
class RolledBack extends Error {}

async function runImport(terminal: Terminal, kind: ImportKind, file: string, dryRun: boolean): Promise<void> {
  const prepared = await kind.prepare(resolve(terminal.folder, file), file);
  const written: { result?: ImportResult } = {};
  const run = async (uow: UnitOfWork) => {
    const result = await applyImport(uow, prepared, terminal);
    written.result = result;
    const { outcome } = result;
    if (dryRun) throw new RolledBack();
    if (hasChanges(outcome))
      addAuditEntry(uow, {
        actor: operator,
        action: `import.${kind.name}`,
        subject: file,
        detail: {
          created: outcome.created,
          changed: outcome.changed,
          unchanged: outcome.unchanged,
          ...(outcome.retired !== undefined && { retired: outcome.retired }),
        },
        at: terminal.clock.now(),
      });
  };
  await withDatabase(terminal, (database) => transact(database, run, { bulk: true }), {
    mayCreate: !dryRun,
    ...(kind.adviceIfUnknown !== undefined && { adviceIfUnknown: kind.adviceIfUnknown }),
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  if (written.result === undefined) return;
  const { outcome, warnings = [], passwords = [] } = written.result;
  terminal.out(summary(kind.name, outcome, dryRun));
  for (const line of [...warnings, ...(dryRun ? [] : passwords)]) terminal.out(line);
}

async function applyImport(uow: UnitOfWork, prepared: PreparedImport, terminal: Terminal) {
  const result = await prepared.apply(uow, terminal.clock);
  if (prepared.table.hasProblems || result.outcome.problems.length > 0)
    throw prepared.table.failure(result.outcome.problems);
  return result;
}

function summary(what: string, outcome: ImportOutcome, dryRun: boolean): string {
  const { created, changed, unchanged, retired = 0 } = outcome;
  if (!hasChanges(outcome))
    return unchanged === 0
      ? `${what}: nothing changed, the file contains no rows.`
      : `${what}: nothing changed, all ${unchanged} rows are as in the file.`;
  const parts = [
    `${created} new`,
    `${changed} changed`,
    ...(retired > 0 ? [`${retired} retired`] : []),
    `${unchanged} as they were`,
  ];
  const counts = parts.join(", ");
  return dryRun ? `${what}: would make ${counts}. Dry run: nothing was changed.` : `${what}: ${counts}.`;
}

const hasChanges = ({ created, changed, retired = 0 }: ImportOutcome): boolean =>
  created + changed + retired > 0;
