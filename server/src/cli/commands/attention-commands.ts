import type { Command } from "commander";
import { closeCase, listOpenCases } from "#features/cases/index.ts";
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
