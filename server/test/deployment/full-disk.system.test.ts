import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { chairFleet } from "@reposo/chair/chair-fleet.ts";
import { activate, getOrder } from "@reposo/contract/orders/orders.ts";
import { expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { rotateCredential } from "#features/devices/index.ts";
import { sql } from "#platform/postgres/sql.ts";
import { connectDatabase } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { relaxedLimits } from "#test/app/relaxed-limits.ts";
import { callUrl, type RunningServer } from "#test/processes/killed-server.ts";
import { exhaustDatabase, openSmallDisk } from "#test/processes/small-disk-server.ts";

const chairs = 6;
const eventually = { timeout: 90_000, interval: 200 };

const readiness = async ({ url }: RunningServer) => {
  const response = await fetch(new URL("/api/health/ready", url));
  const { storage } = (await response.json()) as { storage: string };
  return { code: response.status, storage };
};

it("[G-1] [G-3] [G-12] [START-4] refuses starts while the disk is full, loses nothing, and recovers once there is space", async () => {
  const disk = await openSmallDisk({
    ...relaxedLimits,
    START_DEADLINE_SECONDS: "10",
    START_GRACE_SECONDS: "2",
    LOG_LEVEL: "fatal",
  });
  const server = await disk.start();
  const connection = await disk.findConnection();
  const owner = connectDatabase({ connection, poolSize: 2, onIdleError: () => {} });
  const fleet = chairFleet({
    mqttUrl: `mqtt://127.0.0.1:${disk.mqttPort}`,
    reconnectMs: 200,
    maxReconnectMs: 1_000,
    resendMs: 500,
    speed: 60,
  });
  try {
    const outlet = await makePricedOutlet(owner);
    const { token } = await makeManager(owner, { outletIds: [outlet.outletId] });
    for (let n = 0; n < chairs; n += 1) {
      const deviceId = await makeDevice(owner, { ...outlet, online: false });
      const secret = await transact(owner, (tx) => rotateCredential(tx, deviceId, new Date()));
      fleet.add({ deviceId, secret: secret as string });
    }
    await sql`CREATE TABLE junk (content text)`.execute(owner);
    await fleet.start();
    await fleet.connected(60_000);
    const accepted: string[] = [];
    const start = async (deviceId: string) => {
      const request = { deviceId, priceId: outlet.priceIds[1], payType: "cash" };
      const headers = { "access-token": token, "idempotency-key": randomUUID() };
      const answer = await callUrl(server.url, activate, request, headers);
      if (answer?.code === 200) accepted.push(answer.data.orderId);
      return answer?.code ?? null;
    };
    const stateOf = async (orderId: string) => {
      const answer = await callUrl(server.url, getOrder, { orderId }, { "access-token": token });
      return answer?.code === 200 ? answer.data.orderStatus : null;
    };
    const deviceIds = fleet.chairs().map(({ deviceId }) => deviceId);
    const [running = "", ...idle] = deviceIds;
    await expect.poll(() => start(running), eventually).toBe(200);
    await expect.poll(() => stateOf(accepted[0] as string), eventually).toBe("running");

    await disk.fill();
    await expect.poll(() => readiness(server), eventually).toEqual({ code: 503, storage: "down" });
    await exhaustDatabase(owner);
    for (const deviceId of idle) expect(await start(deviceId)).toBe(503);
    expect(await readiness(server)).toEqual({ code: 503, storage: "down" });
    expect(accepted).toHaveLength(1);
    // The paid massage continues on the chair, and ends while the server cannot store anything.
    await expect.poll(() => fleet.states().every((chair) => chair.running === null), eventually).toBe(true);
    await delay(1_000);

    await disk.free();
    await expect.poll(() => readiness(server), eventually).toEqual({ code: 200, storage: "up" });
    await expect.poll(() => stateOf(accepted[0] as string), eventually).toBe("completed");
    for (const deviceId of idle) await expect.poll(() => start(deviceId), eventually).toBe(200);
    for (const orderId of accepted) await expect.poll(() => stateOf(orderId), eventually).toBe("completed");
    await expect
      .poll(() => fleet.states().every((chair) => chair.pendingEvents === 0), eventually)
      .toBe(true);
    const { rows } = await sql<{ orders: number }>`SELECT count(*)::int AS orders FROM orders`.execute(owner);
    expect(rows).toEqual([{ orders: chairs }]);
    expect(await runAudit(owner)).toEqual([]);
  } finally {
    await fleet.stop();
    await owner.destroy();
    await disk.close();
  }
}, 360_000);
