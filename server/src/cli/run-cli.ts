import { Command, CommanderError } from "commander";
import { addAccountCommands } from "./accounts/account-commands.ts";
import { addAttentionCommands } from "./commands/attention-commands.ts";
import { addAuditCommand } from "./commands/audit-command.ts";
import { addBrokerCommands } from "./commands/broker-commands.ts";
import { CliFailure, type FailureCode, type Terminal } from "./terminal.ts";
import { addBackupCommands, addMigrateCommand } from "./commands/database-commands.ts";
import { addCouponCommands } from "./commands/coupon-commands.ts";
import { addDeviceCommands } from "./commands/device-commands.ts";
import { addCashCommands } from "./commands/cash-commands.ts";
import { addFileCommands } from "./commands/file-commands.ts";
import { addGiftCommands } from "./commands/gift-commands.ts";
import { addImportCommands } from "./import/import-commands.ts";
import { addOutletCommands } from "./commands/outlet-commands.ts";
import { addPaymentCommands } from "./commands/payment-commands.ts";
import { addPriceCommands } from "./commands/price-commands.ts";
import { addRefundCommands } from "./commands/refund-commands.ts";

/** Runs a command and returns its exit code: 0 for success, otherwise a `FailureCode`. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<0 | FailureCode> {
  const program = new Command("reposo")
    .usage("<command> [options]   (npm run reposo -- <command> [options])")
    .description("Manages a Reposo network, with or without a running server.")
    .showHelpAfterError("(add --help for usage)")
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.err(text.trimEnd()),
    })
    .exitOverride();
  program.addHelpText(
    "after",
    [
      "",
      "Uses the database of DATABASE_URL, or else the embedded database in DATA_DIR (default ./data).",
      "Exit codes: 0 success; 1 the operation was refused or an audit failed; 2 invalid usage, setting or file, or an unavailable database.",
    ].join("\n"),
  );
  addAccountCommands(program, terminal);
  addImportCommands(program, terminal);
  addOutletCommands(program, terminal);
  addPriceCommands(program, terminal);
  addDeviceCommands(program, terminal);
  addBrokerCommands(program, terminal);
  addCouponCommands(program, terminal);
  addRefundCommands(program, terminal);
  addPaymentCommands(program, terminal);
  addGiftCommands(program, terminal);
  addCashCommands(program, terminal);
  addAuditCommand(program, terminal);
  addAttentionCommands(program, terminal);
  addMigrateCommand(program, terminal);
  addBackupCommands(program, terminal);
  addFileCommands(program, terminal);
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
    // The code is not 1, which would look like a failed audit.
    return 2;
  }
}
