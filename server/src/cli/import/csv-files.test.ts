import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestFolder } from "#test/test-folder.ts";
import { CliFailure } from "#cli/terminal.ts";
import { amount, currency, instant, integer, list, optional, text, textUpTo } from "./csv-columns.ts";
import { readCsvFile } from "./csv-files.ts";

let folder: string;
beforeAll(async () => {
  folder = await makeTestFolder("csv");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const columns = {
  id: text,
  amount,
  currency: optional(currency, null),
  tags: optional(list(text), []),
  from: optional(instant, null),
  count: optional(integer, 1),
  name: optional(textUpTo(10), null),
};

async function read(content: string | Buffer) {
  const path = join(folder, "it.csv");
  await writeFile(path, content);
  return readCsvFile(path, columns, "it.csv");
}

async function messageOf(content: string | Buffer): Promise<string> {
  const failure = await read(content).then(
    (table) => (table.hasProblems ? table.failure([]) : null),
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(CliFailure);
  expect((failure as CliFailure).exitCode).toBe(2);
  return (failure as CliFailure).message;
}

describe("a CSV file", () => {
  it("is read with columns in any order, a byte order mark, quotes, CRLF, and blank lines", async () => {
    const { rows } = await read('\uFEFFamount,tags,id\r\n49.9,a; b,"x, ""y"""\r\n\r\n5,,z\r\n');
    expect(rows).toEqual([
      { id: 'x, "y"', amount: 4990, tags: ["a", "b"] },
      { id: "z", amount: 500, tags: [] },
    ]);
  });

  it.each(["sep=,", '"sep=,"', "sep=,,,"])(
    "is read with the separator line %s and the empty columns of a spreadsheet",
    async (line) => {
      const { rows, hasProblems } = await read(`${line}\r\nid,amount,,\r\nx,5,,\r\ny,6\r\nz,7,,,\r\n`);
      expect(hasProblems).toBe(false);
      expect(rows).toEqual([
        { id: "x", amount: 500 },
        { id: "y", amount: 600 },
        { id: "z", amount: 700 },
      ]);
      expect(await messageOf("sep=,\nid,amount,,\nx,five,,\n")).toContain(
        'it.csv, line 3, column 2 "amount"',
      );
      expect(await messageOf("id,amount,,\nx,5,more,\n")).toContain(
        "line 2, column 3: 3 values where the header has 2",
      );
    },
  );

  it("is read as it is meant where a spreadsheet changed dashes, digits, and spaces", async () => {
    const { rows } = await read(
      "id,amount,count,name\n\u200BCaf\u0065\u0301\u00A0–  Núñez ,４９.５,−２,Ｂ１－２\n",
    );
    expect(rows).toEqual([{ id: "Café – Núñez", amount: 4950, count: -2, name: "Ｂ１－２" }]);
  });

  it("omits absent columns, returns the default for an empty cell, and undefined for an invalid cell", async () => {
    const { rows } = await read("id,amount,count\na,1,\nb,x,2\nc\n");
    expect(rows).toStrictEqual([
      { id: "a", amount: 100, count: 1 },
      { id: "b", amount: undefined, count: 2 },
      { id: undefined, amount: undefined, count: undefined },
    ]);
  });

  it("reports file, line, and column of every invalid cell", async () => {
    const message = await messageOf('id,amount,currency\n"two\nlines",1\u002c5,PHP\n,5,USD\nok,"1,50",PHP\n');
    expect(message).toContain("it.csv, line 2, column 4: 4 values where the header has 3");
    expect(message).toContain('it.csv, line 4, column 1 "id": must not be empty');
    expect(message).toContain('it.csv, line 4, column 3 "currency": "USD" is none of PHP, MYR, CNY, IDR');
    expect(message).toContain('it.csv, line 5, column 2 "amount": "1,50" is not an amount like 50 or 49.90');
    expect(message.endsWith("Nothing was imported.")).toBe(true);
  });

  it.each([
    ["", "it.csv: the file is empty, it needs a header line"],
    ["id\nx\n", 'it.csv, line 1: column "amount" is missing'],
    ["id,amount,colour\n", 'it.csv, line 1, column 3: unknown column "colour"'],
    ["id,amount,id\n", 'it.csv, line 1, column 3: column "id" appears twice'],
    ["id;amount\nx;5\n", "it.csv, line 1, column 1: columns are separated by commas, not semicolons"],
    ['id,amount\nx,"5\n', "it.csv, line 2"],
    ['id,amount\nx,5"5\n', "it.csv, line 2, column 2"],
    [Buffer.from("id,amount\nx,5\n\xff,5\n", "latin1"), "it.csv, line 3: not UTF-8"],
    ["id,amount,from\nx,5,2026-02-30\n", 'line 2, column 3 "from": "2026-02-30" is neither a date'],
    ["id,amount,from\nx,5,11/21/2026\n", 'line 2, column 3 "from"'],
    ["id,amount,count\nx,5,1.5\n", 'line 2, column 3 "count": "1.5" is not a whole number'],
    ['id,amount\n"two\nlines",5\n', 'line 2, column 1 "id": must not contain a line break'],
    ["id,amount\nx\u0000y,5\n", 'line 2, column 1 "id": must not contain a line break'],
    ["id,amount,name\nx,5,12345678901\n", 'line 2, column 3 "name": has at most 10 characters'],
    ["id,amount\n\u200B\u200B,5\n", 'line 2, column 1 "id": must not be empty'],
    ["id,amount,name\nx,5,\u3164\n", 'line 2, column 3 "name": must not be empty'],
    [
      "id,amount\nMall \u202Egnp.exe,5\n",
      'line 2, column 1 "id": must not contain the invisible character U+202E',
    ],
    ["sep=;\nid;amount\nx;5\n", "columns are separated by commas, not semicolons"],
    ["id,amount,tags\nx,5,a;a\n", 'line 2, column 3 "tags": "a;a" contains a value twice'],
  ])("explains the error in %j", async (content, message) => {
    expect(await messageOf(content)).toContain(message);
  });

  it("reports the position of an importer's problem", async () => {
    const table = await read("amount,id\n5,a\n\n6,b\n");
    const failure = table.failure([{ row: 1, column: "id", message: "is taken" }]);
    expect(failure.message).toBe('it.csv, line 4, column 2 "id": is taken\nNothing was imported.');
  });

  it("shows at most twenty problems and the number of the others", async () => {
    const message = await messageOf(`id,amount\n${"x,y\n".repeat(30)}`);
    expect(message.split("\n")).toHaveLength(22);
    expect(message).toContain("… and 10 more");
  });

  it("reports a missing file", async () => {
    await expect(readCsvFile(join(folder, "none.csv"), columns, "none.csv")).rejects.toThrow(
      "none.csv: there is no such file",
    );
  });
});
