import { type Permission, permissions } from "@reposo/contract/permissions.ts";
import { Argument, type Command } from "commander";
import { changePermissions, findAccount } from "#features/login/index.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { withDatabase } from "#cli/with-database.ts";

export const noAccount = (loginName: string) => new CliFailure(1, `There is no account "${loginName}".`);

export function addPermissionCommands(account: Command, terminal: Terminal): void {
  account
    .command("show")
    .argument("<loginName>")
    .description("shows an account and its permissions")
    .action((loginName: string) => show(terminal, loginName));
  for (const [change, description] of [
    ["grant", "grants permissions to a manager"],
    ["revoke", "revokes permissions of a manager, from the next call"],
  ] as const)
    account
      .command(change)
      .argument("<loginName>")
      .addArgument(new Argument("<permissions...>", "one or more permissions").choices(permissions))
      .description(description)
      .action((loginName: string, given: Permission[]) => changeGiven(terminal, change, loginName, given));
}

const listOf = (held: readonly Permission[]): string => (held.length === 0 ? "none" : held.join(", "));

async function show(terminal: Terminal, loginName: string): Promise<void> {
  const account = await withDatabase(terminal, (database) => findAccount(database, loginName));
  if (account === null) throw noAccount(loginName);
  terminal.out(`Account      ${account.loginName} (${account.kind})`);
  terminal.out(`Name         ${account.displayName}`);
  terminal.out(`State        ${account.disabledAt === null ? "enabled" : "disabled"}`);
  terminal.out(`Permissions  ${listOf(account.permissions)}`);
  const missing = permissions.filter((permission) => !account.permissions.includes(permission));
  if (account.kind === "outletManager") terminal.out(`Not granted  ${listOf(missing)}`);
}

async function changeGiven(
  terminal: Terminal,
  change: "grant" | "revoke",
  loginName: string,
  given: readonly Permission[],
): Promise<void> {
  const outcome = await withDatabase(terminal, (database) =>
    changePermissions(database, terminal.clock, loginName, change, given),
  );
  if (outcome.kind === "unknown") throw noAccount(loginName);
  if (outcome.kind === "operator")
    throw new CliFailure(2, `Account "${loginName}" is an operator's; only managers have permissions.`);
  const isSame = outcome.before.length === outcome.after.length;
  terminal.out(
    `Permissions of "${loginName}": ${listOf(outcome.after)}.${isSame ? " Nothing was changed." : ""}`,
  );
}
