import { orderList } from "@reposo/contract/orders/order-lists.ts";
import { orderDetail } from "@reposo/contract/orders/orders.ts";
import { orderStatuses, payTypes } from "@reposo/contract/orders/order-values.ts";
import { createOrderMonths } from "#features/orders/index.ts";
import { allOrders } from "./order-list-store.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { printedSeed } from "#test/random-seed.ts";

const seed = printedSeed("order list");
let world: OrderApp;
let outlets: string[];
let foreign: string;
let token: string;

interface Row {
  orderId: string;
  orderTime: string;
  areaId: string;
  deviceId: string;
  payType: string;
  orderType: string;
  orderStatus: string;
  amount: number;
}
/** The expected orders, newest first, from a query without roll-ups. */
let all: Row[];

beforeAll(async () => {
  world = await openOrderApp();
  outlets = [];
  for (const name of ["Ayala Center", "Gaisano", "SM Megamall"])
    outlets.push(await makeOutlet(world.owner, { name }));
  foreign = await makeOutlet(world.owner, { name: "Somebody else's" });
  for (const outletId of [...outlets, foreign])
    for (let chair = 0; chair < 3; chair += 1) await makeDevice(world.owner, { outletId });
  token = (await makeManager(world.owner, { outletIds: outlets })).token;
  // Orders at random times of 18 months. Every ninth is at the start of a quarter-hour, or one millisecond before.
  await sql`SELECT setseed(${(seed % 1000) / 1000})`.execute(world.owner);
  await transact(world.owner, (uow) =>
    createOrderMonths(uow, new Date("2025-05-01T00:00:00Z"), new Date("2027-01-01T00:00:00Z")),
  );
  await sql`
    WITH drawn AS MATERIALIZED (
      SELECT n, date_trunc('milliseconds', CASE WHEN n % 9 = 0
          THEN date_bin('15 minutes', moment, 'epoch') - (n % 2) * interval '1 millisecond' ELSE moment END) AS at,
        (ARRAY['online', 'cash', 'coin', 'cashCoupon', 'coupon'])[1 + floor(random() * 5)] AS pay_type,
        CASE WHEN random() < 0.8 THEN 'completed'
          ELSE (ARRAY['cancelled', 'failed', 'refunded', 'unpaid'])[1 + floor(random() * 4)] END AS status,
        (SELECT device_id FROM device ORDER BY md5(device_id || n) LIMIT 1) AS device_id
      FROM generate_series(1, 700) AS n,
        LATERAL (SELECT '2025-05-31T00:00:00Z'::timestamptz + n * interval '18 hours' * random() AS moment) AS m
    )
    INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status,
      gear, minutes, amount_minor, currency)
    SELECT new_order_id(at), 'list-' || n, at, device_id, outlet_id,
      CASE pay_type WHEN 'cash' THEN 'counter' ELSE pay_type END, pay_type, status, 1, 10, 100 * (1 + n % 7), 'PHP'
    FROM drawn JOIN device USING (device_id)`.execute(world.owner);
  // The server's maintenance would purge old cancelled orders that nothing refers to.
  await sql`
    INSERT INTO attention_case (case_id, kind, order_id, subject, opened_at)
    SELECT gen_random_uuid(), 'refundFailed', order_id, order_id, ordered_at
    FROM orders WHERE status = 'cancelled'`.execute(world.owner);
  await makeOrder(world.owner, {
    deviceId: await makeDevice(world.owner, { outletId: outlets[0] as string }),
    outletId: outlets[0] as string,
  });
  all = (
    await sql<Row & { at: Date }>`
      SELECT order_id AS "orderId", ordered_at AS at, outlet_id AS "areaId", device_id AS "deviceId",
        pay_type AS "payType", order_type AS "orderType", status AS "orderStatus", amount_minor AS amount
      FROM orders WHERE outlet_id = ANY(${outlets}::text[]) ORDER BY order_id DESC`.execute(world.owner)
  ).rows.map(({ at, ...row }) => ({ ...row, orderTime: at.toISOString() }));
});
afterAll(() => world.close());

type OrderQuery = Record<string, string | string[]>;
const fetchOrders = (query: OrderQuery, headers: Record<string, string> = {}) =>
  call(world.http, orderList, query, { "access-token": token, "timezone-offset": "480", ...headers });

/** Reads all pages of a list, one after another. */
async function readAllPages(query: OrderQuery, limit: number, headers: Record<string, string> = {}) {
  const items: Row[] = [];
  const totals = new Set<number>();
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof fetchOrders>> = await fetchOrders(
      { ...query, limit: String(limit), ...(cursor === "" ? {} : { cursor }) },
      headers,
    );
    expect(page).toMatchObject({ code: 200 });
    expect(page.data.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.data.items);
    totals.add(page.data.total);
    cursor = page.data.nextCursor;
  }
  return { ids: items.map((item) => item.orderId), totals: [...totals] };
}

const dayIn = (iso: string, offsetMinutes: number) =>
  new Date(Date.parse(iso) + offsetMinutes * 60_000).toISOString().slice(0, 10);

describe("the order list", () => {
  it("[ORD-1] shows every field of an order, newest first", async () => {
    const { data } = await fetchOrders({ limit: "100" });
    expect(data.total).toBe(all.length);
    expect(data.items.map((item) => item.orderId)).toEqual(all.slice(0, 100).map((row) => row.orderId));
    const times = data.items.map((item) => item.orderTime);
    expect(times).toEqual(times.toSorted().reverse());
    const live = await makeOrder(world.owner, {
      deviceId: await makeDevice(world.owner, { outletId: foreign }),
      outletId: foreign,
    });
    const other = (await makeManager(world.owner, { outletIds: [foreign] })).token;
    const shown = await call(world.http, orderDetail, { orderId: live }, { "access-token": other });
    expect(shown.data).toEqual({
      orderId: live,
      disputed: 0,
      transferredFrom: null,
      transferredTo: null,
      orderNumber: expect.any(String) as unknown,
      orderTime: "2026-11-01T00:00:00.000Z",
      deviceId: expect.any(String) as unknown,
      areaId: foreign,
      areaName: "Somebody else's",
      orderType: "coupon",
      payType: "coupon",
      orderStatus: "running",
      gear: 1,
      minutes: 10,
      amount: 0,
      currency: "PHP",
      refunded: 0,
      couponProperty: null,
      cashCouponCode: null,
      couponCode: null,
      startedAt: "2026-11-01T00:00:00.000Z",
      endsAt: "2026-11-01T00:10:00.000Z",
      endedAt: null,
      endReason: null,
      parentOrderId: null,
      extendedMinutes: 0,
      extensions: [],
    });
  });

  const filters: [string, OrderQuery, (row: Row) => boolean][] = [
    ["no condition", {}, () => true],
    ["a status", { orderStatus: "refunded" }, (row) => row.orderStatus === "refunded"],
    ["an open status", { orderStatus: "unpaid" }, (row) => row.orderStatus === "unpaid"],
    [
      "final and open statuses",
      { orderStatus: ["failed", "running", "unpaid"] },
      (row) => ["failed", "running", "unpaid"].includes(row.orderStatus),
    ],
    ["a payment method", { payType: "coin" }, (row) => row.payType === "coin"],
    ["an order type", { orderType: "counter" }, (row) => row.orderType === "counter"],
    [
      "payment methods and order types",
      { payType: ["cash", "online"], orderType: ["counter", "coin"] },
      (row) => row.payType === "cash",
    ],
    ["a payment method and another order type", { payType: "cash", orderType: "coin" }, () => false],
    [
      "a status and payment methods",
      { orderStatus: "cancelled", payType: ["online", "coupon"] },
      (row) => row.orderStatus === "cancelled" && ["online", "coupon"].includes(row.payType),
    ],
    [
      "a range of days",
      { startDate: "2025-12-30", endDate: "2026-01-02" },
      (row) => {
        const day = dayIn(row.orderTime, 480);
        return day >= "2025-12-30" && day <= "2026-01-02";
      },
    ],
    [
      "a first day and a status",
      { startDate: "2025-11-05", orderStatus: "failed" },
      (row) => dayIn(row.orderTime, 480) >= "2025-11-05" && row.orderStatus === "failed",
    ],
    [
      "a last day and a payment method",
      { endDate: "2025-09-30", payType: "online" },
      (row) => dayIn(row.orderTime, 480) <= "2025-09-30" && row.payType === "online",
    ],
  ];

  it.each(filters)(
    "[ORD-2] filtered by %s contains exactly the matching orders, for every page size",
    async (_what, query, matches) => {
      const expected = all.filter(matches).map((row) => row.orderId);
      for (const limit of [1, 7, 100]) {
        if (limit === 1 && expected.length > 60) continue;
        expect(await readAllPages(query, limit)).toEqual({ ids: expected, totals: [expected.length] });
      }
    },
  );

  it.each(["time", "device", "outlet", "amount"] as const)(
    "[WIDE-2] [ORD-1] lists and exports every order once in the order of the column %s, with any page size",
    async (sort) => {
      const valueOf = (row: Row): string | number =>
        ({
          time: row.orderId,
          device: row.deviceId,
          outlet: outlets.indexOf(row.areaId),
          amount: row.amount,
        })[sort];
      const compare = (a: Row, b: Row) => (valueOf(a) < valueOf(b) ? -1 : valueOf(a) > valueOf(b) ? 1 : 0);
      // A stable sort keeps equal rows newest first.
      const matching = all.filter((row) => row.payType === "online");
      for (const order of ["asc", "desc"]) {
        const expected = matching.toSorted((a, b) => (order === "asc" ? compare(a, b) : compare(b, a)));
        for (const limit of [7, 100])
          expect(await readAllPages({ sort, order, payType: "online" }, limit)).toEqual({
            ids: expected.map((row) => row.orderId),
            totals: [matching.length],
          });
        const file = await allOrders(
          { outletIds: outlets, payTypes: ["online"] },
          { column: sort, ascending: order === "asc" },
        ).execute(world.database);
        expect(file.rows.map(({ orderId }) => orderId)).toEqual(expected.map((row) => row.orderId));
      }
    },
  );

  it("[ORD-2] filters by outlet and by chair", async () => {
    const [first, second] = outlets as [string, string];
    const { deviceId } = all.find((row) => row.areaId === second) as Row;
    const ids = (matches: (row: Row) => boolean) => all.filter(matches).map((row) => row.orderId);
    expect((await readAllPages({ areaId: first }, 50)).ids).toEqual(ids((row) => row.areaId === first));
    expect((await readAllPages({ deviceId }, 9)).ids).toEqual(ids((row) => row.deviceId === deviceId));
    expect((await readAllPages({ deviceId, orderStatus: "failed", areaId: outlets }, 2)).ids).toEqual(
      ids((row) => row.deviceId === deviceId && row.orderStatus === "failed"),
    );
    expect((await readAllPages({ deviceId, areaId: first }, 9)).ids).toEqual([]);
  });

  it("[ORD-2] [G-9] filters by excluded outlets, and refuses excluded outlets of other managers", async () => {
    const [first] = outlets as [string];
    const others = all.filter((row) => row.areaId !== first).map((row) => row.orderId);
    for (const limit of [7, 100])
      expect(await readAllPages({ exceptAreaId: first }, limit)).toEqual({
        ids: others,
        totals: [others.length],
      });
    expect(await fetchOrders({ exceptAreaId: outlets })).toMatchObject({
      code: 200,
      data: { items: [], total: 0 },
    });
    expect(await fetchOrders({ exceptAreaId: foreign })).toMatchObject({ code: 20601, data: null });
    const cursor = (await fetchOrders({ exceptAreaId: first, limit: "2" })).data.nextCursor as string;
    expect(await fetchOrders({ cursor, areaId: first })).toMatchObject({ code: 400 });
    expect(await fetchOrders({ cursor })).toMatchObject({ code: 400 });
  });

  it("[G-9] [ORD-1] contains no orders of other managers' outlets and chairs, and refuses requests for these outlets", async () => {
    expect(await fetchOrders({ areaId: foreign })).toMatchObject({ code: 20601, data: null });
    expect(await fetchOrders({ areaId: [outlets[0] as string, foreign] })).toMatchObject({ code: 20601 });
    const { rows } = await sql<{
      id: string;
    }>`SELECT device_id AS id FROM device WHERE outlet_id = ${foreign} LIMIT 1`.execute(world.owner);
    expect((await fetchOrders({ deviceId: rows[0]?.id as string })).data).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
    });
    const own = new Set(all.map((row) => row.areaId));
    expect([...own].every((areaId) => outlets.includes(areaId))).toBe(true);
  });

  it("[DAY-1] separates days in the time zone of the request header, and the days add up to the total", async () => {
    for (const offset of [-720, -210, 0, 345, 480, 840]) {
      const header = { "timezone-offset": String(offset) };
      let sum = 0;
      for (const day of ["2025-10-30", "2025-10-31", "2025-11-01"]) {
        const expected = all.filter((row) => dayIn(row.orderTime, offset) === day);
        const { ids, totals } = await readAllPages({ startDate: day, endDate: day }, 100, header);
        expect([ids, totals]).toEqual([expected.map((row) => row.orderId), [expected.length]]);
        sum += ids.length;
      }
      const { data } = await fetchOrders({ startDate: "2025-10-30", endDate: "2025-11-01" }, header);
      expect(data.total).toBe(sum);
    }
  });

  it("[ORD-2] [DAY-1] filters by hour, and the hours add up to the day", async () => {
    const header = { "timezone-offset": "345" };
    const day = { startDate: "2025-10-31", endDate: "2025-10-31" };
    const whole = await readAllPages(day, 100, header);
    const hours: string[] = [];
    for (let hour = 23; hour >= 0; hour -= 1) {
      const { ids, totals } = await readAllPages({ ...day, hour: String(hour) }, 100, header);
      expect(totals).toEqual([ids.length]);
      hours.push(...ids);
    }
    expect(hours).toEqual(whole.ids);
  });

  it("[ORD-2] refuses cursors of other filters, invalid cursors, and invalid dates", async () => {
    const { data } = await fetchOrders({ limit: "2", orderStatus: "completed" });
    const cursor = data.nextCursor as string;
    expect(await fetchOrders({ cursor, orderStatus: "completed", limit: "50" })).toMatchObject({ code: 200 });
    for (const query of [
      { cursor },
      { cursor, orderStatus: "failed" },
      { cursor, orderStatus: "completed", startDate: "2025-06-01" },
      { cursor: "x", orderStatus: "completed" },
      { cursor: `${cursor}AAAA`, orderStatus: "completed" },
    ])
      expect(await fetchOrders(query)).toMatchObject({ code: 400, data: { fields: [{ path: "cursor" }] } });
    for (const [query, path] of [
      [{ startDate: "2026-02-30" }, "startDate"],
      [{ endDate: "0000-01-01" }, "endDate"],
      [{ startDate: "2026-02-02", endDate: "2026-02-01" }, "endDate"],
      [{ orderStatus: "gone" }, "orderStatus.0"],
      [{ hour: "3" }, "hour"],
      [{ startDate: "2026-02-02", hour: "3" }, "hour"],
      [{ startDate: "2026-02-02", endDate: "2026-02-03", hour: "3" }, "hour"],
      [{ startDate: "2026-02-02", endDate: "2026-02-02", hour: "24" }, "hour"],
    ] as const)
      expect(await fetchOrders({ ...query })).toMatchObject({ code: 400, data: { fields: [{ path }] } });
  });

  it("[ORD-1] shows an order only to its customer, to customers with a grant, and to managers of its outlet", async () => {
    const [outletId] = outlets as [string];
    const owner = await makeCustomer(world.owner);
    const orderId = await makeOrder(world.owner, {
      deviceId: await makeDevice(world.owner, { outletId }),
      outletId,
      customerId: owner.caller.customerId,
      status: "completed",
    });
    const show = async (as: string) =>
      (await call(world.http, orderDetail, { orderId }, { "access-token": as })).code;
    expect(await show(owner.token)).toBe(200);
    expect(await show(token)).toBe(200);
    expect(await show((await makeCustomer(world.owner)).token)).toBe(20301);
    expect(await show((await makeManager(world.owner, { outletIds: [foreign] })).token)).toBe(20301);
    const guest = await makeCustomer(world.owner);
    await sql`INSERT INTO customer_order_grant (customer_id, order_id) VALUES (${guest.caller.customerId}, ${orderId})`.execute(
      world.owner,
    );
    expect(await show(guest.token)).toBe(200);
    for (const wrong of ["x", "00000000-0000-0000-0000-000000000000"])
      expect(
        await call(world.http, orderDetail, { orderId: wrong }, { "access-token": token }),
      ).toMatchObject({ code: 20301 });
  });

  it("[ORD-2] accepts every status and payment method as a filter", async () => {
    for (const orderStatus of orderStatuses) expect((await fetchOrders({ orderStatus })).code).toBe(200);
    for (const payType of payTypes) expect((await fetchOrders({ payType })).code).toBe(200);
  });
});
