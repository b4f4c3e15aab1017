import { offsetZone } from "#platform/time/calendar.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { allOrders, countMatching, readOrderFilter } from "#features/orders/index.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { printedSeed, sampleOf } from "#test/random-seed.ts";
import { createStatistics } from "./index.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

vi.setConfig({ testTimeout: 180_000 });

let test: TestDatabase;
let chairs: { outletId: string; deviceId: string }[];
beforeAll(async () => {
  test = await sharedTestDatabase();
  const outlets = await Promise.all([0, 1].map(() => makeOutlet(test.owner)));
  chairs = await Promise.all(
    [0, 0, 1].map(async (at) => {
      const outletId = outlets[at] as string;
      return { outletId, deviceId: await makeDevice(test.owner, { outletId }) };
    }),
  );
});
afterAll(() => test.close());

const hourMs = 3_600_000;
const quarterMs = 900_000;
/** Time zones with days of 23, 23.5, 24, 24.5, and 25 hours, and with offsets in hours, half-hours, and quarter-hours. */
const zones = [
  "Asia/Manila",
  "Asia/Kathmandu",
  "Europe/Berlin",
  "America/St_Johns",
  "Africa/Cairo",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
];

const dayIn = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/** Instants at which the clocks of these zones change, near which rows are most likely to be assigned to a wrong hour. */
const changes = zones.flatMap((zone) => {
  const found: number[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.from("2025-11-15T00:00Z").toZonedDateTimeISO(zone);
  while (at !== null && at.epochMilliseconds < Date.UTC(2026, 10, 10)) {
    at = at.getTimeZoneTransition("next");
    if (at !== null) found.push(at.epochMilliseconds);
  }
  return found;
});
const moment = fc
  .tuple(
    fc.constantFrom(...changes, Date.UTC(2026, 5, 10)),
    fc.integer({ min: -3 * 96, max: 96 }),
    fc.constantFrom(0, -1, 0, 1, 123_456),
  )
  .map(([change, quarters, ms]) => change + quarters * quarterMs + ms);
const taken = fc.record({
  at: moment,
  chair: fc.nat(2),
  amountMinor: fc.integer({ min: 1, max: 500_000 }),
  channel: fc.constantFrom("online" as const, "cash" as const),
});
const queries = fc.record({
  zone: fc.constantFrom(...zones),
  offset: fc.option(fc.integer({ min: -48, max: 56 }), { freq: 3 }),
  now: moment,
});

/** Adds to each point the query for its rows: its day, and its index within the day. */
function named<P extends { at: string }>(points: readonly P[], zone: string) {
  const days = points.map(({ at }) => dayIn(Date.parse(at), zone));
  return points.map((point, index) => {
    const day = days[index] as string;
    const hourQuery = { startDate: day, endDate: day, hour: index - days.indexOf(day) };
    return { point, hourQuery, isLastOfDay: days[index + 1] !== day };
  });
}

describe("an hour of the charts", () => {
  it("[CHART-1] [DET-1] [ORD-2] [DAY-1] [G-1] equals the sum of its entries and the number of its orders, in any time zone, even when clocks change", async () => {
    let now = new Date();
    const statistics = createStatistics({
      database: test.database,
      clock: { now: () => now },
      monthClosesAfterDays: 3,
    });
    const outletIds = [...new Set(chairs.map(({ outletId }) => outletId))];
    let hoursWithRows = 0;

    await fc.assert(
      fc.asyncProperty(fc.array(taken, { minLength: 3, maxLength: 8 }), queries, async (rows, query) => {
        for (const { at, chair, amountMinor, channel } of rows) {
          const chairOutlet = chairs[chair] as (typeof chairs)[number];
          const occurredAt = new Date(at);
          const orderId = await makeOrder(test.owner, {
            ...chairOutlet,
            status: "completed",
            orderedAt: occurredAt,
          });
          const entry = {
            ...chairOutlet,
            orderId,
            channel,
            amountMinor,
            currency: "PHP",
            occurredAt,
          } as const;
          await transact(test.database, (uow) =>
            addLedgerEntry(uow, { ...entry, source: "coin", sourceId: orderId }, occurredAt),
          );
        }
        now = new Date(query.now);
        const requestedZone = query.offset === null ? null : offsetZone(query.offset * 15);
        const zone = requestedZone ?? query.zone;
        const caller = { outletIds, timeZone: query.zone };

        const income = await statistics.incomeLineChartSevenDays(caller, requestedZone, "hour");
        for (const { point, hourQuery, isLastOfDay } of named(income.series[0]?.points ?? [], zone)) {
          const range = { range: "custom", ...hourQuery } as const;
          if (isLastOfDay)
            await expect(
              statistics.incomeEntries(caller, requestedZone, { ...range, hour: hourQuery.hour + 1 }),
            ).rejects.toMatchObject({ fields: [{ path: "hour", problem: "range" }] });
          if (point.online === 0 && point.cash === 0) continue;
          hoursWithRows += 1;
          const { items, total } = await statistics.incomeEntries(caller, requestedZone, {
            ...range,
            limit: 100,
          });
          const sumOf = (channel: string) =>
            items.filter((row) => row.channel === channel).reduce((sum, row) => sum + row.amount, 0);
          expect({ online: sumOf("online"), cash: sumOf("cash") }).toEqual({
            online: point.online,
            cash: point.cash,
          });
          expect(total).toBe(items.length);
          const { totals } = await statistics.incomeDetailByArea(caller, requestedZone, range);
          expect(totals[0]).toMatchObject({ online: point.online, cash: point.cash });
        }

        const orders = await statistics.ordersBarChartSevenDays(caller, requestedZone, "hour");
        for (const { point, hourQuery, isLastOfDay } of named(orders.points, zone)) {
          const filterOf = (hour: number) => readOrderFilter(caller, { ...hourQuery, hour }, zone);
          if (isLastOfDay) expect(() => filterOf(hourQuery.hour + 1)).toThrow("invalidRequest");
          if (point.free === 0) continue;
          const filter = filterOf(hourQuery.hour);
          expect(await countMatching(test.database, filter)).toBe(point.free);
          const { rows: listed } = await allOrders(filter).execute(test.database);
          expect(listed).toHaveLength(point.free);
          // Except on days when clocks change, the index is the local hour.
          const start = Date.parse(point.at);
          const day = Temporal.PlainDate.from(hourQuery.startDate).toZonedDateTime(zone);
          if (day.hoursInDay !== 24) continue;
          for (const { orderedMs } of listed)
            expect(Temporal.Instant.fromEpochMilliseconds(orderedMs).toZonedDateTimeISO(zone).hour).toBe(
              hourQuery.hour,
            );
          expect(start - day.epochMilliseconds).toBe(hourQuery.hour * hourMs);
        }
      }),
      { seed: printedSeed("an hour of the charts"), numRuns: sampleOf(60) },
    );
    expect(hoursWithRows).toBeGreaterThan(sampleOf(60) / 3);
  });
});
