import { orderList } from "@reposo/contract/orders/order-lists.ts";
import { createOrderMonths } from "#features/orders/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call } from "#test/clients/http-client.ts";
import { makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { printedSeed } from "#test/random-seed.ts";

const seed = printedSeed("order day sums");
const zone = { "time-zone": "Asia/Manila", "timezone-offset": "480" };
let world: OrderApp;
let outlets: string[];
let token: string;

/** Inserts random orders of five days, two thirds of them paid, some refunded in part, in two currencies. */
async function insertOrders(outletIds: readonly string[], count: number): Promise<void> {
  await sql`
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
      minutes, amount_minor, refunded_minor, currency, ended_at, end_reason)
    SELECT new_order_id(at), gen_random_uuid()::text, at, device_id, outlet_id,
      CASE pay_type WHEN 'cash' THEN 'counter' ELSE pay_type END, pay_type, status, 1, 10, 1000,
      CASE WHEN status = 'refunded' THEN 1000 WHEN status = 'completed' AND n % 5 = 0 THEN 250 ELSE 0 END,
      CASE WHEN n % 4 = 0 THEN 'MYR' ELSE 'PHP' END, at, 'finished'
    FROM (
      SELECT n, device.device_id, device.outlet_id,
        date_trunc('milliseconds', '2026-03-01T00:00:00Z'::timestamptz + random() * interval '5 days') AS at,
        (ARRAY['online', 'cash', 'coin', 'cashCoupon', 'coupon'])[1 + floor(random() * 5)] AS pay_type,
        (ARRAY['completed', 'completed', 'refunded', 'failed', 'cancelled', 'unpaid'])[1 + floor(random() * 6)] AS status
      FROM generate_series(1, ${count}::integer) AS n,
        LATERAL (SELECT device_id, outlet_id FROM device WHERE outlet_id = ANY(${outletIds}::text[])
          ORDER BY md5(device_id || n) LIMIT 1) AS device
    ) AS drawn`.execute(world.owner);
}

beforeAll(async () => {
  world = await sharedOrderApp();
  outlets = [await makeOutlet(world.owner), await makeOutlet(world.owner)];
  const foreign = await makeOutlet(world.owner);
  for (const outletId of [...outlets, foreign])
    for (let chair = 0; chair < 2; chair += 1) await makeDevice(world.owner, { outletId });
  token = (await makeManager(world.owner, { outletIds: outlets })).token;
  await sql`SELECT setseed(${(seed % 1000) / 1000})`.execute(world.owner);
  await transact(world.owner, (uow) =>
    createOrderMonths(uow, new Date("2026-02-01T00:00:00Z"), new Date("2026-04-01T00:00:00Z")),
  );
  await insertOrders(outlets, 150);
  await insertOrders([foreign], 50);
});
afterAll(() => world.close());

type Query = Record<string, string | string[]>;
type Listed = Awaited<ReturnType<typeof fetchPage>>["data"];

const fetchPage = (query: Query) => call(world.http, orderList, query, { "access-token": token, ...zone });

/** Reads all pages of a list with the sums of days. */
async function readAll(query: Query, limit: number): Promise<Required<Pick<Listed, "items" | "days">>> {
  const all: Required<Pick<Listed, "items" | "days">> = { items: [], days: [] };
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { code, data }: Awaited<ReturnType<typeof fetchPage>> = await fetchPage({
      ...query,
      days: "sums",
      limit: String(limit),
      ...(cursor !== "" && { cursor }),
    });
    expect(code).toBe(200);
    all.items.push(...data.items);
    all.days.push(...(data.days ?? []));
    cursor = data.nextCursor;
  }
  return all;
}

const dayOf = (at: string) => new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 10);

/** The sums of the days of listed orders, computed from the orders. */
function expectedOf(items: Listed["items"]) {
  const dates = [...new Set(items.map(({ orderTime }) => dayOf(orderTime)))];
  return dates.map((date) => {
    const paid = items.filter(
      ({ orderTime, payType, orderStatus }) =>
        dayOf(orderTime) === date && payType !== "coupon" && !["unpaid", "cancelled"].includes(orderStatus),
    );
    const currencies = [...new Set(paid.map(({ currency }) => currency))].sort();
    return {
      date,
      sums: currencies.map((currency) => ({
        currency,
        amount: paid
          .filter((order) => order.currency === currency)
          .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
      })),
    };
  });
}

it.each<{ what: string; query: Query }>([
  { what: "no filter", query: {} },
  { what: "a status", query: { orderStatus: "completed" } },
  { what: "payment methods", query: { payType: ["cash", "coin"] } },
  { what: "orders without income", query: { payType: "coupon" } },
  { what: "one day", query: { startDate: "2026-03-03", endDate: "2026-03-03" } },
  { what: "an hour", query: { startDate: "2026-03-03", endDate: "2026-03-03", hour: "14" } },
])(
  "[ORD-1] states once the exact sum of each day, also of days of several pages, with $what",
  async ({ query }) => {
    const { items } = await readAll(query, 100);
    for (const limit of [7, 100]) {
      const { days } = await readAll(query, limit);
      expect(days).toEqual(expectedOf(items));
    }
  },
);

it("[ORD-1] counts a coin in the sum of the day to which its time was corrected", async () => {
  const { items } = await readAll({ payType: "coin" }, 100);
  const moved = items.find(
    ({ orderStatus, orderTime }) => orderStatus === "completed" && dayOf(orderTime) > "2026-03-02",
  );
  if (moved === undefined) throw new Error("no coin order");
  await sql`
    UPDATE orders SET ordered_at = '2026-03-02T04:00:00Z' WHERE order_id = ${moved.orderId}`.execute(
    world.owner,
  );
  const after = await readAll({}, 10);
  expect(after.items.find(({ orderId }) => orderId === moved.orderId)?.orderTime).toBe(
    "2026-03-02T04:00:00.000Z",
  );
  expect(after.days).toEqual(expectedOf(after.items));
});

it("[WIDE-2] contains no sums of days in a list sorted by a column, or unless they are requested", async () => {
  for (const query of [{ days: "sums", sort: "amount" }, {}]) {
    const { code, data } = await fetchPage(query);
    expect(code).toBe(200);
    expect(data.items.length).toBeGreaterThan(0);
    expect(data.days).toBeUndefined();
  }
});

it("[ORD-1] contains sums of at most seven days, because all orders of each day are read for its sum", async () => {
  const outletId = await makeOutlet(world.owner);
  const deviceId = await makeDevice(world.owner, { outletId });
  for (let day = 1; day <= 8; day += 1)
    await makeOrder(world.owner, {
      deviceId,
      outletId,
      status: "completed",
      orderedAt: new Date(Date.UTC(2026, 2, day, 4)),
    });
  const manager = await makeManager(world.owner, { outletIds: [outletId] });
  const listedDays = async (limit: number) => {
    const query = { days: "sums", limit: String(limit) };
    const { data } = await call(world.http, orderList, query, { "access-token": manager.token, ...zone });
    expect(data.items).toHaveLength(limit);
    return data.days?.length;
  };
  expect(await listedDays(7)).toBe(7);
  expect(await listedDays(8)).toBeUndefined();
});
