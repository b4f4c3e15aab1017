import { outletFigures } from "@reposo/contract/outlets/outlets.ts";
import {
  areaReport,
  incomeDetailByArea,
  incomeEntries,
  incomeLineChartRealTime,
  incomeLineChartSevenDays,
  incomeOverview,
  ordersBarChartSevenDays,
} from "@reposo/contract/revenue/revenue.ts";
import { incomeChart, orderChart } from "@reposo/contract/revenue/income-chart.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { writePageCursor } from "#platform/postgres/page-cursor.ts";
import { call, refusedFields } from "#test/clients/http-client.ts";
import { makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const offset = "480";

let world: OrderApp;
let headers: Record<string, string>;
let outlets: string[];
let movedDevice: string;
let disabledDevice: string;
/** The clock starts at 10:07 in the requested time zone; income is recorded around this time. */
const now = () => world.clock.now();
beforeAll(async () => {
  world = await openOrderApp();
  world.advanceTime(Date.parse("2026-11-25T02:07:40Z") - Date.now());
  outlets = [
    await makeOutlet(world.owner, { name: "Atrium" }),
    await makeOutlet(world.owner, { name: "Bazaar", currency: "MYR" }),
  ];
  const [first = "", second = ""] = outlets;
  movedDevice = await makeDevice(world.owner, { outletId: first });
  disabledDevice = await makeDevice(world.owner, { outletId: first, disabled: true });
  await recordIncome(movedDevice, 10_000, "2026-11-25T02:03:00Z");
  await recordIncome(disabledDevice, 5_000, "2026-11-25T01:59:59.999Z");
  await recordIncome(disabledDevice, 700, "2026-11-24T02:07:00Z");
  await recordIncome(disabledDevice, 90_000, "2026-11-24T02:14:00Z");
  await recordIncome(disabledDevice, 2_000, "2026-11-18T02:05:00Z");
  await sql`UPDATE device SET outlet_id = ${second} WHERE device_id = ${movedDevice}`.execute(world.owner);
  headers = { "access-token": (await makeManager(world.owner, { outletIds: outlets })).token };
});
afterAll(() => world.close());

async function recordIncome(deviceId: string, amountMinor: number, at: string): Promise<void> {
  const outletId = outlets[0] as string;
  const orderedAt = new Date(at);
  const orderId = await makeOrder(world.owner, { deviceId, outletId, status: "completed", orderedAt });
  await transact(world.database, (uow) =>
    addLedgerEntry(
      uow,
      {
        orderId,
        outletId,
        deviceId,
        channel: "cash",
        currency: "PHP",
        amountMinor,
        source: "counter",
        sourceId: orderId,
        occurredAt: orderedAt,
      },
      orderedAt,
    ),
  );
}

const zoned = () => ({ ...headers, "timezone-offset": offset });
const nothing = { online: 0, cash: 0, total: 0 };

describe("reports over HTTP", () => {
  it("[DET-1] show every outlet and every currency, even without income", async () => {
    const { data } = await call(world.http, incomeDetailByArea, { range: "today" }, zoned());
    expect(data).toMatchObject({ from: "2026-11-24T16:00:00.000Z", to: "2026-11-25T16:00:00.000Z" });
    expect(data.totals).toEqual([
      { currency: "MYR", ...nothing },
      { currency: "PHP", online: 0, cash: 15_000, total: 15_000 },
    ]);
    expect(data.areas.map((area) => [area.areaName, area.total, area.orders, area.devices])).toEqual([
      ["Atrium", 15_000, 2, 1],
      ["Bazaar", 0, 0, 1],
    ]);
  });

  it("[DET-1] keep the income of a moved chair at its earlier outlet, and show none at its new outlet", async () => {
    const of = async (areaId: string | undefined) =>
      (await call(world.http, areaReport, { range: "today", areaId }, zoned())).data;
    const before = await of(outlets[0]);
    expect(before.devices).toEqual(
      [
        { deviceId: movedDevice, online: 0, cash: 10_000, total: 10_000, orders: 1 },
        { deviceId: disabledDevice, online: 0, cash: 5_000, total: 5_000, orders: 1 },
      ].toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : 1)),
    );
    expect(before.area).toMatchObject({
      total: 15_000,
      devices: 1,
      averagePerDevice: 15_000,
      ordersPerDevice: 2,
    });
    expect((await of(outlets[1])).devices).toEqual([{ deviceId: movedDevice, ...nothing, orders: 0 }]);
  });

  it("[DET-2] reject invalid ranges and name the invalid field", async () => {
    for (const [operation, more] of [
      [incomeDetailByArea, {}],
      [areaReport, { areaId: outlets[0] }],
      [incomeEntries, {}],
    ] as const) {
      const refusals = async (fields: Record<string, unknown>) => {
        const answer = await call(world.http, operation, { ...more, ...fields }, zoned());
        expect(answer).toMatchObject({ status: 200, code: 400 });
        return refusedFields(answer).map((field) => field.path);
      };
      const custom = { range: "custom", startDate: "2026-11-02" };
      expect(await refusals(custom)).toEqual(["endDate"]);
      expect(await refusals({ ...custom, endDate: "2026-11-01" })).toEqual(["endDate"]);
      expect(await refusals({ ...custom, endDate: "2126-11-01" })).toEqual(["endDate"]);
      expect(await refusals({ ...custom, startDate: "1999-01-01", endDate: "2026-11-01" })).toEqual([
        "startDate",
      ]);
      expect(await refusals({ range: "everything" })).toEqual(["range"]);
      expect(await refusals({ range: "today", hour: "3" })).toEqual(["hour"]);
      expect(await refusals({ ...custom, endDate: "2026-11-03", hour: "3" })).toEqual(["hour"]);
      for (const hour of ["24", "25", "-1", "1.5", "noon"])
        expect(await refusals({ ...custom, endDate: "2026-11-02", hour })).toEqual(["hour"]);
    }
  });

  it("[G-9] reject another manager's outlet, alone or together with the caller's outlets", async () => {
    const foreign = await makeOutlet(world.owner);
    for (const areaId of [[foreign], [...outlets, foreign], ["no-such"]])
      for (const operation of [incomeDetailByArea, incomeEntries])
        expect(await call(world.http, operation, { range: "today", areaId }, zoned())).toMatchObject({
          code: 20601,
          data: null,
        });
  });

  it("[DET-1] [DAY-1] list the entries behind a figure, newest first, by filter and page", async () => {
    const entries = (fields: Record<string, unknown>) =>
      call(world.http, incomeEntries, { range: "thisMonth", ...fields }, zoned());
    const first = await entries({ limit: "2" });
    expect(first.data).toMatchObject({ total: 5, items: [{ amount: 10_000 }, { amount: 5_000 }] });
    expect(first.data.items[0]).toMatchObject({
      areaName: "Atrium",
      deviceId: movedDevice,
      source: "counter",
    });
    expect(first.data.items[0]?.orderNumber).not.toBe("");
    const second = await entries({ limit: "2", cursor: first.data.nextCursor });
    expect(second.data.items.map((entry) => entry.amount)).toEqual([90_000, 700]);
    for (const deviceId of [movedDevice, ` ${movedDevice.toLowerCase()}`])
      expect((await entries({ deviceId })).data).toMatchObject({ total: 1, nextCursor: null });
    expect((await entries({ channel: "online" })).data).toMatchObject({ total: 0, items: [] });
    expect((await entries({ currency: "MYR" })).data.total).toBe(0);
    expect((await entries({ areaId: outlets[1] })).data.total).toBe(0);
    for (const cursor of ["!", Buffer.from("2026-13-01T00:00:00.000000Z 1").toString("base64url")])
      expect(refusedFields(await entries({ cursor })).map((field) => field.path)).toEqual(["cursor"]);
    const forged = (position: string) =>
      writePageCursor({ range: "thisMonth", zone: "+08:00" }, `${position} 5`);
    const [from, to] = [Date.parse("2026-10-31T16:00Z"), Date.parse("2026-11-30T16:00Z")];
    expect((await entries({ cursor: forged(`${from} ${to} 2026-11-25T00:00:00.000000Z`) })).code).toBe(200);
    for (const position of [
      `${from + 1} ${to} 2026-11-25T00:00:00.000000Z`,
      `${-99999999000000} ${to} 2026-11-25T00:00:00.000000Z`,
      `${-62167219200000} ${to} 2026-11-25T00:00:00.000000Z`,
      `${from} 99999999000000 2026-11-25T00:00:00.000000Z`,
      `${to} ${from} 2026-11-25T00:00:00.000000Z`,
      `${from} ${to} 2026-11-31T00:00:00.000000Z`,
      `${from} ${to} 0000-01-01T00:00:00.000000Z`,
      `${from} ${to} 2026-12-25T00:00:00.000000Z`,
    ])
      expect(refusedFields(await entries({ cursor: forged(position) }))).toMatchObject([{ path: "cursor" }]);
    const ofAnother = await entries({ range: "today", cursor: first.data.nextCursor });
    expect(refusedFields(ofAnother).map((field) => field.path)).toEqual(["cursor"]);
  });

  it("[DET-1] [DAY-1] [CHART-1] list and sum the entries of one hour of the charts", async () => {
    const day = { range: "custom", startDate: "2026-11-25", endDate: "2026-11-25" };
    for (const [hour, amounts] of [
      ["9", [5_000]],
      ["10", [10_000]],
      ["11", []],
    ] as const) {
      const query = { ...day, hour };
      const { data } = await call(world.http, incomeEntries, query, zoned());
      expect(data.items.map((entry) => entry.amount)).toEqual(amounts);
      const report = await call(world.http, areaReport, { ...query, areaId: outlets[0] }, zoned());
      expect(report.data.area).toMatchObject({ total: amounts[0] ?? 0, orders: amounts.length });
    }
    const report = await call(world.http, incomeDetailByArea, { ...day, hour: "9" }, zoned());
    expect(report.data).toMatchObject({ from: "2026-11-25T01:00:00.000Z", to: "2026-11-25T02:00:00.000Z" });
  });

  it("[DET-1] [DAY-1] continue a list of today's entries with the same day after midnight", async () => {
    const today = (cursor?: string | null) =>
      call(world.http, incomeEntries, { range: "today", limit: "1", ...(cursor && { cursor }) }, zoned());
    const first = await today();
    expect(first.data).toMatchObject({ total: 2, items: [{ amount: 10_000 }] });
    world.advanceTime(86_400_000);
    const second = await today(first.data.nextCursor);
    world.advanceTime(-86_400_000);
    expect(second.data).toMatchObject({ total: 2, items: [{ amount: 5_000 }], nextCursor: null });
  });
});

describe("figures and charts over HTTP", () => {
  it("[HOME-1] compare today until now with yesterday and a week ago until the same time, even within a quarter-hour", async () => {
    const { data } = await call(world.http, outletFigures, { areaId: outlets[0] }, zoned());
    const { asOf, totals } = data.comparison;
    const [php] = totals;
    expect(php).toMatchObject({
      currency: "PHP",
      today: { from: "2026-11-24T16:00:00.000Z", to: asOf, total: 15_000 },
      // Income at 10:07 is included; income at 10:14 is not.
      yesterday: { from: "2026-11-23T16:00:00.000Z", total: 700 },
      lastWeek: { total: 2_000 },
    });
    expect(Date.parse(asOf) - Date.parse(php?.lastWeek.to ?? "")).toBe(7 * 86_400_000);
  });

  it("[CHART-1] [DAY-1] show a point per hour and per day, in the time zone of the header or else of the account", async () => {
    const { data: today } = await call(world.http, incomeLineChartRealTime, undefined, zoned());
    expect(today).toMatchObject({ unit: "hour", from: "2026-11-24T16:00:00.000Z" });
    expect(today.series.map((one) => [one.currency, one.points.length])).toEqual([
      ["MYR", 24],
      ["PHP", 24],
    ]);
    expect(today.series[1]?.points.filter((point) => point.cash > 0)).toEqual([
      { at: "2026-11-25T01:00:00.000Z", online: 0, cash: 5_000 },
      { at: "2026-11-25T02:00:00.000Z", online: 0, cash: 10_000 },
    ]);
    const days = await call(world.http, incomeLineChartSevenDays, { unit: "day" }, headers);
    expect(days.data.series[1]?.points.map((point) => point.cash)).toEqual([0, 0, 0, 0, 0, 90_700, 15_000]);
    const orders = await call(world.http, ordersBarChartSevenDays, { unit: "day" }, zoned());
    expect(orders.data.points.map(({ free }) => free)).toEqual([0, 0, 0, 0, 0, 2, 2]);
    expect((await call(world.http, incomeLineChartSevenDays, {}, headers)).data).toEqual(days.data);
  });

  it("[HOME-1] shows income even in a currency that none of the outlets uses", async () => {
    const outletId = await makeOutlet(world.owner);
    const deviceId = await makeDevice(world.owner, { outletId });
    const manager = await makeManager(world.owner, { outletIds: [outletId] });
    const orderId = await makeOrder(world.owner, {
      deviceId,
      outletId,
      status: "completed",
      orderedAt: now(),
    });
    const coin = {
      channel: "cash",
      currency: "IDR",
      amountMinor: 9,
      source: "coin",
      sourceId: orderId,
    } as const;
    await transact(world.database, (uow) =>
      addLedgerEntry(uow, { orderId, outletId, deviceId, ...coin, occurredAt: now() }, now()),
    );
    const own = { "access-token": manager.token };
    const home = await call(world.http, incomeOverview, undefined, own);
    expect(home.data.totals.map((row) => [row.currency, row.today.cash])).toEqual([
      ["PHP", 0],
      ["IDR", 9],
    ]);
    const { data } = await call(world.http, incomeDetailByArea, { range: "today" }, own);
    expect(data.areas.map((area) => [area.currency, area.cash, area.orders])).toEqual([
      ["PHP", 0, 1],
      ["IDR", 9, 0],
    ]);
    for (const [currency, shown, cash, orders] of [
      [undefined, "PHP", 0, 1],
      ["IDR", "IDR", 9, 0],
      // There is no income in this currency, so the report shows the outlet's currency.
      ["MYR", "PHP", 0, 1],
    ] as const) {
      const query = { range: "today", areaId: outletId, ...(currency && { currency }) } as const;
      const report = (await call(world.http, areaReport, query, own)).data;
      expect(report.totals.map((row) => [row.currency, row.total])).toEqual([
        ["PHP", 0],
        ["IDR", 9],
      ]);
      expect(report.area).toMatchObject({ currency: shown, cash, total: cash, orders });
      expect(report.devices).toMatchObject([{ deviceId, cash, total: cash, orders }]);
    }
  });
});

describe("charts with an earlier range", () => {
  const pointAt = (points: readonly { at: string }[], at: string) => points.find((point) => point.at === at);

  it("[TRUE-1] compare the hours of today with the same weekday, in total until the same minute", async () => {
    const { data } = await call(world.http, incomeChart, { range: "today" }, zoned());
    expect(data).toMatchObject({ unit: "hour", from: "2026-11-24T16:00:00.000Z" });
    expect(data.earlier).toMatchObject({ from: "2026-11-17T16:00:00.000Z" });
    expect(data.earlier.until).toMatch(/^2026-11-18T02:(0[7-9]|1)/);
    const pesos = data.series.find(({ currency }) => currency === "PHP");
    expect(pesos?.earlierTotal).toBe(2_000);
    expect(pointAt(pesos?.points ?? [], "2026-11-25T02:00:00.000Z")).toMatchObject({
      cash: 10_000,
      earlier: 2_000,
    });
  });

  it("[TRUE-1] compare the day in progress until the same time, and other days as a whole", async () => {
    const { data } = await call(
      world.http,
      incomeChart,
      { range: "custom", startDate: "2026-11-24", endDate: "2026-11-25" },
      zoned(),
    );
    const pesos = data.series.find(({ currency }) => currency === "PHP");
    // The day before yesterday and yesterday, which had another entry a few minutes after this time of day.
    expect(pesos?.points.map(({ cash, earlier }) => [cash, earlier])).toEqual([
      [90_700, 0],
      [15_000, 0],
    ]);
    const week = await call(world.http, incomeChart, { range: "last7Days" }, zoned());
    expect(week.data.series.find(({ currency }) => currency === "PHP")?.points.at(-1)).toMatchObject({
      earlier: 2_000,
    });
    const days = await call(
      world.http,
      incomeChart,
      { range: "custom", startDate: "2026-11-25", endDate: "2026-11-25" },
      zoned(),
    );
    expect(days.data.unit).toBe("hour");
  });

  it("[TRUE-1] compare orders until the same minute, in total and for the day in progress", async () => {
    const today = (await call(world.http, orderChart, { range: "today" }, zoned())).data;
    expect(today.earlier.until).toMatch(/^2026-11-18T02:(0[7-9]|1)/);
    expect(today.earlierTotal).toBe(1);
    expect(pointAt(today.points, "2026-11-25T02:00:00.000Z")).toMatchObject({
      earlier: 1,
    });
    const week = (await call(world.http, orderChart, { range: "last7Days" }, zoned())).data;
    expect(week.points.map(({ online, cash, free }) => online + cash + free)).toEqual([0, 0, 0, 0, 0, 2, 2]);
    expect(week.points.at(-1)).toMatchObject({ earlier: 1 });
  });

  it("[CHART-1] of outlets show only these", async () => {
    const of = async (areaId: string | undefined) =>
      (await call(world.http, incomeChart, { range: "today", areaId }, zoned())).data.series;
    expect((await of(outlets[1])).map(({ currency }) => currency)).toEqual(["MYR"]);
    expect(await of(outlets[0])).toHaveLength(1);
  });
});
