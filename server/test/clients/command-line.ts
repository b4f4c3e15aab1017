import type { PoolConfig } from "pg";
import { runCli } from "#cli/run-cli.ts";
import type { Terminal } from "#cli/terminal.ts";
import { systemClock } from "#platform/time/clock.ts";

/** Returns the setting `DATABASE_URL` of a test database. */
export const databaseUrlOf = ({ host, user, database }: PoolConfig): string =>
  `postgres:///${database}?host=${encodeURIComponent(host as string)}&user=${user}`;

type Given = Partial<Terminal> & Pick<Terminal, "env">;

/** Runs a command of the command line in this process, without input. */
export async function runCommand(args: readonly string[], given: Given) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(args, {
    clock: systemClock,
    folder: ".",
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    readStandardInput: async () => "",
    promptSecret: null,
    ...given,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

/** Runs a command as `runCommand` does; `out` also contains the lines of the standard error, in the order of printing. */
export async function runPrinting(args: readonly string[], given: Given) {
  const out: string[] = [];
  const print = (line: string) => void out.push(line);
  const { code } = await runCommand(args, { ...given, out: print, err: print });
  return { code, out: out.join("\n") };
}
