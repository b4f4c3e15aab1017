import { devicePage } from "@reposo/contract/devices/device-page.ts";
import { startTestRun, stopTestRun, testRun } from "@reposo/contract/devices/device-commands.ts";
import { changeService, deviceStatus } from "@reposo/contract/devices/devices.ts";
import { maxTestRunsPerDay } from "@reposo/contract/devices/device-limits.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAudit } from "#features/audit/index.ts";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import {
  addChair,
  goSilent,
  makePricedOutlet,
  type OrderApp,
  openOrderApp,
  eventually,
} from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await openOrderApp();
});
afterAll(() => world.close());

async function openChair(faults: Parameters<typeof addChair>[2] = {}) {
  const outlet = await makePricedOutlet(world.owner);
  const chair = await addChair(world, outlet, faults);
  const { deviceId } = chair;
  const { token, caller } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  const customer = await makeCustomer(world.owner);
  const headers = { "access-token": token };
  const count = async (table: string) => {
    const found = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${sql.identifier(table)} WHERE device_id = ${deviceId}`.execute(
      world.owner,
    );
    return found.rows[0]?.count;
  };
  return {
    chair,
    count,
    accountId: caller.accountId,
    manager: browserOf(world.http, token),
    priceId: outlet.priceIds[0],
    start: () => call(world.http, startTestRun, { deviceId }, headers),
    stop: () => call(world.http, stopTestRun, { deviceId }, headers),
    latest: async () => (await call(world.http, testRun, { deviceId }, headers)).data,
    page: async () => (await call(world.http, devicePage, { deviceId }, headers)).data,
    takeOutOfService: () =>
      call(world.http, changeService, { deviceId, inService: false, reason: "Repair" }, headers),
    status: () => call(world.http, deviceStatus, { deviceId }, { "access-token": customer.token }),
    motors: () => world.motors.filter((ran) => ran.deviceId === deviceId),
    trail: async (action = "device.testRun") =>
      (
        await sql<{ actor: string }>`SELECT actor FROM audit_entry
          WHERE subject = ${`device:${deviceId}`} AND action = ${action}`.execute(world.owner)
      ).rows,
  };
}

describe("[CHAIR-2] a test run", () => {
  it("runs the chair for a minute without creating an order, and is counted separately", async () => {
    const { chair, start, latest, status, count, page, motors, trail, accountId } = await openChair();
    expect(await latest()).toBeNull();
    const { code, data } = await start();
    expect([code, data.state]).toEqual([200, "pending"]);
    await eventually(async () =>
      expect(await latest()).toMatchObject({ commandId: data.commandId, state: "confirmed" }),
    );
    expect(chair.state().running).toMatchObject({ totalSeconds: 60 });
    await eventually(async () => expect(await status()).toMatchObject({ code: 20203 }));
    expect((await page()).testRuns).toBe(1);
    expect(await start()).toMatchObject({ code: 20203 });

    chair.pressStop();
    await eventually(async () => expect((await status()).code).toBe(200));
    await eventually(async () => {
      const ended = await sql`SELECT FROM test_run
        WHERE device_id = ${chair.deviceId} AND ended_at >= started_at AND ran_seconds >= 0`.execute(
        world.owner,
      );
      expect(ended.rows).toHaveLength(1);
    });
    expect(motors()).toHaveLength(1);
    expect(await trail()).toEqual([{ actor: `manager:${accountId}` }]);
    for (const table of ["orders", "ledger_entry", "attention_case"]) expect(await count(table)).toBe(0);
    expect((await page()).utilisation.every(({ minutes }) => minutes === 0)).toBe(true);
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("returns the same pending command for repeated requests, which expires without a reply", async () => {
    const { chair, start, latest, count, trail } = await openChair();
    await goSilent(world, chair);
    const answers = await Promise.all(Array.from({ length: 6 }, start));
    expect(new Set(answers.map(({ data }) => data.commandId)).size).toBe(1);
    expect(await count("test_run")).toBe(1);
    expect(await trail()).toHaveLength(1);
    expect(await latest()).toMatchObject({ state: "pending" });
    world.advanceTime(16_000);
    expect(await latest()).toMatchObject({ state: "expired" });
    chair.setFaults({ offline: false });
    await eventually(() => expect(chair.state().connected).toBe(true));
    expect(chair.state().running).toBeNull();
  });

  it("can be stopped while it runs, with one entry in the audit trail, and is not charged", async () => {
    const { chair, start, stop, latest, status, trail, count } = await openChair();
    expect(await stop()).toMatchObject({ code: 200, data: null });
    await start();
    await eventually(async () => expect((await latest())?.endsAt).not.toBeNull());
    const [first, second] = await Promise.all([stop(), stop()]);
    expect([first.code, second.code]).toEqual([200, 200]);
    await eventually(async () => expect(await latest()).toMatchObject({ state: "confirmed", endsAt: null }));
    expect(chair.state().running).toBeNull();
    await eventually(async () => expect((await status()).code).toBe(200));
    expect(await trail("device.testRunStopped")).toHaveLength(1);
    for (const table of ["orders", "ledger_entry", "attention_case"]) expect(await count(table)).toBe(0);
    expect(await stop()).toMatchObject({ code: 200, data: null });
    expect(await runAudit(world.database)).toEqual([]);
  });

  it("can be stopped after the reply to the stop of the run before was lost", async () => {
    const { chair, start, stop, latest } = await openChair();
    const run = async () => {
      await eventually(async () => expect((await start()).code).toBe(200));
      await eventually(async () => expect((await latest())?.endsAt).toEqual(expect.any(String)));
    };
    await run();
    chair.setFaults({ noReply: true });
    const first = await stop();
    await eventually(() => expect(chair.state().running).toBeNull());
    chair.setFaults({ noReply: false });
    await run();
    expect((await stop()).data?.commandId).not.toBe(first.data?.commandId);
    await eventually(() => expect(chair.state().running).toBeNull());
  });

  it("is confirmed by the chair's event if the reply is lost", async () => {
    const { start, latest } = await openChair({ faults: { noReply: true } });
    await start();
    await eventually(async () => expect(await latest()).toMatchObject({ state: "confirmed" }));
  });

  it("is refused for a chair that is in use or offline, and stores nothing", async () => {
    const { chair, start, manager, priceId, count } = await openChair();
    const { orderId } = await manager.order({ deviceId: chair.deviceId, priceId, payType: "cash" });
    expect(await start()).toMatchObject({ code: 20203 });
    await manager.reaches(orderId, "running");
    chair.pressStop();
    await manager.reaches(orderId, "completed");
    chair.setFaults({ offline: true });
    await eventually(async () => {
      const found = await sql<{ online: boolean }>`
        SELECT online FROM device WHERE device_id = ${chair.deviceId}`.execute(world.owner);
      expect(found.rows[0]?.online).toBe(false);
    });
    expect(await start()).toMatchObject({ code: 20202 });
    expect(await count("test_run")).toBe(0);
  });

  it("is refused after ten test runs of the chair in 24 hours, each counted once", async () => {
    const { chair, start, stop, latest, count, accountId } = await openChair();
    await sql`
      INSERT INTO test_run (test_run_id, device_id, outlet_id, account_id, requested_at, started_at)
      SELECT gen_random_uuid(), device_id, outlet_id, ${accountId}, at, at FROM device
      CROSS JOIN LATERAL (SELECT ${world.clock.now()}::timestamptz - interval '23 hours' AS at
        FROM generate_series(1, ${maxTestRunsPerDay}::integer)) AS earlier
      WHERE device_id = ${chair.deviceId}`.execute(world.owner);
    expect(await start()).toMatchObject({ code: 20209, data: { count: maxTestRunsPerDay } });
    expect(await count("test_run")).toBe(maxTestRunsPerDay);
    await sql`
      UPDATE test_run SET requested_at = requested_at - interval '2 hours'
      WHERE test_run_id IN (SELECT test_run_id FROM test_run WHERE device_id = ${chair.deviceId} LIMIT 2)`.execute(
      world.owner,
    );
    for (const isLast of [false, true]) {
      await eventually(async () => expect((await start()).code).toBe(200));
      await eventually(async () => expect((await latest())?.endsAt).not.toBeNull());
      if (isLast) break;
      await stop();
      await eventually(async () => expect((await latest())?.endsAt).toBeNull());
    }
  });

  it("runs a chair that is out of service", async () => {
    const { chair, takeOutOfService, start, latest } = await openChair();
    expect((await takeOutOfService()).code).toBe(200);
    expect((await start()).code).toBe(200);
    await eventually(async () => expect(await latest()).toMatchObject({ state: "confirmed" }));
    expect(chair.state().running).not.toBeNull();
  });

  it("is recorded when a chair that was offline reports its end later", async () => {
    const { chair, start, latest, page, count } = await openChair();
    await start();
    await eventually(async () => expect(await latest()).toMatchObject({ state: "confirmed" }));
    chair.setFaults({ offline: true });
    chair.pressStop();
    chair.setFaults({ offline: false });
    await eventually(async () => {
      const ended = await sql`SELECT FROM test_run
        WHERE device_id = ${chair.deviceId} AND ended_at IS NOT NULL`.execute(world.owner);
      expect(ended.rows).toHaveLength(1);
    });
    expect((await page()).testRuns).toBe(1);
    expect(await count("attention_case")).toBe(0);
  });
});
