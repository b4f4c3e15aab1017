import { Command, CommanderError } from "commander";
import { addAccountCommands } from "./account-commands.ts";
import { addAttentionCommands } from "./attention-commands.ts";
import { addAuditCommand } from "./audit-command.ts";
import { addBrokerCommands } from "./broker-commands.ts";
import { CliFailure } from "./cli-failure.ts";
import { addBackupCommands } from "./backup-commands.ts";
import { addCouponCommands } from "./coupon-commands.ts";
import { addDeviceCommands } from "./device-commands.ts";
import { addCashCommands } from "./cash-commands.ts";
import { addGiftCommands } from "./gift-commands.ts";
import { addImportCommands } from "./import-commands.ts";
import { addMigrateCommand } from "./migrate-command.ts";
import { addOutletCommands } from "./outlet-commands.ts";
import { addRefundCommands } from "./refund-commands.ts";
import type { Terminal } from "./terminal.ts";

/** Runs one command line and returns the exit code: 0 done, 1 refused or an audit failed, 2 wrongly asked or broken off. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const program = new Command("reposo")
    .usage("<command> [options]   (npm run reposo -- <command> [options])")
    .description("Works on a Reposo network, beside a running server or without one.")
    .showHelpAfterError("(add --help for what there is)")
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    })
    .exitOverride();
  program.addHelpText(
    "after",
    [
      "",
      "The database is DATABASE_URL, or else the embedded one in DATA_DIR (default ./data).",
      "Exit codes: 0 done; 1 refused, or an audit failed; 2 the command line, a setting, a file or the database can't be used.",
    ].join("\n"),
  );
  addAccountCommands(program, terminal);
  addImportCommands(program, terminal);
  addOutletCommands(program, terminal);
  addDeviceCommands(program, terminal);
  addBrokerCommands(program, terminal);
  addCouponCommands(program, terminal);
  addRefundCommands(program, terminal);
  addGiftCommands(program, terminal);
  addCashCommands(program, terminal);
  addAuditCommand(program, terminal);
  addAttentionCommands(program, terminal);
  addMigrateCommand(program, terminal);
  addBackupCommands(program, terminal);
  try {
    await program.parseAsync([...args], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof CliFailure) {
      if (error.message) terminal.err(error.message);
      return error.exitCode;
    }
    terminal.err(error instanceof Error ? error.message || String(error) : String(error));
    // Never 1: whoever is called for a failed audit should not be for a lost connection.
    return 2;
  }
}
