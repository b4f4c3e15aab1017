import { currencyLabels } from "@reposo/contract/money/money.ts";
import { normaliseDeviceId, normaliseText } from "@reposo/contract/text/typed-text.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { type Command, InvalidArgumentError } from "commander";
import type { ExceedsMoney } from "#features/orders/index.ts";
import { type Column, InvalidCell } from "#cli/import/csv-columns.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { withDatabase } from "#cli/with-database.ts";
import type { Database } from "#platform/postgres/database.ts";

/** Returns a parser of whole numbers from `min` to `max`, both inclusive. */
export const integerFrom =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(
      max === Number.MAX_SAFE_INTEGER
        ? `Give a whole number of at least ${min}.`
        : `Give a whole number from ${min} to ${max}.`,
    );
  };

/** Returns a parser of options with the same rules as a cell of an imported file. */
export const parsedAs =
  <T>(column: Column<T>) =>
  (text: string): T => {
    try {
      return column.read(text);
    } catch (error) {
      if (error instanceof InvalidCell) throw new InvalidArgumentError(error.message);
      throw error;
    }
  };

export const money = (minor: number, currency: Currency): string =>
  `${currencyLabels[currency]} ${(minor / 100).toFixed(2)}`;

/** Option of commands that give money or a coupon for an order. */
export const exceedOption = [
  "--exceed",
  "allows giving more than was received for the order and neither refunded nor given as coupons",
] as const;

export function exceedsMoney({
  receivedMinor,
  returnedMinor,
  disputedMinor,
  givenMinor,
  exceedsMinor,
  currency,
}: ExceedsMoney): CliFailure {
  const [received, returned, given] = [receivedMinor, returnedMinor, givenMinor].map((minor) =>
    money(minor, currency),
  );
  const disputed =
    disputedMinor === 0 ? "" : ` ${money(disputedMinor, currency)} withdrawn because of a dispute,`;
  const exceeds =
    exceedsMinor === null
      ? "A free massage exceeds what is left"
      : `This exceeds what is left by ${money(exceedsMinor, currency)}`;
  return new CliFailure(
    1,
    `${received} was received for the order; ${returned} of it was refunded,${disputed} and ${given} given as coupons. ` +
      `${exceeds}; add --exceed to give it anyway.`,
  );
}

export const deviceIdArgument = ["<deviceId>", "device ID on the chair's label", normaliseDeviceId] as const;

/** Normalises the text of a mandatory option. @throws CliFailure if the text is empty */
export function requireText(option: "--reason" | "--note", given: string): string {
  const text = normaliseText(given);
  if (text === "") throw new CliFailure(2, `${option} must not be empty.`);
  return text;
}

export const requireReason = (given: string): string => requireText("--reason", given);

export const readNote = (text: string | undefined): string | null => normaliseText(text ?? "") || null;

/** Option of commands that list entries. */
export const limitOption = ["--limit <n>", "maximum number of lines", integerFrom(1, 999_999), 500] as const;

/** Adds a command that lists the entries that wait for a decision or, with the option `--all`, all entries. */
export function addListCommand<R>(
  group: Command,
  terminal: Terminal,
  list: {
    readonly name?: string;
    readonly description: string;
    readonly allDescription: string;
    readonly select: (database: Database, options: { all: boolean; limit: number }) => Promise<readonly R[]>;
    readonly lineOf: (row: R, all: boolean) => string;
    readonly singular: string;
    readonly plural: string;
    /** Message of `--all` if there are no entries. */
    readonly none: string;
    /** Message without `--all` if no entry waits for a decision. */
    readonly noneWaiting: string;
  },
): void {
  group
    .command(list.name ?? "list")
    .description(list.description)
    .option("--all", list.allDescription)
    .option(...limitOption)
    .action(({ all = false, limit }: { all?: boolean; limit: number }) =>
      withDatabase(terminal, async (database) => {
        // One more row than is printed shows whether the list is incomplete.
        const rows = await list.select(database, { all, limit: limit + 1 });
        // A line break in a name or an ID must not look like another entry.
        for (const row of rows.slice(0, limit))
          terminal.out(list.lineOf(row, all).replaceAll(/[\t\n]/g, " "));
        if (rows.length > limit) terminal.out(`The first ${limit} are shown; --limit sets the number.`);
        else if (rows.length === 0) terminal.out(all ? list.none : list.noneWaiting);
        else if (all) terminal.out(`${rows.length} ${rows.length === 1 ? list.singular : list.plural}.`);
        else terminal.out(`${rows.length} waiting.`);
      }),
    );
}
