import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { counterCash } from "@reposo/contract/orders/counter-cash.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import { orderExport, orderList } from "@reposo/contract/orders/order-lists.ts";
import { areaExport, incomeDetailByArea, incomeEntries } from "@reposo/contract/revenue/revenue.ts";
import { parse } from "csv-parse/sync";
import { sql } from "#platform/postgres/sql.ts";
import readXlsxFile from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rollUpLedger } from "#features/revenue/index.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { call } from "#test/clients/http-client.ts";
import { makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { createOrderMonths } from "#features/orders/index.ts";
import { exportReport } from "./export-report.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Names and codes that a spreadsheet would execute as formulas if they were not escaped. */
const hostile = {
  outlet: '=HYPERLINK("http://evil.example","Ayala")',
  elsewhere: "＋Glorietta; =1+1",
  code: "-2+3+cmd|' /C calc'!A0",
};

let world: OrderApp;
let outlets: string[];
let foreign: string;
let token: string;
beforeAll(async () => {
  world = await openOrderApp();
  outlets = [
    await makeOutlet(world.owner, { name: hostile.outlet }),
    await makeOutlet(world.owner, { name: hostile.elsewhere, currency: "MYR" }),
  ];
  foreign = await makeOutlet(world.owner, { name: "Somebody else's" });
  // Orders are distributed over the chairs by their numbers, so that they are the same in every run. A random
  // distribution would sometimes leave a day or a month without the tested kind of order, or give two
  // consecutive days the same figures.
  for (const [index, outletId] of [...outlets, foreign].entries())
    for (const chair of [1, 2])
      await makeDevice(world.owner, { outletId, deviceId: `EXPORT${index}${chair}` });
  token = (await makeManager(world.owner, { outletIds: outlets })).token;
  await transact(world.owner, (uow) =>
    createOrderMonths(uow, new Date("2026-08-01T00:00:00Z"), new Date("2026-12-01T00:00:00Z")),
  );
  await sql`
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
      minutes, amount_minor, refunded_minor, currency, coupon_property, coupon_code, started_at, ended_at, end_reason)
    SELECT new_order_id(at), 'export-' || lpad(n::text, 4, '0'), at, d.device_id, d.outlet_id,
      CASE WHEN n % 3 = 0 THEN 'counter' ELSE 'coupon' END, CASE WHEN n % 3 = 0 THEN 'cash' ELSE 'coupon' END,
      CASE WHEN n % 10 = 0 THEN 'refunded' ELSE 'completed' END, 1 + n % 3, 10, 123450, CASE WHEN n % 10 = 0 THEN 123450 ELSE 0 END,
      outlet.currency, CASE WHEN n % 3 = 0 THEN NULL ELSE 'free' END, CASE WHEN n % 3 = 0 THEN NULL ELSE ${hostile.code} END,
      at + interval '2 seconds', at + interval '10 minutes', 'finished'
    FROM generate_series(0, 1233) AS n, LATERAL (SELECT '2026-08-30T15:59:59.999Z'::timestamptz + n * interval '73 minutes' AS at) AS o,
      LATERAL (SELECT device_id, outlet_id FROM device ORDER BY md5(device_id || n) LIMIT 1) AS d
      JOIN outlet USING (outlet_id)`.execute(world.owner);
  await sql`
    INSERT INTO ledger_entry (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id, occurred_at)
    SELECT order_id, outlet_id, device_id, 'cash', currency, moved.amount, moved.source, order_id || moved.source, ordered_at + moved.later
    FROM orders, LATERAL (VALUES ('counter', amount_minor, interval '0'), ('refund', -refunded_minor, interval '11 minutes'))
      AS moved (source, amount, later)
    WHERE pay_type = 'cash' AND moved.amount <> 0`.execute(world.owner);
  await transact(world.owner, rollUpLedger, { bulk: true });
  await world.http.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => world.close());

const originOf = () => {
  const address = world.http.server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
};

type Query = Record<string, string | string[]>;
const queryOf = (query: Query) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
const manila = { "timezone-offset": "480" };
const fetchFile = (path: string, query: Query, headers: Record<string, string> = {}) =>
  fetch(`${originOf()}/api${path}?${queryOf(query).toString()}`, {
    headers: { "access-token": token, ...manila, ...headers },
  });

async function readCsv(path: string, query: Query, headers: Record<string, string> = {}) {
  const response = await fetchFile(path, { ...query, format: "csv" }, headers);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [headings = [], ...rows] = parse(bytes, { bom: true });
  expect(Number(response.headers.get("export-rows"))).toBe(rows.length);
  return { headings, rows, response };
}

async function readWorkbook(path: string, query: Query, headers: Record<string, string> = {}) {
  const response = await fetchFile(path, { ...query, format: "xlsx" }, headers);
  expect(response.headers.get("content-type")).toContain("spreadsheetml");
  const [sheet] = await readXlsxFile(Buffer.from(await response.arrayBuffer()));
  return { sheet: sheet?.sheet, rows: sheet?.data ?? [], response };
}

/** Reads all pages of the order list with the same filter. */
async function listed(query: Query) {
  const items: { orderId: string; orderNumber: string; orderTime: string }[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { data }: Awaited<ReturnType<typeof call<typeof orderList>>> = await call(
      world.http,
      orderList,
      { ...query, limit: "100", ...(cursor === "" ? {} : { cursor }) },
      { "access-token": token, ...manila },
    );
    items.push(...data.items);
    cursor = data.nextCursor;
  }
  return items;
}

/** Formats an instant in local time of Manila. */
const wallTime = (at: string) =>
  new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

const marks = /^[\s\p{Cf}]*[=+\-@|＝＋－＠]/u;

describe("orders as a file", () => {
  it.each<[string, Query]>([
    ["everything", {}],
    ["days", { startDate: "2026-09-01", endDate: "2026-09-30" }],
    ["an hour", { startDate: "2026-08-31", endDate: "2026-08-31", hour: "0" }],
    ["a status and a method", { orderStatus: "refunded", payType: "cash" }],
    ["an outlet", { areaId: "0", orderType: ["counter", "coin"] }],
    ["all outlets but one", { exceptAreaId: "0", orderType: ["counter", "coin"] }],
    ["nothing", { payType: "cash", orderType: "coin" }],
  ])("[ORD-2] contain exactly the orders of the list with the same filter: %s", async (_what, given) => {
    const named = ["areaId", "exceptAreaId"].filter((name) => name in given);
    const query = { ...given, ...Object.fromEntries(named.map((name) => [name, outlets[0] as string])) };
    const { rows } = await readCsv(orderExport.path, query);
    expect(rows.map((row) => row.at(-4))).toEqual((await listed(query)).map((item) => item.orderId));
    const workbook = await readWorkbook(orderExport.path, query);
    expect(workbook.rows.slice(1).map((row) => row[0])).toEqual(rows.map((row) => row[0]));
  });

  it("[ORD-1] [I18N-3] [DAY-1] are formatted for people, with local times, decimal amounts, and labels", async () => {
    const query = { startDate: "2026-08-30", endDate: "2026-08-31", orderType: "counter" };
    const { headings, rows, response } = await readCsv(orderExport.path, query);
    const operating = await readFile(new URL("../../../../docs/operating.md", import.meta.url), "utf8");
    const documented = operating
      .slice(operating.indexOf("## Orders as a file"))
      .matchAll(/^\| ([A-Z][^|]+) \|/gm);
    expect(headings).toEqual([...documented].map(([, heading]) => heading).slice(0, headings.length));
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="Orders_2026-08-30_2026-08-31.csv"; filename*=UTF-8''Orders_2026-08-30_2026-08-31.csv`,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    const times = (await listed(query)).map(({ orderTime }) => wallTime(orderTime));
    expect(rows.map((row) => row[1])).toEqual(times);
    for (const row of rows) {
      expect(row.slice(4, 7)).toEqual([
        "Counter order",
        "Cash at the counter",
        row[10] === "0.00" ? "Completed" : "Refunded",
      ]);
      expect(row.slice(9, 12)).toEqual(["1234.50", expect.any(String), expect.stringMatching(/^(PHP|RM)$/)]);
    }
    const workbook = await readWorkbook(orderExport.path, query);
    expect(workbook.sheet).toBe("Orders");
    expect(workbook.rows[1]?.[9]).toBe(1234.5);
    const cell = workbook.rows[1]?.[1];
    expect(cell).toBeInstanceOf(Date);
    // A cell contains a fraction of a day, so the test rounds to the nearest second like a spreadsheet.
    const shown = new Date(Math.round((cell as unknown as Date).getTime() / 1_000) * 1_000);
    expect(shown.toISOString().slice(0, 19).replace("T", " ")).toBe(times[0]);
  });

  it.each([
    ["en_US", "Added to order ID", "Order ID"],
    ["zh_CN", "所属订单 ID", "订单 ID"],
    ["zh_TW", "所屬訂單 ID", "訂單 ID"],
    ["id_ID", "Ditambahkan ke ID pesanan", "ID pesanan"],
  ])("[ORD-1] contain the ID of the order that an extension belongs to: %s", async (lang, heading, id) => {
    const deviceId = await makeDevice(world.owner, { outletId: outlets[0] as string });
    const of = { deviceId, outletId: outlets[0] as string, status: "completed" } as const;
    const run = await makeOrder(world.owner, of);
    const extension = await makeOrder(world.owner, of);
    await sql`UPDATE orders SET parent_order_id = ${run} WHERE order_id = ${extension}`.execute(world.owner);
    const { headings, rows } = await readCsv(orderExport.path, { deviceId }, { lang });
    const [column, idColumn] = [headings.indexOf(heading), headings.indexOf(id)];
    const expected = { [run]: "", [extension]: run };
    expect(Object.fromEntries(rows.map((row) => [row[idColumn], row[column]]))).toEqual(expected);
    const workbook = await readWorkbook(orderExport.path, { deviceId }, { lang });
    expect(workbook.rows[0]?.[column]).toBe(heading);
    const cells = workbook.rows.slice(1).map((row) => [row[idColumn], row[column] ?? ""]);
    expect(Object.fromEntries(cells)).toEqual(expected);
  });

  it("[ORD-2] are compressed if the client accepts it, and uncompressed otherwise", async () => {
    const compressed = await fetchFile(orderExport.path, { format: "csv" });
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    const plain = await fetchFile(orderExport.path, { format: "csv" }, { "accept-encoding": "identity" });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await compressed.text()).toBe(await plain.text());
    const workbook = await fetchFile(orderExport.path, { format: "xlsx" });
    expect(workbook.headers.get("content-encoding")).toBeNull();
    await workbook.arrayBuffer();
  });

  it.each([
    ["zh_CN", "订单", "下单时间", "柜台订单"],
    ["zh_TW", "訂單", "下單時間", "櫃檯訂單"],
    ["id_ID", "Pesanan", "Waktu pesanan", "Pesanan kasir"],
  ])("[I18N-1] are in the caller's language: %s", async (lang, name, heading, label) => {
    const { headings, rows, response } = await readCsv(
      orderExport.path,
      { orderType: "counter", endDate: "2026-09-02" },
      { lang },
    );
    expect(headings[1]).toBe(heading);
    expect(rows[0]?.[4]).toBe(label);
    expect(response.headers.get("content-disposition")).toContain(
      `filename*=UTF-8''${encodeURIComponent(name)}_`,
    );
    expect((await readWorkbook(orderExport.path, { endDate: "2026-08-31" }, { lang })).sheet).toBe(name);
  });

  it("[G-9] contain no formulas, whatever the names of outlets and coupons are", async () => {
    const query = { endDate: "2026-09-05" };
    const { rows } = await readCsv(orderExport.path, query);
    const workbook = await readWorkbook(orderExport.path, query);
    const cells = [...rows, ...workbook.rows].flat().filter((cell) => typeof cell === "string");
    expect(cells).toContain(`'${hostile.outlet}`);
    expect(cells).toContain(`'${hostile.elsewhere.replace("; ", ";' ")}`);
    expect(cells).toContain(`'${hostile.code}`);
    for (const cell of cells) for (const part of cell.split(";")) expect(part).not.toMatch(marks);
  });

  it("[G-9] contain nothing of other managers' outlets, and errors are JSON", async () => {
    const { rows } = await readCsv(orderExport.path, {});
    expect(rows.flat()).not.toContain("Somebody else's");
    for (const [query, code] of [
      [{ format: "csv", areaId: foreign }, 20601],
      [{ format: "csv", exceptAreaId: foreign }, 20601],
      [{ format: "csv", startDate: "2026-02-30" }, 400],
      [{ format: "pdf" }, 400],
      [{}, 400],
    ] as const) {
      const response = await fetchFile(orderExport.path, query);
      expect(response.headers.get("content-type")).toContain("application/json");
      expect(await response.json()).toMatchObject({ code });
    }
  });
});

describe("a report as a file", () => {
  const range = { range: "custom", startDate: "2026-09-01", endDate: "2026-09-30" };
  const headers = () => ({ "access-token": token, ...manila });
  const minor = (text: string | undefined) => Math.round(Number(text) * 100);

  it("[DET-1] [DAY-1] has one row per outlet with the figures of the page", async () => {
    const { data } = await call(world.http, incomeDetailByArea, range, headers());
    const { headings, rows } = await readCsv(areaExport.path, { ...range, rows: "outlets" });
    expect(headings).toContain("Income per device");
    expect(rows.map((row) => [row[1], minor(row[5]), Number(row[6])])).toEqual(
      data.areas.map((area) => [area.areaId, area.total, area.orders]),
    );
    expect(data.areas.some((area) => area.total > 0)).toBe(true);
  });

  it("[DET-3] has one row per account that received counter cash, in the order of the page", async () => {
    const { data } = await call(world.http, counterCash, range, headers());
    expect(data.accounts.length).toBeGreaterThan(0);
    const { headings, rows } = await readCsv(areaExport.path, {
      ...range,
      rows: "accounts",
      sort: "taken",
      order: "desc",
    });
    expect(headings).toEqual([
      "Account",
      "Login name",
      "Currency",
      "Total",
      "Received",
      "Refunded",
      "Orders",
    ]);
    const labels = { PHP: "PHP", MYR: "RM", CNY: "CNY", IDR: "IDR" };
    const ofCurrency = (currency: string) =>
      data.accounts
        .filter((row) => row.currency === currency)
        .toSorted((one, other) => other.taken - one.taken)
        .map((row) => [
          row.accountName ?? "Unknown account",
          row.accountLogin ?? "",
          labels[row.currency],
          row.total,
          row.taken,
          row.returned,
          row.orders,
        ]);
    expect(rows.map((row) => [...row.slice(0, 3), ...row.slice(3, 6).map(minor), Number(row[6])])).toEqual([
      ...ofCurrency("PHP"),
      ...ofCurrency("MYR"),
    ]);
    for (const wrong of [{ currency: "PHP" }, { deviceId: "EXPORT01" }, { channel: "cash" }]) {
      const response = await fetchFile(areaExport.path, {
        ...range,
        ...wrong,
        rows: "accounts",
        format: "csv",
      });
      expect(await response.json()).toMatchObject({ code: 400 });
    }
  });

  it.each(languages)(
    "[DAY-1] contains 24-hour times in %s, in the time zone of the call or, without one, of the account",
    async (lang) => {
      const query = { ...range, rows: "entries" };
      const hoursOf = async (zone: Record<string, string>) => {
        const { rows } = await readCsv(areaExport.path, query, { ...zone, lang });
        for (const [time] of rows) expect(time).toMatch(/^2026-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/);
        return new Set(rows.map(([time]) => Number(time?.slice(11, 13))));
      };
      expect((await hoursOf(manila)).size).toBe(24);
      const { rows: inManila } = await readCsv(areaExport.path, query, { ...manila, lang });
      const response = await fetch(
        `${originOf()}/api${areaExport.path}?${queryOf({ ...query, format: "csv" }).toString()}`,
        { headers: { "access-token": token, lang } },
      );
      const [, ...ofAccount] = parse(Buffer.from(await response.arrayBuffer()), { bom: true });
      // The account's own time zone is also that of Manila.
      expect(ofAccount).toEqual(inManila);
      const { rows: inLondon } = await readCsv(areaExport.path, query, { "timezone-offset": "0", lang });
      const shared = new Map(inLondon.map((row) => [row.at(-2), row[0]]));
      const compared = inManila.filter((row) => shared.has(row.at(-2)));
      expect(compared.length).toBeGreaterThan(100);
      for (const row of compared)
        expect(Date.parse(`${row[0]}Z`) - Date.parse(`${shared.get(row.at(-2)) ?? ""}Z`)).toBe(8 * 3_600_000);
    },
  );

  it.each(["outlets", "devices", "entries"])("[DET-2] contains no %s of an excluded outlet", async (kind) => {
    const excluded = outlets[0] as string;
    const rowsOf = async (query: Query) =>
      (await readCsv(areaExport.path, { ...range, ...query, rows: kind })).rows.map((row) => row.join("|"));
    const only = new Set(await rowsOf({ areaId: excluded }));
    expect(only.size).toBeGreaterThan(0);
    const others = (await rowsOf({})).filter((row) => !only.has(row));
    expect(await rowsOf({ exceptAreaId: excluded })).toEqual(others);
    expect(others.length).toBeGreaterThan(0);
  });

  it("[DET-1] [DAY-1] has rows of devices and of ledger entries that add up to the totals of the outlets", async () => {
    const { data } = await call(world.http, incomeDetailByArea, range, headers());
    const devices = await readCsv(areaExport.path, { ...range, rows: "devices" });
    const entries = await readCsv(areaExport.path, { ...range, rows: "entries" });
    for (const [label, currency] of [
      ["PHP", "PHP"],
      ["RM", "MYR"],
    ] as const) {
      const total = data.totals.find((one) => one.currency === currency)?.total;
      const sum = (rows: string[][], currencyAt: number, amountAt: number) =>
        rows.filter((row) => row[currencyAt] === label).reduce((all, row) => all + minor(row[amountAt]), 0);
      expect(sum(devices.rows, 2, 5)).toBe(total);
      expect(sum(entries.rows, 7, 6)).toBe(total);
    }
    const { data: page } = await call(world.http, incomeEntries, range, headers());
    expect(entries.rows.length).toBe(page.total);
    expect(entries.rows.slice(0, 20).map((row) => [row.at(-2), row[3], row[0]])).toEqual(
      page.items.map((item) => [item.entryId, item.orderNumber, wallTime(item.at)]),
    );
    expect(entries.rows.some((row) => row[6] === "-1234.50")).toBe(true);
    const workbook = await readWorkbook(areaExport.path, { ...range, rows: "entries", currency: "MYR" });
    expect(new Set(workbook.rows.slice(1).map((row) => row[7]))).toEqual(new Set(["RM"]));
    const amounts = workbook.rows.slice(1).map((row) => row[6]);
    expect(amounts.some((amount) => typeof amount === "number" && amount < 0)).toBe(true);
  });

  it("[DET-1] [I18N-2] contains only rows of devices in the requested currency", async () => {
    const all = await readCsv(areaExport.path, { ...range, rows: "devices" });
    const some = await readCsv(areaExport.path, { ...range, rows: "devices", currency: "MYR" });
    expect(some.rows.length).toBeGreaterThan(0);
    expect(some.rows).toEqual(all.rows.filter((row) => row[2] === "RM"));
  });

  it.each(["outlets", "devices", "entries"] as const)(
    "[DAY-1] [G-9] contains the %s of the day in its file name even if midnight passes during the download",
    async (rows) => {
      const midnight = Date.parse("2026-09-14T16:00:00Z");
      const caller: ManagerCaller = {
        kind: "manager",
        accountId: "an account",
        name: "Maria",
        permissions: ["details"],
        country: "PH",
        currency: "PHP",
        timeZone: "Asia/Manila",
        outletIds: outlets,
        tokenHash: Buffer.alloc(32),
      };
      const fileOf = async (times: number[]) => {
        const clock = {
          now: () => new Date(times.length > 1 ? (times.shift() as number) : (times[0] as number)),
        };
        const answer = await exportReport({
          database: world.database,
          clock: { ...clock, sleep: async () => {} },
          slots: { acquire: () => () => {} },
          monthClosesAfterDays: 3,
        })({
          caller,
          request: { range: "today", rows, format: "csv" },
          language: "en_US",
          requestedZone: "+08:00",
          signal: new AbortController().signal,
        });
        return { name: answer.name, text: await text(answer.content) };
      };
      const before = await fileOf([midnight - 1]);
      expect(before.name).toContain("2026-09-14");
      expect((await fileOf([midnight])).text).not.toBe(before.text);
      for (const reads of [1, 2, 3])
        expect(await fileOf([...Array<number>(reads).fill(midnight - 1), midnight])).toEqual(before);
    },
  );

  it("[DET-2] rejects filters that its rows do not support, and invalid days", async () => {
    for (const query of [
      { ...range, rows: "outlets", deviceId: "T1" },
      { ...range, rows: "outlets", currency: "PHP" },
      { ...range, rows: "devices", channel: "cash" },
      { ...range, rows: "entries", endDate: "2026-08-01" },
      { range: "custom", rows: "entries" },
    ]) {
      const response = await fetchFile(areaExport.path, { ...query, format: "csv" });
      expect(await response.json()).toMatchObject({ code: 400 });
    }
  });
});
