import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import {
  attentionKinds,
  closeCase,
  countOpenCases,
  findCase,
  listOpenCases,
  openCaseIds,
} from "#features/cases/index.ts";
import { writeEvidence } from "#features/payments/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { instant, oneOf } from "#cli/import/csv-columns.ts";
import { limitOption, parsedAs, requireText } from "./command-options.ts";

export function addAttentionCommands(program: Command, terminal: Terminal): void {
  const attention = program.command("attention").description("cases that only a person can settle");
  attention
    .command("list")
    .description("lists the open cases, oldest first")
    .option(...limitOption)
    .action(({ limit }: { limit: number }) =>
      withDatabase(terminal, async (database) => {
        const cases = await listOpenCases(database, limit);
        for (const open of cases)
          terminal.out(
            [
              open.caseId,
              open.openedAt.toISOString(),
              open.kind,
              `device ${open.deviceId ?? "-"}`,
              `order ${open.orderId ?? "-"}`,
              JSON.stringify(open.detail),
            ].join("  "),
          );
        const counts = await countOpenCases(database);
        const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
        if (total > cases.length)
          terminal.out(`The first ${cases.length} of ${total} are shown; --limit sets the number.`);
        else terminal.out(cases.length === 0 ? "No open cases." : `${cases.length} open.`);
      }),
    );
  attention
    .command("evidence")
    .argument("<caseId>")
    .requiredOption("-o, --output <file>", "the PDF, which must not exist yet")
    .description("writes the evidence for a dispute: the order's timeline, receipt, refunds, and feedback")
    .action((caseId: string, { output }: { output: string }) =>
      withDatabase(terminal, async (database) => {
        const found = await findCase(database, caseId);
        if (found === null) throw new CliFailure(1, `There is no case "${caseId}".`);
        const { provider = "", dispute = "" } = found.detail as { provider?: string; dispute?: string };
        const pdf =
          found.kind === "dispute"
            ? await writeEvidence(database, { provider, disputeRef: dispute }, terminal.clock.now())
            : null;
        if (pdf === null) throw new CliFailure(1, `Case "${caseId}" is not about a dispute.`);
        const path = resolve(terminal.folder, output);
        // Readable by the user only, because it contains what customers wrote.
        await writeFile(path, pdf, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
          throw new CliFailure(
            1,
            `${path} could not be written: ${error.code === "EEXIST" ? "it exists" : error.message}.`,
          );
        });
        terminal.out(`Written to ${path}.`);
      }),
    );
  attention
    .command("close")
    .argument("[caseIds...]")
    .option("--kind <kind>", "every open case of a kind instead of case IDs", parsedAs(oneOf(attentionKinds)))
    .option(
      "--opened-before <instant>",
      "with --kind: only cases opened before a date or an instant",
      parsedAs(instant),
    )
    .requiredOption("--note <text>", "what was found and done")
    .description("settles cases, all or none of them; the note goes into the audit trail of each")
    .action((caseIds: string[], options: CloseOptions) => closeCases(terminal, caseIds, options));
}

interface CloseOptions {
  readonly kind?: string;
  readonly openedBefore?: Date;
  readonly note: string;
}

async function closeCases(
  terminal: Terminal,
  caseIds: readonly string[],
  { kind, openedBefore, note: givenNote }: CloseOptions,
): Promise<void> {
  const note = requireText("--note", givenNote);
  if ((kind === undefined) === (caseIds.length === 0))
    throw new CliFailure(2, "Give either case IDs or --kind.");
  if (openedBefore !== undefined && kind === undefined)
    throw new CliFailure(2, "--opened-before is only for --kind.");
  await withDatabase(terminal, async (database) => {
    const at = terminal.clock.now();
    const closed = await transact(database, async (uow) => {
      const selected =
        kind === undefined ? caseIds : await openCaseIds(uow, { kind, openedBefore: openedBefore ?? null });
      const outcomes = [];
      for (const caseId of selected) {
        const outcome = await closeCase(uow, caseId, at);
        if (outcome === "unknown") throw new CliFailure(1, `There is no case "${caseId}".`);
        if (outcome === "undecided")
          throw new CliFailure(
            1,
            `Case "${caseId}" closes with the decision about its last coin: "cash accept" or "cash reject".`,
          );
        if (outcome === "closed")
          addAuditEntry(uow, {
            actor: operator,
            action: "attention.close",
            subject: caseId,
            detail: { note },
            at,
          });
        outcomes.push(outcome);
      }
      return outcomes;
    });
    const count = closed.filter((outcome) => outcome === "closed").length;
    terminal.out(
      count === closed.length
        ? `${count} closed.`
        : `${count} closed; ${closed.length - count} were closed before and are unchanged.`,
    );
  });
}
