import type { Command } from "commander";
import { type AuditFinding, audits, runAudit } from "#features/audit/index.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { auditProviders, failOnCompared, hasDifferences, printCompared } from "./payment-commands.ts";
import { withDatabase } from "#cli/with-database.ts";

const shownRows = 50;

export function addAuditCommand(program: Command, terminal: Terminal): void {
  program
    .command("audit")
    .description(
      "checks the product's guarantees, and compares the last week with the payment providers; if one is violated, prints the affected rows and exits with status 1",
    )
    .option("--json", "prints the findings as JSON")
    .action((options: { json?: true }) =>
      withDatabase(terminal, async (database) => {
        const findings = await runAudit(database);
        const compared = await auditProviders(terminal, database);
        if (options.json) {
          terminal.out(JSON.stringify([...findings, ...compared.filter(hasDifferences)], null, 2));
          failOn(findings);
        } else {
          printCompared(terminal, compared);
          reportAudit(terminal, findings);
        }
        failOnCompared(compared);
      }),
    );
}

/** Prints every audit with its result and at most `shownRows` affected rows. @throws CliFailure if an audit failed */
export function reportAudit(terminal: Terminal, findings: readonly AuditFinding[]): void {
  for (const audit of audits) {
    const finding = findings.find((f) => f.audit === audit.name);
    terminal.out(
      `${finding ? "FAILED" : "ok    "}  ${audit.guarantee.padEnd(5)} ${audit.name}: ${audit.holds}`,
    );
    for (const row of finding?.rows.slice(0, shownRows) ?? [])
      terminal.out(`          ${JSON.stringify(row)}`);
    if (finding && finding.rows.length > shownRows)
      terminal.out(`          … and ${finding.rows.length - shownRows} more rows (--json prints all)`);
  }
  if (findings.length === 0) terminal.out(`All ${audits.length} audits passed.`);
  failOn(findings);
}

function failOn(findings: readonly AuditFinding[]): void {
  if (findings.length > 0) throw new CliFailure(1, `${findings.length} of ${audits.length} audits failed.`);
}
