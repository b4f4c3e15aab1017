import { lateEntries } from "@reposo/contract/revenue/late-entries.ts";
import { orderExport, orderList } from "@reposo/contract/orders/order-lists.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { areaExport, incomeDetailByArea, incomeEntries } from "@reposo/contract/revenue/revenue.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { call } from "#test/clients/http-client.ts";
import { makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await openOrderApp({ MONTH_CLOSES_AFTER_DAYS: "3" });
});
afterAll(() => world.close());

const september = { range: "custom", startDate: "2026-09-01", endDate: "2026-09-30" };

async function openOutlet(timeZone = "Asia/Manila") {
  const outletId = await makeOutlet(world.owner, { timeZone });
  const deviceId = await makeDevice(world.owner, { outletId });
  const { token } = await makeManager(world.owner, { outletIds: [outletId] });
  const headers = { "access-token": token, "timezone-offset": "480", lang: "en_US" };
  const read = async (period: Record<string, string> = september) =>
    (await call(world.http, lateEntries, period, headers)).data.lateEntries;
  const total = async () =>
    (await call(world.http, incomeDetailByArea, september, headers)).data.totals[0]?.total ?? 0;

  const listed = async () =>
    (await call(world.http, incomeEntries, september, headers)).data.items.map(({ lateAt }) => lateAt);

  const ordersListed = async () => {
    const dates = { startDate: september.startDate, endDate: september.endDate };
    return (await call(world.http, orderList, dates, headers)).data.items.map(({ lateAt }) => lateAt);
  };

  /** Returns the sorted values of the column before the last `after` columns of an exported file. */
  const lateColumn = async (path: string, query: Record<string, string>, lang: Language, after: number) => {
    const { body } = await world.http.inject({
      url: `/api${path}`,
      query: { ...query, format: "csv" },
      headers: { ...headers, lang },
    });
    const [heading, ...rows] = body
      .trim()
      .split("\r\n")
      .map((line) => line.split(",").at(-1 - after));
    return { heading, rows: rows.toSorted((one = "", other = "") => one.localeCompare(other)) };
  };
  const entriesExported = (lang: Language) =>
    lateColumn(areaExport.path, { ...september, rows: "entries" }, lang, 0);
  const ordersExported = (lang: Language, filter: Record<string, string> = {}) => {
    const { startDate, endDate } = september;
    return lateColumn(orderExport.path, { startDate, endDate, ...filter }, lang, 1);
  };

  async function book(
    at: string,
    recordedAt: string,
    amountMinor = 1_000,
    source: "coin" | "refund" = "coin",
    bookedDeviceId = deviceId,
  ): Promise<void> {
    const occurredAt = new Date(at);
    const place = { outletId, deviceId: bookedDeviceId, amountMinor };
    const orderId = await makeOrder(world.owner, {
      ...place,
      amountMinor: Math.abs(amountMinor),
      orderedAt: occurredAt,
      status: "completed",
    });
    const booking = { ...place, orderId, currency: "PHP", channel: "cash", source, occurredAt } as const;
    await transact(world.database, (uow) =>
      addLedgerEntry(uow, { ...booking, sourceId: orderId }, new Date(recordedAt)),
    );
  }
  return {
    outletId,
    deviceId,
    token,
    read,
    total,
    listed,
    ordersListed,
    entriesExported,
    ordersExported,
    book,
  };
}

describe("late entries of a closed month", () => {
  it("[CASH-2] list only coins that arrived after the month was closed; the month's sums contain all coins", async () => {
    const outlet = await openOutlet();
    const { outletId, deviceId, read, total, listed, ordersListed, book } = outlet;
    await book("2026-09-20T02:00:00Z", "2026-09-20T02:00:05Z");
    // Recorded within the three days after which the month is closed.
    await book("2026-09-20T02:00:00Z", "2026-10-03T15:59:59Z", 2_000);
    expect(await read()).toEqual([]);

    await book("2026-09-21T02:00:00Z", "2026-10-03T16:00:00Z", 300);
    await book("2026-09-22T02:00:00Z", "2026-10-04T02:00:00Z", 400);
    await book("2026-09-22T02:00:00Z", "2026-11-10T02:00:00Z", -50, "refund");
    const late = { month: "2026-09-01", areaId: outletId, deviceId, currency: "PHP" };
    expect(await read()).toMatchObject([
      { ...late, recordedOn: "2026-11-10", amount: -50, entries: 1, coins: 0 },
      { ...late, recordedOn: "2026-10-04", amount: 700, entries: 2, coins: 2 },
    ]);
    expect(await total()).toBe(1_000 + 2_000 + 300 + 400 - 50);
    expect((await listed()).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      "2026-10-03T16:00:00.000Z",
      "2026-10-04T02:00:00.000Z",
      "2026-11-10T02:00:00.000Z",
      null,
      null,
    ]);
    expect((await ordersListed()).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(
      (await listed()).toSorted((a, b) => String(a).localeCompare(String(b))),
    );
    const rows = ["", "", "2026-10-04 00:00:00", "2026-10-04 10:00:00", "2026-11-10 10:00:00"];
    for (const exported of [outlet.entriesExported, outlet.ordersExported])
      expect(await exported("en_US")).toEqual({ heading: "Late entry recorded at", rows });
    expect((await outlet.ordersExported("en_US", { startDate: "2026-09-22" })).rows).toEqual(rows.slice(-2));
  });

  it.each([
    ["en_US", "Late entry recorded at"],
    ["zh_CN", "补记时间"],
    ["zh_TW", "補記時間"],
    ["id_ID", "Entri susulan dicatat pada"],
  ] as const)("[CASH-2] [I18N-1] are marked in the exported files in %s", async (lang, heading) => {
    const { entriesExported, ordersExported, book } = await openOutlet();
    await book("2026-09-20T02:00:00Z", "2026-09-20T02:00:05Z");
    await book("2026-09-21T02:00:00Z", "2026-10-05T02:00:00Z");
    const file = { heading, rows: ["", "2026-10-05 10:00:00"] };
    expect(await entriesExported(lang)).toEqual(file);
    expect(await ordersExported(lang)).toEqual(file);
  });

  it("[CASH-2] belong to a month in the outlet's time zone, including its first and last millisecond", async () => {
    const { read, book } = await openOutlet();
    const recorded = "2026-10-20T00:00:00Z";
    await book("2026-08-31T15:59:59Z", recorded, 1);
    await book("2026-08-31T16:00:00Z", recorded, 20);
    await book("2026-09-30T15:59:59Z", recorded, 300);
    await book("2026-09-30T16:00:00Z", recorded, 4_000);
    expect((await read()).map(({ month, amount }) => [month, amount])).toEqual([["2026-09-01", 320]]);
    const october = { range: "custom", startDate: "2026-10-01", endDate: "2026-10-31" };
    expect(await read(october), "October was still open").toEqual([]);
  });

  it("[CASH-2] are listed in pages, without gaps or repetitions", async () => {
    const { outletId, token, read, book } = await openOutlet();
    const others = [await makeDevice(world.owner, { outletId }), await makeDevice(world.owner, { outletId })];
    for (const recorded of ["2026-10-20T00:00:00Z", "2026-10-21T00:00:00Z"])
      for (const at of ["2026-08-10T00:00:00Z", "2026-09-10T00:00:00Z"])
        for (const deviceId of [undefined, ...others]) await book(at, recorded, 100, "coin", deviceId);
    const year = { range: "custom", startDate: "2026-01-01", endDate: "2026-12-31" };
    const whole = await read(year);
    expect(whole).toHaveLength(12);
    const pageAfter = async (cursor: string | null) => {
      const fields = { ...year, limit: 5, ...(cursor !== null && { cursor }) };
      const headers = { "access-token": token, "timezone-offset": "480" };
      return (await call(world.http, lateEntries, fields, headers)).data;
    };
    const first = await pageAfter(null);
    const second = await pageAfter(first.nextCursor);
    const third = await pageAfter(second.nextCursor);
    const pages = [first, second, third];
    expect(pages.map(({ lateEntries: rows, total }) => [rows.length, total])).toEqual([
      [5, 12],
      [5, 12],
      [2, 12],
    ]);
    expect(third.nextCursor).toBeNull();
    const paged = pages.flatMap((page) => page.lateEntries);
    expect(paged).toEqual(whole);
  });

  it("[CASH-2] close at the local start of the day if the outlet's time zone changes its clocks", async () => {
    const { read, book } = await openOutlet("Europe/London");
    const october = { range: "custom", startDate: "2026-10-01", endDate: "2026-10-31" };
    await book("2026-10-10T12:00:00Z", "2026-11-03T23:59:59Z", 1);
    await book("2026-10-10T12:00:00Z", "2026-11-04T00:00:00Z", 20);
    expect((await read(october)).map(({ amount }) => amount)).toEqual([20]);
  });
});
