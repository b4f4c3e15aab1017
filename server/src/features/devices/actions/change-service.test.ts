import { changeService, deviceStatus, publicDevice } from "@reposo/contract/devices/devices.ts";
import { activate } from "@reposo/contract/orders/orders.ts";
import { sql } from "#platform/postgres/sql.ts";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#test/clients/http-client.ts";
import { makeCustomer, makeManager } from "#test/app/network-factory.ts";
import { addChair, makePricedOutlet, sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp();
});
afterAll(() => world.close());

async function openChair() {
  const outlet = await makePricedOutlet(world.owner);
  const { deviceId } = await addChair(world, outlet);
  const manager = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  const customer = await makeCustomer(world.owner);
  const as = (token: string, lang = "en_US") => ({ "access-token": token, lang });
  return {
    deviceId,
    manager,
    change: (fields: Record<string, unknown>) =>
      call(world.http, changeService, { deviceId, ...fields }, as(manager.token)),
    status: (lang?: string) => call(world.http, deviceStatus, { deviceId }, as(customer.token, lang)),
    readDevice: async () => (await call(world.http, publicDevice, { deviceId })).data,
    start: () =>
      call(
        world.http,
        activate,
        { deviceId, priceId: outlet.priceIds[0], payType: "online" },
        { ...as(customer.token), "idempotency-key": randomUUID() },
      ),
    trail: async () =>
      (
        await sql<{ actor: string; action: string; detail: unknown }>`
          SELECT actor, action, detail FROM audit_entry WHERE subject = ${`device:${deviceId}`}
            AND action LIKE 'device.%ervice' ORDER BY audit_id`.execute(world.owner)
      ).rows,
  };
}

describe("[CHAIR-2] a chair out of service", () => {
  it("refuses starts before any payment and states the reason, until it is returned to service", async () => {
    const chair = await openChair();
    const reason = "The left armrest is loose";
    expect(await chair.change({ inService: false, reason: `  ${reason} ` })).toMatchObject({
      code: 200,
      data: { fault: "disabled", outOfService: reason },
    });
    expect(await chair.readDevice()).toMatchObject({ available: false, outOfService: reason });
    const refusal = { code: 20207, message: `This chair is out of service: ${reason}` };
    expect(await chair.status()).toMatchObject(refusal);
    expect(await chair.status("id_ID")).toMatchObject({
      message: `Pemakaian kursi ini dihentikan sementara: ${reason}`,
    });
    expect(await chair.start()).toMatchObject(refusal);

    expect(await chair.change({ inService: true })).toMatchObject({
      code: 200,
      data: { fault: null, outOfService: null },
    });
    expect(await chair.readDevice()).toMatchObject({ available: true, outOfService: null });
    expect((await chair.start()).code).toBe(200);
    const actor = `manager:${chair.manager.caller.accountId}`;
    expect(await chair.trail()).toEqual([
      { actor, action: "device.outOfService", detail: { before: null, after: reason } },
      { actor, action: "device.returnedToService", detail: { before: reason, after: null } },
    ]);
  });

  it("changes its state once, however often the request is repeated, and accepts a new reason", async () => {
    const chair = await openChair();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => chair.change({ inService: false, reason: "Cleaning" })),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(6).fill(200));
    expect(await chair.trail()).toHaveLength(1);
    await chair.change({ inService: false, reason: "Repair" });
    expect((await chair.readDevice()).outOfService).toBe("Repair");
    expect(await chair.trail()).toHaveLength(2);
  });

  it.each([[{}], [{ reason: "  " }], [{ reason: "x".repeat(201) }]])(
    "refuses a change with %j, and stays in service",
    async (fields) => {
      const chair = await openChair();
      expect(await chair.change({ inService: false, ...fields })).toMatchObject({
        code: 400,
        data: { fields: [{ path: "reason" }] },
      });
      expect(await chair.readDevice()).toMatchObject({ available: true, outOfService: null });
    },
  );

  it("counts the characters of a reason like its form, so that a flag of two code points is one", async () => {
    const chair = await openChair();
    const reason = "🇵🇭".repeat(200);
    expect(await chair.change({ inService: false, reason })).toMatchObject({
      code: 200,
      data: { outOfService: reason },
    });
    expect(await chair.change({ inService: false, reason: `${reason}x` })).toMatchObject({
      code: 400,
      data: { fields: [{ path: "reason" }] },
    });
  });

  it("cannot be changed by a manager if the operator has disabled it", async () => {
    const chair = await openChair();
    await sql`UPDATE device SET disabled_at = now() WHERE device_id = ${chair.deviceId}`.execute(world.owner);
    for (const fields of [{ inService: true }, { inService: false, reason: "Broken" }])
      expect(await chair.change(fields)).toMatchObject({
        code: 20208,
        message: "The operator has disabled this chair",
      });
    expect(await chair.status()).toMatchObject({ code: 20202 });
    expect(await chair.trail()).toEqual([]);
  });
});
