import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { sql } from "#platform/postgres/sql.ts";
import {
  addChair,
  eventually,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { browserOf } from "#test/clients/order-browser.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => {
  vi.restoreAllMocks();
  expect(await runAudit(world.database)).toEqual([]);
});
afterAll(() => world.close());

/**
 * Holds the next transaction that inserts an order before its commit until `isQueued` resolves, so that the orders that
 * arrive in the meantime share the next transaction. Then ends its connection after its commit, before the reply.
 */
function loseSecondCommit(isQueued: Promise<void>): {
  readonly orders: number;
  readonly isHolding: Promise<void>;
} {
  const { database, owner } = world;
  const reserve = database.reserve.bind(database);
  const { promise: isHolding, resolve: reportHold } = Promise.withResolvers<void>();
  const lost = { orders: 0, isHolding };
  let commits = 0;
  vi.spyOn(database, "reserve").mockImplementation(async () => {
    const connection = await reserve();
    let inserted = 0;
    return {
      ...connection,
      async query<Row>(text: string, values?: readonly unknown[]) {
        const isHeld = text === "COMMIT" && inserted > 0 && commits++ === 0;
        if (isHeld) {
          reportHold();
          await isQueued;
        }
        const result = await connection.query<Row>(text, values);
        if (text.includes("INSERT INTO orders ")) inserted = new Set(result.rows.map(orderIdOf)).size;
        if (text !== "COMMIT" || inserted === 0 || isHeld || lost.orders > 0) return result;
        lost.orders = inserted;
        const { pid } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.firstRow(connection);
        await sql`SELECT pg_terminate_backend(${pid}, 5000)`.execute(owner);
        return connection.query<Row>("COMMIT");
      },
    };
  });
  return lost;
}

const orderIdOf = (row: unknown) => (row as { order_id: string }).order_id;

it("[START-6] [G-4] returns the stored orders to retries if the connection breaks while several orders are committed", async () => {
  const [earlier, ...chairs] = await Promise.all(Array.from({ length: 4 }, () => addChair(world, outlet)));
  const manager = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  const browser = browserOf(world.http, manager.token);
  const requests = chairs.map(({ deviceId }) => {
    const request = { deviceId, priceId: outlet.priceIds[0], payType: "cash" };
    const key = randomUUID();
    return () => browser.activate(request, key);
  });
  const { promise: isQueued, resolve: release } = Promise.withResolvers<void>();
  const lost = loseSecondCommit(isQueued);
  const first = browser.order({
    deviceId: earlier?.deviceId,
    priceId: outlet.priceIds[0],
    payType: "cash",
  });
  await lost.isHolding;
  const sent = Promise.all(requests.map((send) => send()));
  await eventually(async () => {
    const { keys } = await sql<{ keys: number }>`
      SELECT count(*) AS keys FROM idempotent_answer`.firstRow(world.owner);
    expect(keys).toBe(3);
  });
  // The requests are queued a few turns of the event loop after these rows are written.
  await systemClock.sleep(500);
  release();
  const answers = await sent;
  const { orderId: earlierId } = await first;
  expect(lost.orders).toBe(3);
  expect(answers.map(({ code }) => code)).toEqual([503, 503, 503]);
  const retried = await Promise.all(requests.map((send) => send()));
  expect(retried.map(({ code }) => code)).toEqual([200, 200, 200]);
  const orderIds = await sql<{ order_id: string }>`
    SELECT order_id FROM orders WHERE outlet_id = ${outlet.outletId} AND order_id <> ${earlierId}`.rows(
    world.database,
  );
  expect(retried.map(({ data }) => data.orderId).sort()).toEqual(orderIds.map(orderIdOf).sort());
});
