import { randomUUID } from "node:crypto";
import { requestRefund } from "@reposo/contract/orders/refunds.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import {
  callUrl,
  type KilledServers,
  openKilledServers,
  type RunningServer,
} from "#test/processes/killed-server.ts";
import { makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";

let test: TestDatabase;
let servers: KilledServers;
let running: RunningServer | null = null;
beforeAll(async () => {
  test = await openTestDatabase();
  servers = await openKilledServers(test.connection);
});
afterEach(async () => {
  await running?.kill();
  running = null;
});
afterAll(async () => {
  await servers.close();
  await test.close();
});

/** Creates a cash order of 50.00 and a manager who requests its refund, always with the same idempotency key. */
async function arrange() {
  const outlet = await makePricedOutlet(test.owner);
  const deviceId = await makeDevice(test.owner, outlet);
  const orderId = await makeOrder(test.owner, { ...outlet, deviceId, status: "completed" });
  await sql`
    UPDATE orders SET pay_type = 'cash', order_type = 'counter', amount_minor = 5000
    WHERE order_id = ${orderId}`.execute(test.owner);
  const { token } = await makeManager(test.owner, { outletIds: [outlet.outletId] });
  const headers = { "access-token": token, "idempotency-key": randomUUID() };
  return {
    orderId,
    sendRequest: (url: string) =>
      callUrl(url, requestRefund, { orderId, reason: "The rollers hurt" }, headers),
  };
}

/** The default is the last kill point only. REPOSO_KILL=all runs both. */
const points = ["refund-request.before-commit", "refund-request.committed"];

it.each(process.env["REPOSO_KILL"] === "all" ? points : points.slice(-1))(
  "[G-3] [G-4] stores one refund request if the server is killed at %s and the manager retries",
  async (point) => {
    const { orderId, sendRequest } = await arrange();
    const failing = await servers.start(point);
    expect(await sendRequest(failing.url)).toBeNull();
    expect(await failing.exited).toMatchObject({ signal: "SIGKILL" });

    running = await servers.start();
    // The browser received no response to its first request, so it sends the request again with the same key.
    const response = await sendRequest(running.url);
    expect(response).toMatchObject({ code: 200, data: { items: [{ amount: 5_000, state: "requested" }] } });
    const { rows } = await sql`
      SELECT (SELECT count(*)::integer FROM refund_request WHERE order_id = ${orderId}) AS requests,
        (SELECT count(*)::integer FROM audit_entry
          WHERE action = 'refund.requested' AND subject = ${`order:${orderId}`}) AS trail`.execute(
      test.owner,
    );
    expect(rows).toEqual([{ requests: 1, trail: 1 }]);
  },
  60_000,
);
