import { orderList } from "@reposo/contract/orders/order-lists.ts";
import {
  incomeDetailByArea,
  incomeEntries,
  incomeLineChartSevenDays,
  ordersBarChartSevenDays,
} from "@reposo/contract/revenue/revenue.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { call } from "#test/clients/http-client.ts";
import { makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
let headers: Record<string, string>;
let chair: { outletId: string; deviceId: string };
beforeAll(async () => {
  world = await openOrderApp();
  world.advanceTime(Date.parse("2026-11-05T15:00:00Z") - Date.now());
  const outletId = await makeOutlet(world.owner);
  chair = { outletId, deviceId: await makeDevice(world.owner, { outletId }) };
  const { token } = await makeManager(world.owner, { outletIds: [outletId] });
  // The browser is in New York, in November.
  headers = { "access-token": token, "timezone-offset": "-300", "time-zone": "America/New_York" };
});
afterAll(() => world.close());

async function sell(at: Date): Promise<void> {
  const orderId = await makeOrder(world.owner, { ...chair, status: "completed", orderedAt: at });
  const entry = { ...chair, orderId, channel: "cash", currency: "PHP", amountMinor: 1_000 } as const;
  await transact(world.database, (uow) =>
    addLedgerEntry(uow, { ...entry, source: "counter", sourceId: orderId, occurredAt: at }, at),
  );
}

const dayOf = (startDate: string, endDate = startDate) => ({ range: "custom", startDate, endDate }) as const;

it("[DAY-1] counts the days of the other half of the year by the zone's name, and by the offset without a name", async () => {
  for (const at of ["2026-07-15T04:30:00Z", "2026-07-16T03:30:00Z", "2026-07-16T04:30:00Z"])
    await sell(new Date(at));
  const ordersOf = async (zone: Record<string, string>) => {
    const { range: _, ...days } = dayOf("2026-07-15");
    const { data } = await call(world.http, orderList, days, zone);
    return data.items.map(({ orderTime }) => orderTime).toSorted();
  };
  const incomeOf = async (zone: Record<string, string>) => {
    const { data } = await call(world.http, incomeDetailByArea, dayOf("2026-07-15"), zone);
    return { from: data.from, to: data.to, total: data.totals[0]?.total };
  };
  expect(await ordersOf(headers)).toEqual(["2026-07-15T04:30:00.000Z", "2026-07-16T03:30:00.000Z"]);
  expect(await incomeOf(headers)).toEqual({
    from: "2026-07-15T04:00:00.000Z",
    to: "2026-07-16T04:00:00.000Z",
    total: 2_000,
  });
  const { "time-zone": _, ...onlyOffset } = headers;
  for (const zone of [onlyOffset, { ...headers, "time-zone": "America/Atlantis" }]) {
    expect(await ordersOf(zone)).toEqual(["2026-07-16T03:30:00.000Z", "2026-07-16T04:30:00.000Z"]);
    expect((await incomeOf(zone)).from).toBe("2026-07-15T05:00:00.000Z");
  }
});

describe("the week of a clock change", () => {
  it.each([
    ["2026-11-05T15:00:00Z", "2026-10-30", "2026-11-05", "2026-11-01", 25],
    ["2027-03-16T15:00:00Z", "2027-03-10", "2027-03-16", "2027-03-14", 23],
  ])(
    "[DAY-1] [CHART-1] has the same sums by hours, days, and entries, around %s",
    async (now, first, last, changed, hours) => {
      world.advanceTime(Date.parse(now) - world.clock.now().getTime());
      const begin = Temporal.PlainDate.from(changed).toZonedDateTime("America/New_York").epochMilliseconds;
      for (let hour = -1; hour <= hours; hour += 1) await sell(new Date(begin + hour * 3_600_000 + 60_000));
      const sumsOf = async (unit: "hour" | "day") => {
        const { data } = await call(world.http, incomeLineChartSevenDays, { unit }, headers);
        const points = data.series[0]?.points ?? [];
        return {
          points: points.length,
          sum: points.reduce((sum, point) => sum + point.online + point.cash, 0),
        };
      };
      const ordersOf = async (unit: "hour" | "day") => {
        const { data } = await call(world.http, ordersBarChartSevenDays, { unit }, headers);
        return data.points.reduce((sum, { online, cash, free }) => sum + online + cash + free, 0);
      };
      const total = (hours + 2) * 1_000;
      expect(await sumsOf("hour")).toEqual({ points: 6 * 24 + hours, sum: total });
      expect(await sumsOf("day")).toEqual({ points: 7, sum: total });
      expect([await ordersOf("hour"), await ordersOf("day")]).toEqual([hours + 2, hours + 2]);
      const week = await call(world.http, incomeDetailByArea, dayOf(first, last), headers);
      expect(week.data.totals[0]?.total).toBe(total);
      const day = await call(world.http, incomeEntries, { ...dayOf(changed), limit: 100 }, headers);
      expect(day.data.total).toBe(hours);
      const lastHour = { ...dayOf(changed), hour: String(hours - 1) };
      expect((await call(world.http, incomeEntries, lastHour, headers)).data.total).toBe(1);
      expect(
        (await call(world.http, incomeEntries, { ...lastHour, hour: String(hours) }, headers)).code,
      ).toBe(400);
    },
  );
});
