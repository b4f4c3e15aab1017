import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { closeCase, findCase, listOpenCases } from "#features/cases/index.ts";
import { writeEvidence } from "#features/dispute-evidence/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { requireText } from "./command-options.ts";

export function addAttentionCommands(program: Command, terminal: Terminal): void {
  const attention = program.command("attention").description("cases that only a person can settle");
  attention
    .command("list")
    .description("lists the open cases, oldest first")
    .action(() =>
      withDatabase(terminal, async (database) => {
        const cases = await listOpenCases(database);
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
        terminal.out(cases.length === 0 ? "No open cases." : `${cases.length} open.`);
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
    .argument("<caseId>")
    .requiredOption("--note <text>", "what was found and done")
    .description("settles a case; the note goes into the audit trail")
    .action((caseId: string, options: { note: string }) => {
      const note = requireText("--note", options.note);
      return withDatabase(terminal, async (database) => {
        const at = terminal.clock.now();
        const result = await transact(database, async (uow) => {
          const closed = await closeCase(uow, caseId, at);
          if (closed === "closed")
            addAuditEntry(uow, {
              actor: operator,
              action: "attention.close",
              subject: caseId,
              detail: { note },
              at,
            });
          return closed;
        });
        if (result === "unknown") throw new CliFailure(1, `There is no case "${caseId}".`);
        terminal.out(result === "closed" ? "Closed." : "It was closed before; nothing was changed.");
      });
    });
}
