import { orderStatuses, payTypes } from "@reposo/contract/orders/order-values.ts";
import { calendarPeriods, calendarRange, offsetZone } from "#platform/time/calendar.ts";
import fc from "fast-check";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audits } from "#features/audit/index.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { printedSeed, sampleOf } from "#test/random-seed.ts";
import {
  countMatching,
  countNormalByDevice,
  countNormalByOutlet,
  countNormalByPoint,
  countOrders,
  type OrderFilter,
} from "#features/orders/index.ts";
import { selectOrders } from "./order-list-store.ts";
import { newIdAt } from "#platform/keys/ids-by-time.ts";

let test: TestDatabase;
let chairs: { outletId: string; deviceId: string }[];
beforeAll(async () => {
  test = await sharedTestDatabase();
  const outlets = await Promise.all([0, 1, 2].map(() => makeOutlet(test.owner)));
  chairs = await Promise.all(
    [0, 0, 1, 2].map(async (at) => {
      const outletId = outlets[at] as string;
      return { outletId, deviceId: await makeDevice(test.owner, { outletId }) };
    }),
  );
});
afterAll(() => test.close());

type Status = (typeof orderStatuses)[number];
interface Counted {
  orderId: string;
  orderedAt: Date;
  outletId: string;
  deviceId: string;
  payType: (typeof payTypes)[number];
  status: Status;
}

const quarterMs = 15 * 60_000;
const newest = new Date("2026-11-21T12:34:56.789Z").getTime();
const order = fc.record({
  chair: fc.nat(3),
  agoMs: fc.oneof(
    fc.integer({ min: 0, max: 3 * 86_400_000 }),
    fc.integer({ min: 0, max: 500 * 86_400_000 }),
    // Exactly at the boundaries of roll-up cells, and one millisecond before and after them.
    fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom(-1, 0, 1))
      .map(([days, ms]) => newest - Date.UTC(2026, 10, 21) + days * 86_400_000 + ms),
  ),
  payType: fc.constantFrom(...payTypes),
  status: fc.constantFrom(...orderStatuses),
  /** The status that the order gets by an update after the insert; null means no update. */
  becomes: fc.option(fc.constantFrom(...orderStatuses), { nil: null }),
});

const afterwards = (at: Date) => new Date(at.getTime() + 1);

const live: readonly Status[] = ["paid", "starting", "running"];
const isNormal = (status: Status) => live.includes(status) || status === "completed";

const matches = (one: Counted, { deviceId, statuses, payTypes: pays }: Omit<OrderFilter, "outletIds">) =>
  (deviceId === undefined || one.deviceId === deviceId) &&
  (statuses === undefined || statuses.includes(one.status)) &&
  (pays === undefined || pays.includes(one.payType));

/** Writes an order with statuses outside the order graph, because the counts must be correct for any statuses. */
async function write({
  chair,
  agoMs,
  payType,
  status,
  becomes,
}: typeof order extends fc.Arbitrary<infer T> ? T : never) {
  const orderedAt = new Date(newest - agoMs);
  const written: Counted = {
    ...(chairs[chair] as (typeof chairs)[number]),
    orderId: newIdAt(orderedAt),
    orderedAt,
    payType,
    status,
  };
  const isChild = (now: Status) => live.includes(now);
  await sql`
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
      minutes, amount_minor, currency, started_at, ends_at, parent_order_id)
    VALUES (${written.orderId}, ${written.orderId}, ${orderedAt}, ${written.deviceId}, ${written.outletId},
      ${payType === "cash" ? "counter" : payType}, ${payType}, ${status}, 1, 10,
      ${payType === "transfer" ? 0 : 100}, 'PHP', ${orderedAt}, ${orderedAt},
      ${isChild(status) || (becomes !== null && isChild(becomes)) ? written.orderId : null})`.execute(
    test.owner,
  );
  if (becomes === null) return written;
  await sql`UPDATE orders SET status = ${becomes} WHERE order_id = ${written.orderId}`.execute(test.owner);
  return { ...written, status: becomes };
}

describe("counts of orders", () => {
  it("[HOME-2] [CHART-1] [DET-1] [ORD-2] [DAY-1] [G-1] equal those of the order rows for any orders, zone, range, and outlets", async () => {
    const everything: Counted[] = [];
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { minLength: 1, maxLength: 10 }),
        fc.integer({ min: -48, max: 56 }),
        fc.integer({ min: 0, max: 40 * 86_400_000 }),
        fc.subarray([0, 1, 2, 3]),
        fc.subarray([...orderStatuses]),
        fc.subarray([...payTypes]),
        fc.record({
          period: fc.constantFrom(...calendarPeriods),
          begins: fc.double({ min: 0, max: 1, noNaN: true }),
          limit: fc.integer({ min: 1, max: 12 }),
        }),
        async (orders, zoneQuarters, queriedAgoMs, seen, statuses, pays, paged) => {
          const { period: pagedPeriod, begins, limit } = paged;
          for (const one of orders) everything.push(await write(one));
          const zone = offsetZone(zoneQuarters * 15);
          const sample = new Date(newest - queriedAgoMs);
          const outletIds = [...new Set(seen.map((chair) => chairs[chair]?.outletId as string))];
          const own = everything.filter((one) => outletIds.includes(one.outletId));
          const db = test.database;
          for (const period of calendarPeriods) {
            const range = calendarRange(period, sample, zone);
            const within = own.filter((one) => one.orderedAt >= range.from && one.orderedAt < range.to);
            const normal = within.filter((one) => isNormal(one.status));
            expect(await countOrders(db, outletIds, range)).toEqual({
              normal: normal.length,
              abnormal: within.filter((one) => ["failed", "refunded"].includes(one.status)).length,
              unpaid: within.filter((one) => ["unpaid", "cancelled"].includes(one.status)).length,
            });
            const byDevice = await countNormalByDevice(db, outletIds, range);
            expect(byDevice.reduce((sum, row) => sum + row.orders, 0)).toBe(normal.length);
            for (const row of byDevice)
              expect(row.orders).toBe(normal.filter((one) => one.deviceId === row.deviceId).length);
            expect(await countNormalByOutlet(db, outletIds, range)).toEqual(
              outletIds
                .map((outletId) => ({
                  outletId,
                  orders: normal.filter((one) => one.outletId === outletId).length,
                }))
                .filter((row) => row.orders > 0)
                .sort((a, b) => (a.outletId < b.outletId ? -1 : 1)),
            );
            const deviceId = chairs[seen[0] ?? 0]?.deviceId as string;
            for (const filter of [
              { statuses },
              { payTypes: pays },
              { statuses, payTypes: pays },
              { deviceId },
              { deviceId, statuses, payTypes: pays },
            ]) {
              const matching = within
                .filter((one) => matches(one, filter))
                .map((one) => one.orderId)
                .sort()
                .reverse();
              expect(await countMatching(db, { outletIds, ...filter, range })).toBe(matching.length);
              if (period !== pagedPeriod) continue;
              const at = Math.floor(matching.length * begins);
              const page = await selectOrders(
                db,
                { outletIds, ...filter, range },
                matching[at - 1] ?? null,
                limit,
              );
              expect(page.map((one) => one.orderId)).toEqual(matching.slice(at, at + limit));
            }
          }
          expect(await countMatching(db, { outletIds })).toBe(own.length);
          for (const to of [
            sample,
            ...own.slice(-2).flatMap(({ orderedAt }) => [orderedAt, afterwards(orderedAt)]),
          ]) {
            const range = { from: calendarRange("today", to, zone).from, to };
            const normal = own.filter(
              (one) => isNormal(one.status) && one.orderedAt >= range.from && one.orderedAt < range.to,
            );
            for (const count of [countNormalByDevice, countNormalByOutlet])
              expect((await count(db, outletIds, range)).reduce((sum, row) => sum + row.orders, 0)).toBe(
                normal.length,
              );
          }
          const week = calendarRange("today", sample, zone).to.getTime();
          for (const [points, stepMs] of [
            [168, 4 * quarterMs],
            [7, 96 * quarterMs],
          ] as const) {
            const ranges = Array.from({ length: points }, (_, i) => {
              const from = new Date(week - (points - i) * stepMs);
              return { at: from.toISOString(), from, to: new Date(from.getTime() + stepMs) };
            });
            const expected = ranges.map(({ at, from, to }) => {
              const normal = own.filter(
                (one) => isNormal(one.status) && one.orderedAt >= from && one.orderedAt < to,
              );
              const paidBy = (...payTypes: string[]) =>
                normal.filter((one) => payTypes.includes(one.payType)).length;
              return {
                at,
                online: paidBy("online"),
                cash: paidBy("cash", "coin", "cashCoupon"),
                free: paidBy("coupon"),
              };
            });
            expect(await countNormalByPoint(db, outletIds, ranges)).toEqual(expected);
          }
        },
      ),
      { numRuns: sampleOf(60), seed: printedSeed("counts of orders") },
    );
    for (const name of ["order-rollups", "order-rollups-of-outlets", "open-orders"]) {
      const audit = audits.find((one) => one.name === name);
      expect((await audit?.violations.execute(test.database))?.rows).toEqual([]);
    }
  }, 120_000);
});
