import { permissions } from "@reposo/contract/permissions.ts";
import { currencies } from "@reposo/contract/money/currencies.ts";
import { type Command, Option } from "commander";
import {
  createAccount,
  disableAccount,
  enableAccount,
  findAccount,
  isSuitableLoginName,
  setPassword,
} from "#features/login/index.ts";
import { choosePassword, passwordRefusals, type PasswordOptions } from "./choose-password.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { setManagedOutlets, unknownOutlets } from "./managers-store.ts";
import { parsedAs } from "#cli/commands/command-options.ts";
import { maxNameLength, maxPhoneLength, textUpTo } from "#cli/import/csv-columns.ts";
import { addPermissionCommands, noAccount } from "./permission-commands.ts";
import { withDatabase } from "#cli/with-database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { isTimeZoneName, timeZoneProblem } from "#platform/time/time-zone-names.ts";
import { unusableTimeZones } from "#platform/postgres/unusable-time-zones.ts";

interface CreateOptions extends PasswordOptions {
  kind: "outletManager" | "operator";
  name?: string;
  phone?: string;
  permissions?: string;
  country: string;
  currency: (typeof currencies)[number];
  timeZone: string;
  outlets?: string;
}

const stdinOption = () =>
  new Option("--password-stdin", "takes the password from the first line of standard input");

export function addAccountCommands(program: Command, terminal: Terminal): void {
  const account = program.command("account").description("accounts of outlet managers and operators");
  account
    .command("create")
    .argument("<loginName>")
    .description("creates an account; without a given password, generates one and prints it once")
    .addOption(
      new Option("--kind <kind>", "kind of account")
        .choices(["outletManager", "operator"])
        .default("outletManager"),
    )
    .option("--name <name>", "the person's name (default: the login name)", parsedAs(textUpTo(maxNameLength)))
    .option("--phone <number>", "contact number", parsedAs(textUpTo(maxPhoneLength)))
    .option(
      "--permissions <list>",
      `${permissions.join(", ")}, separated by commas or semicolons (default: all for a manager, none for an operator)`,
    )
    .option("--outlets <list>", "a manager's outlets, separated by commas or semicolons")
    .option("--country <code>", "two letters", "PH")
    .addOption(new Option("--currency <code>", "currency").choices(currencies).default("PHP"))
    .option("--time-zone <name>", "IANA name", "Asia/Manila")
    .addOption(stdinOption())
    .action((loginName: string, options: CreateOptions) => create(terminal, loginName, options));
  account
    .command("disable")
    .argument("<loginName>")
    .description("disables an account and ends its session")
    .action((loginName: string) => disable(terminal, loginName));
  account
    .command("enable")
    .argument("<loginName>")
    .description("lets a disabled account log in again, with the same password")
    .action((loginName: string) => enable(terminal, loginName));
  account
    .command("password")
    .argument("<loginName>")
    .description(
      "sets a new password and ends the session; without a given password, generates one and prints it once",
    )
    .addOption(stdinOption())
    .action((loginName: string, options: PasswordOptions) => changePassword(terminal, loginName, options));
  addPermissionCommands(account, terminal);
}

function permissionsOf(options: CreateOptions): (typeof permissions)[number][] {
  if (options.permissions === undefined) return options.kind === "operator" ? [] : [...permissions];
  return splitList("--permissions", options.permissions).map((name) => {
    const permission = permissions.find((known) => known === name);
    if (!permission) throw new CliFailure(2, `--permissions: "${name}" is none of ${permissions.join(", ")}`);
    return permission;
  });
}

/**
 * Parses a list; returns an empty list if the option was omitted.
 * @throws CliFailure for an option without a value, because a shell variable may be unset by mistake
 */
function splitList(option: string, list: string | undefined): string[] {
  if (list === undefined) return [];
  const items = list
    .split(/[,;]/)
    .map((item) => item.trim())
    .filter((item) => item !== "");
  if (items.length === 0) throw new CliFailure(2, `${option}: has no value; omit the option, or give one`);
  return [...new Set(items)];
}

async function create(terminal: Terminal, loginName: string, options: CreateOptions): Promise<void> {
  if (!isSuitableLoginName(loginName))
    throw new CliFailure(2, "A login name is 1 to 64 letters, digits and . _ @ + -");
  if (!/^[A-Z]{2}$/.test(options.country)) throw new CliFailure(2, "--country: two capital letters, e.g. PH");
  if (!isTimeZoneName(options.timeZone))
    throw new CliFailure(2, `--time-zone: ${timeZoneProblem(options.timeZone)}`);
  const outletIds = splitList("--outlets", options.outlets);
  if (options.kind === "operator" && outletIds.length > 0)
    throw new CliFailure(2, "--outlets: only a manager has outlets");
  const granted = permissionsOf(options);
  const displayName = options.name ?? loginName;
  const { password, generated } = await choosePassword(terminal, options, [loginName, displayName]);
  await withDatabase(
    terminal,
    (database) =>
      transact(database, async (uow) => {
        const [zone] = await unusableTimeZones(uow, [options.timeZone]);
        if (zone !== undefined) throw new CliFailure(2, `--time-zone: ${timeZoneProblem(zone)}`);
        const [unknown] = await unknownOutlets(uow, outletIds);
        if (unknown !== undefined) throw new CliFailure(2, `--outlets: there is no outlet "${unknown}"`);
        const outcome = await createAccount(uow, terminal.clock, {
          kind: options.kind,
          loginName,
          password,
          isInitial: options.kind === "outletManager",
          displayName,
          phone: options.phone ?? null,
          permissions: granted,
          country: options.country,
          currency: options.currency,
          timeZone: options.timeZone,
        });
        if (outcome.kind === "loginNameTaken")
          throw new CliFailure(1, `The account "${loginName}" already exists.`);
        if (outcome.kind === "refused")
          throw new CliFailure(2, `The account was refused: ${outcome.problem}.`);
        await setManagedOutlets(uow, outcome.accountId, outletIds);
      }),
    {
      mayCreate: true,
      adviceIfUnknown: `Account "${loginName}" may have been created. If so, set its password by \`account password\``,
    },
  );
  terminal.out(`Account "${loginName}" (${options.kind}) created.`);
  if (options.kind === "outletManager" && outletIds.length === 0)
    terminal.err("It has no outlets yet: assign them with `import managers`.");
  if (options.kind === "outletManager") terminal.out(initialPasswordExpires);
  if (generated) terminal.out(`Its password, shown only this once: ${password}`);
}

async function disable(terminal: Terminal, loginName: string): Promise<void> {
  const outcome = await withDatabase(terminal, (database) =>
    disableAccount(database, terminal.clock, loginName),
  );
  if (outcome === "unknown") throw noAccount(loginName);
  terminal.out(
    outcome === "alreadyDisabled"
      ? `Account "${loginName}" is already disabled; nothing was changed.`
      : `Account "${loginName}" is disabled; its session has ended.`,
  );
}

async function enable(terminal: Terminal, loginName: string): Promise<void> {
  const outcome = await withDatabase(terminal, (database) =>
    enableAccount(database, terminal.clock, loginName),
  );
  if (outcome === "unknown") throw noAccount(loginName);
  terminal.out(
    outcome === "alreadyEnabled"
      ? `Account "${loginName}" is already enabled; nothing was changed.`
      : `Account "${loginName}" is enabled again, with the same password.`,
  );
}

async function changePassword(
  terminal: Terminal,
  loginName: string,
  options: PasswordOptions,
): Promise<void> {
  const { password, generated } = await choosePassword(terminal, options, [loginName]);
  const { outcome, account } = await withDatabase(
    terminal,
    async (database) => ({
      // Nothing is read after the change, because a failure would prevent that the password is shown.
      account: await findAccount(database, loginName),
      outcome: await setPassword(database, terminal.clock, loginName, password),
    }),
    {
      adviceIfUnknown: `The old password of "${loginName}" may no longer be valid. Set another one`,
    },
  );
  if (outcome === "unknown") throw noAccount(loginName);
  if (outcome === "unsuitable" || outcome === "guessable") throw new CliFailure(2, passwordRefusals[outcome]);
  terminal.out(`Account "${loginName}" has a new password; its session has ended.`);
  if (account?.kind === "outletManager") terminal.out(initialPasswordExpires);
  if (generated) terminal.out(`The password, shown only this once: ${password}`);
}

const initialPasswordExpires =
  "The password expires after 7 days, unless the manager replaces it on the account page before then.";
