import { randomUUID } from "node:crypto";
import { type OrderStatus, orderStatuses, orderTypes } from "@reposo/contract/orders/order-values.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { publishEvents } from "#features/live-events/index.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import { connectDatabase, type Database } from "#platform/postgres/database.ts";
import { enqueue } from "#platform/jobs/outbox.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { moveOrder, type OrderMove } from "./order-moves-store.ts";
import type { NewOrder } from "./order-record.ts";
import { allMoves, mayBegin, mayMove } from "./order-graph-rules.ts";
import { insertOrders, lockOrder } from "./orders-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { newIdAt } from "#platform/keys/ids-by-time.ts";

let test: TestDatabase;
/** Connects as the role that runs migrations, without the setting that allows it to import history. */
let owner: Database;
let chair: { deviceId: string; outletId: string };
let priceId: string;
const now = new Date("2026-11-21T04:00:00Z");
beforeAll(async () => {
  test = await openTestDatabase();
  const { options: _, ...connection } = test.connection;
  owner = connectDatabase({ connection, poolSize: 2 });
  await sql`SELECT make_order_months(${now}, ${now})`.execute(owner);
  const { outletId, priceIds } = await makePricedOutlet(owner);
  priceId = priceIds[0];
  chair = { outletId, deviceId: await makeDevice(owner, { outletId }) };
});
afterAll(async () => {
  await owner.destroy();
  await test.close();
});

const path: Record<OrderStatus, readonly OrderStatus[]> = {
  unpaid: ["unpaid"],
  paid: ["unpaid", "paid"],
  starting: ["unpaid", "paid", "starting"],
  running: ["unpaid", "paid", "starting", "running"],
  completed: ["unpaid", "paid", "starting", "running", "completed"],
  cancelled: ["unpaid", "cancelled"],
  failed: ["unpaid", "paid", "failed"],
  refunded: ["unpaid", "paid", "failed", "refunded"],
};

const newOrder = (order: Partial<NewOrder> = {}): NewOrder => ({
  orderId: newIdAt(now),
  orderedAt: now,
  ...chair,
  orderType: "online",
  payType: "online",
  status: "unpaid",
  priceId,
  gear: 1,
  minutes: 10,
  amountMinor: 5_000,
  currency: "PHP",
  customerId: null,
  accountId: null,
  couponId: null,
  couponProperty: null,
  couponCode: null,
  cashCouponCode: null,
  deadlineAt: now,
  startDeadlineAt: null,
  ...order,
});

const move = (orderId: string, from: OrderStatus, to: OrderStatus): OrderMove => ({
  orderId,
  from,
  to,
  cause: "test",
  at: now,
  deadlineAt: null,
  ...(to === "running" && { startedAt: now, endsAt: now }),
  ...(to === "completed" && { endedAt: now, endReason: "finished" }),
});

/** Creates an order on a separate chair, and moves it to `status` with the code under test. */
async function orderIn(status: OrderStatus): Promise<string> {
  const deviceId = await makeDevice(owner, { outletId: chair.outletId });
  const order = newOrder({ deviceId });
  const passed = path[status];
  await transact(test.database, async (uow) => {
    await insertOrders(uow, [order]);
    for (const [i, to] of passed.slice(1).entries())
      moveOrder(uow, move(order.orderId, passed[i] as OrderStatus, to));
  });
  return order.orderId;
}

const statusOf = async (orderId: string) =>
  (await sql<{ status: string }>`SELECT status FROM orders WHERE order_id = ${orderId}`.execute(owner))
    .rows[0]?.status;

async function everything(): Promise<unknown> {
  const { rows } = await sql`
    SELECT (SELECT jsonb_agg(o ORDER BY order_id) FROM orders o) AS orders,
      (SELECT count(*) FROM order_transition) AS transitions, (SELECT count(*) FROM ledger_entry) AS entries,
      (SELECT count(*) FROM revenue_rollup) AS sums, (SELECT count(*) FROM outbox) AS jobs,
      (SELECT count(*) FROM live_event) AS events`.execute(owner);
  return rows;
}

/** Writes what usually accompanies a transition: a ledger entry, an outbox job, and a live event. */
async function writeAround(uow: UnitOfWork, orderId: string): Promise<void> {
  const entry = { orderId, ...chair, channel: "online", currency: "PHP", amountMinor: 5_000 } as const;
  addLedgerEntry(uow, { ...entry, source: "payment", sourceId: orderId, occurredAt: now }, now);
  enqueue(uow, { kind: "test", subject: orderId, payload: {}, dueAt: now });
  publishEvents(uow, { name: "revenue", outletId: chair.outletId, subject: chair.outletId, at: now });
}

const outsideGraph = { code: "23514", constraint: "order_moves_along_graph" };

const outside = orderStatuses.flatMap((from) =>
  orderStatuses.filter((to) => to !== from && !mayMove(from, to)).map((to) => [from, to] as const),
);

it("[G-8] [CNT-1] every transition leads to a later status in the order in which the contract lists them", () => {
  for (const [from, to] of allMoves)
    expect(orderStatuses.indexOf(to), `${from} → ${to}`).toBeGreaterThan(orderStatuses.indexOf(from));
});

describe("code that moves an order", () => {
  it("[G-8] accepts every transition of the graph", async () => {
    for (const status of orderStatuses) expect(await statusOf(await orderIn(status))).toBe(status);
    expect((await runAudit(owner)).filter(({ guarantee }) => guarantee === "G-8")).toEqual([]);
  });

  it.each(outside)("[G-8] refuses %s → %s, and rolls back its transaction", async (from, to) => {
    const orderId = await orderIn(from);
    const before = await everything();
    const attempt = transact(test.database, async (uow) => {
      await writeAround(uow, orderId);
      moveOrder(uow, move(orderId, from, to));
    });
    await expect(attempt).rejects.toThrow(`may not move from ${from} to ${to}`);
    expect(await everything()).toEqual(before);
  });

  it("[G-8] refuses a path with a transition outside the graph", async () => {
    const orderId = await orderIn("unpaid");
    const attempt = transact(test.database, (uow) =>
      moveOrder(uow, { ...move(orderId, "unpaid", "failed"), through: ["cancelled", "paid"] }),
    );
    await expect(attempt).rejects.toThrow("may not move from cancelled to paid");
    expect(await statusOf(orderId)).toBe("unpaid");
  });

  it("[G-8] [G-1] rolls back order, ledger, outbox, and events if the order does not have the expected status", async () => {
    const cancelled = await orderIn("cancelled");
    const before = await everything();
    const attempt = transact(test.database, async (uow) => {
      await writeAround(uow, cancelled);
      moveOrder(uow, move(cancelled, "unpaid", "paid"));
    });
    await expect(attempt).rejects.toMatchObject(outsideGraph);
    expect(await everything()).toEqual(before);
  });

  it("[G-8] [G-1] refuses a whole batch if one order has another status or does not exist", async () => {
    const [first, second, elsewhere] = [
      await orderIn("unpaid"),
      await orderIn("starting"),
      await orderIn("running"),
    ];
    const before = await everything();
    for (const [wrong, refusal] of [
      [elsewhere, "may not move from unpaid to paid"],
      [newIdAt(now), "violates foreign key constraint"],
    ] as const) {
      const attempt = transact(test.database, async (uow) => {
        moveOrder(uow, move(first, "unpaid", "paid"));
        moveOrder(uow, move(wrong, "unpaid", "paid"));
        moveOrder(uow, move(second, "starting", "running"));
        await writeAround(uow, first);
      });
      await expect(attempt).rejects.toThrow(refusal);
      expect(await everything()).toEqual(before);
    }
  });

  it("[G-8] refuses a transition of an order that another transaction moves meanwhile, without a deadlock", async () => {
    const orderId = await orderIn("unpaid");
    const isWaiting = sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const isLocked = Promise.withResolvers<void>();
    let attempts = 0;
    const moveWithoutLock = transact(test.database, async (uow) => {
      attempts += 1;
      await isLocked.promise;
      moveOrder(uow, move(orderId, "unpaid", "cancelled"));
    });
    const refusal = moveWithoutLock.catch((error: unknown) => error);
    await transact(test.database, async (uow) => {
      attempts += 1;
      await lockOrder(uow, orderId);
      isLocked.resolve();
      await expect.poll(() => isWaiting.hasRows(owner), { timeout: 60_000 }).toBe(true);
      moveOrder(uow, move(orderId, "unpaid", "paid"));
    });
    expect(await refusal).toMatchObject({ ...outsideGraph, detail: "Its last transition is to paid." });
    // A transaction is repeated after a deadlock.
    expect(attempts).toBe(2);
    expect(await statusOf(orderId)).toBe("paid");
  });

  it("[G-8] refuses two transitions of one order in a transaction that do not follow each other", async () => {
    const orderId = await orderIn("unpaid");
    const attempt = transact(test.database, async (uow) => {
      moveOrder(uow, move(orderId, "unpaid", "paid"));
      moveOrder(uow, move(orderId, "starting", "running"));
    });
    await expect(attempt).rejects.toThrow("is in paid after its previous move, not in starting");
    expect(await statusOf(orderId)).toBe("unpaid");
  });

  it("[G-8] refuses an initial status that the order type does not allow", async () => {
    const attempt = (order: Partial<NewOrder>) =>
      transact(test.database, (uow) => insertOrders(uow, [newOrder(order)]));
    await expect(attempt({ status: "paid" })).rejects.toThrow("may not begin as paid");
    await expect(attempt({ orderType: "counter", payType: "cash" })).rejects.toThrow(
      "may not begin as unpaid",
    );
  });

  it("[G-8] refuses to insert an order whose ID exists", async () => {
    const deviceId = await makeDevice(owner, { outletId: chair.outletId });
    const order = newOrder({ deviceId });
    const insert = () => transact(test.database, (uow) => insertOrders(uow, [order]));
    await insert();
    const before = await everything();
    await expect(insert()).rejects.toThrow("could not be inserted");
    expect(await everything()).toEqual(before);
  });
});

describe("the database", () => {
  it("[G-8] has the same graph and the same initial statuses as the code", async () => {
    const { rows: moves } = await sql<{ from: OrderStatus | null; to: OrderStatus; may: boolean }>`
      SELECT f AS "from", t AS "to", order_may_move(f, t) AS may
      FROM unnest(${[...orderStatuses, null]}::text[]) AS f, unnest(${orderStatuses}::text[]) AS t`.execute(
      owner,
    );
    expect(moves).toHaveLength((orderStatuses.length + 1) * orderStatuses.length);
    for (const { from, to, may } of moves)
      expect([from, to, may]).toEqual([from, to, from !== null && mayMove(from, to)]);
    expect(moves.filter(({ may }) => may)).toHaveLength(allMoves.length);
    const { rows: beginnings } = await sql<{
      type: (typeof orderTypes)[number];
      status: OrderStatus;
      may: boolean;
    }>`
      SELECT o AS type, s AS status, order_may_begin(o, s) AS may
      FROM unnest(${orderTypes}::text[]) AS o, unnest(${orderStatuses}::text[]) AS s`.execute(owner);
    for (const { type, status, may } of beginnings)
      expect([type, status, may]).toEqual([type, status, mayBegin(type, status)]);
  });

  it.each(["application", "owner"] as const)(
    "[G-8] refuses every transition outside the graph to the role %s",
    async (role) => {
      const db = role === "owner" ? owner : test.database;
      for (const from of orderStatuses) {
        const orderId = await orderIn(from);
        for (const to of orderStatuses.filter((one) => one !== from)) {
          const ends = sql`started_at = ${now}, ends_at = ${now}`;
          const bare = sql`UPDATE orders SET status = ${to}, ${ends} WHERE order_id = ${orderId}`;
          await expect(bare.execute(db), `${from} → ${to} without a transition`).rejects.toMatchObject(
            outsideGraph,
          );
          if (mayMove(from, to)) continue;
          const update = sql`
          INSERT INTO order_transition (order_id, step, from_status, to_status, cause, at)
          SELECT ${orderId}, max(step) + 1, ${from}, ${to}, 'test', ${now} FROM order_transition
          WHERE order_id = ${orderId}`;
          await expect(update.execute(db), `${from} → ${to} without a status`).rejects.toMatchObject(
            outsideGraph,
          );
          const both = sql`
          WITH moved AS (UPDATE orders SET status = ${to}, ${ends} WHERE order_id = ${orderId} RETURNING order_id)
          INSERT INTO order_transition (order_id, step, from_status, to_status, cause, at)
          SELECT order_id, (SELECT max(step) + 1 FROM order_transition WHERE order_id = ${orderId}), ${from}, ${to},
            'test', ${now} FROM moved`;
          await expect(both.execute(db), `${from} → ${to} with its transition`).rejects.toMatchObject(
            outsideGraph,
          );
        }
        expect(await statusOf(orderId)).toBe(from);
      }
    },
  );

  const insert = (order: { type: string; status: string; at?: Date; first?: string | null }) => {
    const at = order.at ?? now;
    return sql`
      WITH placed AS (
        INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear,
          minutes, amount_minor, currency, started_at, ends_at, parent_order_id)
        SELECT id, ${randomUUID()}, ${at}, ${chair.deviceId}, ${chair.outletId}, ${order.type},
          CASE ${order.type} WHEN 'counter' THEN 'cash' ELSE ${order.type} END, ${order.status}, 1, 10, 0, 'PHP', ${at},
          ${at}, id
        FROM new_order_id(${at}) AS id RETURNING order_id)
      INSERT INTO order_transition (order_id, step, from_status, to_status, cause, at)
      SELECT order_id, 1, NULL, ${order.first ?? order.status}, 'test', ${at} FROM placed WHERE ${order.first !== null}`;
  };

  it("[G-8] refuses an initial status that the order type does not allow, and an order without a first transition", async () => {
    for (const type of orderTypes)
      for (const status of orderStatuses) {
        const inserted = insert({ type, status }).execute(test.database);
        if (mayBegin(type, status)) await inserted;
        else await expect(inserted, `${type} as ${status}`).rejects.toMatchObject(outsideGraph);
        const silent = insert({ type, status, first: null }).execute(test.database);
        await expect(silent, `${type} as ${status}`).rejects.toMatchObject(outsideGraph);
      }
  });

  it("[G-8] refuses invalid statuses also in a partition that was created later", async () => {
    const at = new Date("2031-05-05T05:05:05Z");
    await sql`SELECT make_order_months(${at}, ${at})`.execute(test.database);
    await expect(
      insert({ type: "counter", status: "running", at }).execute(test.database),
    ).rejects.toMatchObject(outsideGraph);
    await insert({ type: "counter", status: "paid", at }).execute(test.database);
    const update = sql`UPDATE orders SET status = 'failed' WHERE ordered_at = ${at}`;
    await expect(update.execute(test.database)).rejects.toMatchObject(outsideGraph);
  });

  it("[G-8] allows the import of history only to the owner with the setting, and never to the application", async () => {
    const failed = insert({ type: "counter", status: "failed", first: null });
    const importing = (db: Database) =>
      transact(db, async (uow) => {
        await sql`SET LOCAL reposo.importing_orders = 'on'`.execute(uow);
        await failed.execute(uow);
      });
    await expect(importing(test.database)).rejects.toMatchObject(outsideGraph);
    await importing(owner);
  });
});
