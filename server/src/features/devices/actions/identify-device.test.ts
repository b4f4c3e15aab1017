import { identification, identifyDevice } from "@reposo/contract/devices/device-commands.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#test/clients/http-client.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { addChair, makePricedOutlet, openOrderApp, type OrderApp, eventually } from "#test/app/order-app.ts";
import { commandState } from "./create-device-commands.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await openOrderApp();
});
afterAll(() => world.close());

async function openChair(faults: Parameters<typeof addChair>[2] = {}) {
  const outlet = await makePricedOutlet(world.owner);
  const chair = await addChair(world, outlet, faults);
  const { token, caller } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  const headers = { "access-token": token };
  const { deviceId } = chair;
  return {
    chair,
    accountId: caller.accountId,
    identify: () => call(world.http, identifyDevice, { deviceId }, headers),
    latest: async () => (await call(world.http, identification, { deviceId }, headers)).data,
    commands: async () =>
      (
        await sql<{ count: number }>`SELECT count(*) AS count FROM chair_command
          WHERE device_id = ${deviceId} AND type = 'identify'`.execute(world.owner)
      ).rows[0]?.count,
    trail: async () =>
      (
        await sql<{ actor: string; detail: unknown }>`SELECT actor, detail FROM audit_entry
          WHERE subject = ${`device:${deviceId}`} AND action = 'device.identify'`.execute(world.owner)
      ).rows,
  };
}

describe("[CHAIR-2] identify", () => {
  it("is confirmed by the chair's reply and recorded in the audit trail", async () => {
    const { identify, latest, trail, accountId } = await openChair();
    expect(await latest()).toBeNull();
    const { code, data } = await identify();
    expect([code, data.state]).toEqual([200, "pending"]);
    await eventually(async () =>
      expect(await latest()).toEqual({ commandId: data.commandId, state: "confirmed" }),
    );
    expect(await trail()).toEqual([{ actor: `manager:${accountId}`, detail: { commandId: data.commandId } }]);
    // The command is confirmed, so the next request creates a new command.
    expect((await identify()).data.commandId).not.toBe(data.commandId);
  });

  it("returns the same pending command for repeated requests, which expires without a reply", async () => {
    const { identify, latest, commands, trail } = await openChair({ faults: { noReply: true } });
    const answers = await Promise.all(Array.from({ length: 6 }, identify));
    expect(new Set(answers.map(({ data }) => data.commandId)).size).toBe(1);
    expect(await commands()).toBe(1);
    expect(await trail()).toHaveLength(1);
    expect((await latest())?.state).toBe("pending");
    world.advanceTime(16_000);
    expect((await latest())?.state).toBe("expired");
  });

  it("is refused for an offline chair, and stores no command", async () => {
    const { chair, identify, commands } = await openChair();
    chair.setFaults({ offline: true });
    await eventually(async () => {
      const found = await sql<{ online: boolean }>`
        SELECT online FROM device WHERE device_id = ${chair.deviceId}`.execute(world.owner);
      expect(found.rows[0]?.online).toBe(false);
    });
    expect(await identify()).toMatchObject({ code: 20202 });
    expect(await commands()).toBe(0);
  });

  it.each([
    ["pending", null, 0],
    ["expired", null, 1],
    ["confirmed", "done", 1],
    ["confirmed", "duplicate", 0],
    ["refused", "refused", 0],
    ["expired", "expired", 0],
  ] as const)("is %s with the outcome %s, %i ms after its deadline", (state, outcome, after) => {
    const notAfter = new Date("2026-11-21T08:00:00Z");
    expect(commandState({ notAfter, outcome }, new Date(notAfter.getTime() + after))).toBe(state);
  });
});
