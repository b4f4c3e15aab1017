import { randomUUID } from "node:crypto";
import { activate, getOrder } from "@reposo/contract/orders/orders.ts";
import { transferOrder } from "@reposo/contract/orders/transfers.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { makeCustomer, makeDevice } from "#test/app/network-factory.ts";
import { eventually, makePricedOutlet } from "#test/app/order-app.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import {
  callUrl,
  type KilledServers,
  openKilledServers,
  type RunningServer,
} from "#test/processes/killed-server.ts";

let test: TestDatabase;
let servers: KilledServers;
let running: RunningServer | null = null;
beforeAll(async () => {
  test = await openTestDatabase();
  servers = await openKilledServers(test.connection, { TRANSFER_MINUTES: "5" });
});
afterEach(async () => {
  await running?.kill();
  running = null;
});
afterAll(async () => {
  await servers.close();
  await test.close();
});

const setOnline = (deviceId: string) =>
  sql`UPDATE device SET online = true WHERE device_id = ${deviceId}`.execute(test.owner);

/** Creates a paid order whose chair did not reply, with an offer to continue on another chair that seems to be online. */
async function arrange() {
  const outlet = await makePricedOutlet(test.owner);
  const [silent, spare] = [await makeDevice(test.owner, outlet), await makeDevice(test.owner, outlet)];
  const { token } = await makeCustomer(test.owner);
  const headers = () => ({ "access-token": token, "idempotency-key": randomUUID() });
  running = await servers.start();
  const { url } = running;
  await setOnline(silent);
  await setOnline(spare);
  const request = { deviceId: silent, priceId: outlet.priceIds[1], payType: "online" };
  const placed = await callUrl(url, activate, request, headers());
  const { orderId, payment } = placed?.data ?? { orderId: "", payment: null };
  await fetch(payment?.redirectUrl as string, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "action=pay",
  });
  await eventually(async () => {
    const order = await callUrl(url, getOrder, { orderId }, headers());
    expect(order?.data.transfer?.freeChairs).toEqual([spare]);
  }, 30_000);
  await running.kill();
  running = null;
  const key = headers();
  return {
    orderId,
    spare,
    proceed: (at: string) => callUrl(at, transferOrder, { orderId, deviceId: spare }, key),
  };
}

const numbersOf = (orderId: string) =>
  sql<{ transfers: number; refunds: number }>`
    SELECT (SELECT count(transfer_order_id)::integer FROM order_transfer WHERE order_id = ${orderId}) AS transfers,
      (SELECT count(*)::integer FROM refund WHERE order_id = ${orderId}) AS refunds`.firstRow(test.owner);

/** The default is the last kill point of each list only. REPOSO_KILL=all runs all. */
const tried = (points: readonly string[]) =>
  process.env["REPOSO_KILL"] === "all" ? points : points.slice(-1);

it.each(tried(["transfer.before-commit", "transfer.committed"]))(
  "[CHAIR-6] [G-3] [G-4] continues once if the server is killed at %s, and refunds if the other chair does not start",
  async (point) => {
    const { orderId, spare, proceed } = await arrange();
    const failing = await servers.start(point);
    await setOnline(spare);
    expect(await proceed(failing.url)).toBeNull();
    expect(await failing.exited).toMatchObject({ signal: "SIGKILL" });

    running = await servers.start();
    await setOnline(spare);
    expect(await proceed(running.url)).toMatchObject({ code: 200 });
    expect(await numbersOf(orderId)).toEqual({ transfers: 1, refunds: 0 });
    // The chair does not exist, so the start fails, and the original refund follows.
    await eventually(
      async () => expect(await numbersOf(orderId)).toEqual({ transfers: 1, refunds: 1 }),
      30_000,
    );
    await eventually(async () => expect(await runAudit(test.database)).toEqual([]), 30_000);
  },
  120_000,
);

it.each(tried(["settle-transfer.before-commit", "settle-transfer.committed"]))(
  "[CHAIR-6] [G-3] refunds once if nobody continues and the server is killed at %s",
  async (point) => {
    const { orderId } = await arrange();
    await sql`UPDATE order_transfer SET offered_until = now() WHERE order_id = ${orderId}`.execute(
      test.owner,
    );
    await sql`UPDATE outbox SET due_at = now() WHERE subject = ${orderId}`.execute(test.owner);
    const failing = await servers.start(point);
    expect(await failing.exited).toMatchObject({ signal: "SIGKILL" });

    await sql`UPDATE outbox SET due_at = now()`.execute(test.owner);
    running = await servers.start();
    await eventually(
      async () => expect(await numbersOf(orderId)).toEqual({ transfers: 0, refunds: 1 }),
      30_000,
    );
    await eventually(async () => {
      const order = await sql<{ status: string }>`
        SELECT status FROM orders WHERE order_id = ${orderId}`.firstRow(test.owner);
      expect(order.status).toBe("refunded");
    }, 30_000);
  },
  120_000,
);
