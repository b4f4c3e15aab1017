import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { incomeChart, orderChart, ranking } from "@reposo/contract/revenue/income-chart.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { call } from "#test/clients/http-client.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
let outlets: Record<"atrium" | "bazaar" | "court", string>;
let headers: Record<string, string>;
const chairs: string[] = [];
/** Wednesday, 10:07:40 in Manila. */
beforeAll(async () => {
  world = await openOrderApp();
  world.advanceTime(Date.parse("2026-11-25T02:07:40Z") - Date.now());
  outlets = {
    atrium: await makeOutlet(world.owner, { name: "Atrium" }),
    bazaar: await makeOutlet(world.owner, { name: "Bazaar" }),
    court: await makeOutlet(world.owner, { name: "Court", currency: "MYR" }),
  };
  for (const outletId of [outlets.atrium, outlets.atrium, outlets.bazaar])
    chairs.push(await makeDevice(world.owner, { outletId }));
  await earn(0, 10_000, "2026-11-25T01:00:00Z");
  await earn(1, 2_000, "2026-11-25T01:00:00Z");
  await earn(2, 40_000, "2026-11-25T01:00:00Z");
  // The same weekday of the week before: the second entry is before that time and the third after it, within the same
  // quarter-hour.
  await earn(0, 30_000, "2026-11-18T01:00:00Z");
  await earn(0, 700, "2026-11-18T02:07:39Z");
  await earn(2, 5_000, "2026-11-18T02:14:00Z");
  headers = {
    "access-token": (await makeManager(world.owner, { outletIds: Object.values(outlets) })).token,
    "timezone-offset": "480",
  };
});
afterAll(() => world.close());

async function earn(chair: number, amountMinor: number, at: string): Promise<void> {
  const [deviceId = "", outletId] = [chairs[chair], chair < 2 ? outlets.atrium : outlets.bazaar];
  const occurredAt = new Date(at);
  const orderId = await makeOrder(world.owner, {
    deviceId,
    outletId,
    status: "completed",
    orderedAt: occurredAt,
  });
  const entry = { orderId, outletId, deviceId, amountMinor, occurredAt, sourceId: orderId } as const;
  await transact(world.database, (uow) =>
    addLedgerEntry(uow, { ...entry, channel: "cash", currency: "PHP", source: "counter" }, occurredAt),
  );
}

const rankingOf = async (request: Partial<RequestOf<typeof ranking>>) =>
  (await call(world.http, ranking, { range: "today", ...request }, headers)).data;
const rowsOf = async (request: Partial<RequestOf<typeof ranking>>) =>
  (await rankingOf(request)).rankings.map(({ currency, rows }) => [
    currency,
    ...rows.map(({ areaName, deviceId, value, earlier }) => [deviceId ?? areaName, value, earlier]),
  ]);

describe("a comparison with the earlier range until the same time", () => {
  it("[TRUE-1] [WIDE-1] has a row per outlet in its currency, the largest income first", async () => {
    expect(await rowsOf({})).toEqual([
      ["PHP", ["Bazaar", 40_000, 0], ["Atrium", 12_000, 30_700]],
      ["MYR", ["Court", 0, 0]],
    ]);
    expect(await rankingOf({})).toMatchObject({
      from: "2026-11-24T16:00:00.000Z",
      earlier: {
        from: "2026-11-17T16:00:00.000Z",
        until: expect.stringMatching(/^2026-11-18T02:(0[7-9]|1)/),
      },
    });
  });

  it("[TRUE-1] has a row per chair with figures", async () => {
    expect(await rowsOf({ by: "devices" })).toEqual([
      ["PHP", [chairs[2], 40_000, 0], [chairs[0], 10_000, 30_700], [chairs[1], 2_000, 0]],
      ["MYR"],
    ]);
  });

  it("[TRUE-1] counts orders of all currencies in one ranking, also within the last quarter-hour", async () => {
    expect(await rowsOf({ measure: "orders" })).toEqual([
      [null, ["Atrium", 2, 2], ["Bazaar", 1, 0], ["Court", 0, 0]],
    ]);
    const [[, ...ofChairs] = []] = await rowsOf({ measure: "orders", by: "devices" });
    expect(ofChairs).toHaveLength(3);
    expect(ofChairs).toEqual(
      expect.arrayContaining(chairs.map((chair, index) => [chair, 1, index === 0 ? 2 : 0])),
    );
  });

  it("[WIDE-2] is sorted by each of its columns, and sums the rows beyond its limit", async () => {
    const names = async (request: Partial<RequestOf<typeof ranking>>) =>
      (await rankingOf({ ...request, by: "outlets" })).rankings[0]?.rows.map(({ areaName }) => areaName);
    expect(await names({ sort: "earlier" })).toEqual(["Atrium", "Bazaar"]);
    expect(await names({ sort: "change" })).toEqual(["Bazaar", "Atrium"]);
    expect(await names({ sort: "change", order: "asc" })).toEqual(["Atrium", "Bazaar"]);
    expect(await names({ sort: "name", order: "asc" })).toEqual(["Atrium", "Bazaar"]);
    expect(await names({ measure: "orders", sort: "name", order: "asc" })).toEqual([
      "Atrium",
      "Bazaar",
      "Court",
    ]);
    const byChange = await rankingOf({ by: "devices", sort: "change" });
    expect(byChange.rankings[0]?.rows.map(({ deviceId }) => deviceId)).toEqual([
      chairs[2],
      chairs[1],
      chairs[0],
    ]);
    expect((await rankingOf({ by: "devices", limit: 1 })).rankings[0]?.rest).toEqual({
      rows: 2,
      value: 12_000,
      earlier: 30_700,
    });
  });

  it("[G-1] [TRUE-1] adds up to the totals of the charts", async () => {
    const income = (await call(world.http, incomeChart, { range: "today" }, headers)).data;
    const orders = (await call(world.http, orderChart, { range: "today" }, headers)).data;
    for (const by of ["outlets", "devices"] as const) {
      const [ofIncome, ofOrders] = await Promise.all([
        rankingOf({ by }),
        rankingOf({ by, measure: "orders" }),
      ]);
      const earlierOf = ({ rankings }: typeof ofIncome) =>
        rankings[0]?.rows.reduce((sum, { earlier }) => sum + earlier, 0);
      expect(earlierOf(ofIncome)).toBe(income.series[0]?.earlierTotal);
      expect(earlierOf(ofOrders)).toBe(orders.earlierTotal);
    }
  });
});
