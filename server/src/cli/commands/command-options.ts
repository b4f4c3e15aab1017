import { type Command, InvalidArgumentError } from "commander";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { withDatabase } from "#cli/with-database.ts";
import type { Database } from "#platform/postgres/database.ts";

function readLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("a whole number from 1 to 999999");
}

/** Trims the reason. @throws CliFailure if it is empty */
export function requireReason(text: string): string {
  const reason = text.trim();
  if (reason === "") throw new CliFailure(2, "--reason must not be empty.");
  return reason;
}

export const readNote = (text: string | undefined): string | null => text?.trim() || null;

/** Adds a command that lists what waits for a decision; with `--all`, it lists everything. */
export function addListCommand<R>(
  group: Command,
  terminal: Terminal,
  list: {
    readonly name?: string;
    readonly description: string;
    readonly allDescription: string;
    readonly select: (database: Database, options: { all: boolean; limit: number }) => Promise<readonly R[]>;
    readonly lineOf: (row: R, all: boolean) => string;
    readonly plural: string;
    readonly none: string;
    readonly noneWaiting: string;
  },
): void {
  group
    .command(list.name ?? "list")
    .description(list.description)
    .option("--all", list.allDescription)
    .option("--limit <n>", "maximum number of lines (default 500)", readLimit)
    .action(({ all = false, limit = 500 }: { all?: boolean; limit?: number }) =>
      withDatabase(terminal, async (database) => {
        const rows = await list.select(database, { all, limit: limit + 1 });
        for (const row of rows.slice(0, limit)) terminal.out(list.lineOf(row, all));
        if (rows.length > limit) terminal.out(`The first ${limit} are shown; --limit sets the number.`);
        else if (rows.length === 0) terminal.out(all ? list.none : list.noneWaiting);
        else terminal.out(all ? `${rows.length} ${list.plural}.` : `${rows.length} waiting.`);
      }),
    );
}
