import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { runPrinting } from "#test/clients/command-line.ts";

/** Returns the help of a command or of a group of commands. */
async function helpOf(words: readonly string[]): Promise<string> {
  const { code, out } = await runPrinting([...words, "--help"], { env: {}, folder: import.meta.dirname });
  expect(code).toBe(0);
  return out;
}

/** Returns the help of each command, by its words, such as `refund approve`. */
async function readCommands(words: readonly string[] = []): Promise<[string, string][]> {
  const help = await helpOf(words);
  const [, list] = help.split("\nCommands:\n");
  if (list === undefined) return [[words.join(" "), help]];
  const names = [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name]) => name as string);
  const inside = names.filter((name) => name !== "help").map((name) => readCommands([...words, name]));
  return (await Promise.all(inside)).flat();
}

interface Row {
  readonly commands: readonly string[];
  readonly options: readonly string[];
}

/** Reads a row whose first cell contains commands in backticks, with arguments in capitals: `a b|c NAME --option X`. */
function readRow(row: string): Row {
  const [, cell = ""] = row.split(/(?<!\\)\|/);
  const commands = [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, usage = ""]) => {
    const words = /^[a-z][a-z|\\-]*(?: [a-z][a-z|\\-]*)*(?= |$)/.exec(usage)?.[0].split(" ") ?? [];
    const last = words.at(-1)?.split("\\|") ?? [];
    return last.map((name) => [...words.slice(0, -1), name].join(" "));
  });
  return { commands, options: [...row.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option) };
}

let commands: ReadonlyMap<string, string>;
let rows: readonly Row[];
beforeAll(async () => {
  commands = new Map(await readCommands());
  const page = await readFile(join(import.meta.dirname, "../../../docs/operating.md"), "utf8");
  const [, table = ""] = page.split("\n| command | what it does |\n|---|---|\n");
  rows = table.slice(0, table.indexOf("\n\n")).split("\n").map(readRow);
});

it("docs/operating.md lists the commands of --help, each once", () => {
  expect(rows.flatMap((row) => row.commands).sort()).toEqual([...commands.keys()].sort());
});

it("docs/operating.md names only options that a command of the same row has", () => {
  const unknown = rows.flatMap((row) =>
    row.options
      .filter((option) => !row.commands.some((name) => commands.get(name)?.includes(`${option} `)))
      .map((option) => `${row.commands.join(", ")}: ${option}`),
  );
  expect(rows.flatMap((row) => row.options).length).toBeGreaterThan(0);
  expect(unknown).toEqual([]);
});
