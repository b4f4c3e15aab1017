import { deviceConfiguration, setDeviceVolume } from "@reposo/contract/devices/device-configuration.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "#test/clients/http-client.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { addChair, makePricedOutlet, openOrderApp, type OrderApp, eventually } from "#test/app/order-app.ts";
import { type ConfigurationStatus, configurationState, nextStep } from "./configuration-rules.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await openOrderApp();
});
afterAll(() => world.close());

async function openChair(options: Parameters<typeof addChair>[2] = {}) {
  const outlet = await makePricedOutlet(world.owner);
  const chair = await addChair(world, outlet, options);
  const { token, caller } = await makeManager(world.owner, { outletIds: [outlet.outletId] });
  const headers = { "access-token": token };
  const { deviceId } = chair;
  const read = async () => (await call(world.http, deviceConfiguration, { deviceId }, headers)).data;
  return {
    chair,
    deviceId,
    actor: `manager:${caller.accountId}`,
    read,
    setVolume: (volume: number) => call(world.http, setDeviceVolume, { deviceId, volume }, headers),
    applied: (version: number) =>
      eventually(async () => {
        expect(await read()).toMatchObject({ state: "applied", reported: { version } });
      }),
    goOffline: async () => {
      chair.setFaults({ offline: true });
      await eventually(async () => {
        const found = await sql<{ online: boolean }>`
          SELECT online FROM device WHERE device_id = ${deviceId}`.execute(world.owner);
        expect(found.rows[0]?.online).toBe(false);
      });
    },
    commands: async () =>
      (
        await sql<{ configuration: unknown; outcome: string | null }>`
          SELECT configuration, outcome FROM chair_command
          WHERE device_id = ${deviceId} AND type = 'configure' ORDER BY created_at`.execute(world.owner)
      ).rows,
  };
}

async function reposo(...args: string[]) {
  return runPrinting(args, { env: { DATABASE_URL: databaseUrlOf(world.test.connection) } });
}

describe("[CHAIR-3] the configuration of a chair", () => {
  it("is requested with a version, applied and reported by the chair, and recorded in the audit trail", async () => {
    const { chair, deviceId, actor, read, setVolume, applied } = await openChair();
    await eventually(async () => expect((await read()).reported).toMatchObject({ version: 0, volume: 50 }));
    expect(await read()).toMatchObject({ state: "none", currency: "PHP", desired: null });

    const { code, data } = await setVolume(30);
    expect(code).toBe(200);
    expect(data.desired).toMatchObject({ version: 1, volume: 30, pulseValue: null, gears: null });
    await applied(1);
    expect(chair.state().configuration).toMatchObject({ version: 1, volume: 30, pulseValue: 1_000 });
    expect((await read()).reported).toMatchObject({ version: 1, volume: 30, pulseValue: 1_000, gears: 9 });
    const trail = await sql<{ actor: string; detail: unknown }>`
      SELECT actor, detail FROM audit_entry
      WHERE subject = ${`device:${deviceId}`} AND action = 'device.configure'`.execute(world.owner);
    expect(trail.rows).toEqual([
      { actor, detail: { version: 1, before: null, after: { version: 1, volume: 30 } } },
    ]);
  });

  it("gets no new version if nothing changes, and rejects an invalid volume", async () => {
    const { setVolume, commands, applied, read } = await openChair();
    await setVolume(30);
    await applied(1);
    await setVolume(30);
    expect(await commands()).toHaveLength(1);
    expect((await setVolume(101)).code).toBe(400);
    expect((await read()).desired).toMatchObject({ version: 1, volume: 30 });
  });

  it("is sent to an offline chair when it reconnects, only in the latest version", async () => {
    const { chair, setVolume, applied, goOffline, read, commands } = await openChair();
    await goOffline();
    await setVolume(10);
    await setVolume(20);
    expect((await read()).state).toBe("pending");
    expect(await commands(), "no command is stored for an offline chair").toEqual([]);
    chair.setFaults({ offline: false });
    await applied(2);
    expect(chair.state().configuration).toMatchObject({ version: 2, volume: 20 });
    expect(await commands()).toMatchObject([{ configuration: { version: 2, volume: 20 } }]);
  });

  it("is sent again to a chair that lost its memory, and resent with the same ID if a command was lost", async () => {
    const { chair, setVolume, applied, goOffline, commands } = await openChair({
      faults: { noReply: true },
    });
    chair.setFaults({ noReply: false });
    await setVolume(70);
    await applied(1);
    world.advanceTime(61_000);
    chair.resetMemory();
    await eventually(async () =>
      expect(chair.state().configuration).toMatchObject({ version: 1, volume: 70 }),
    );
    expect(await commands()).toHaveLength(2);

    await goOffline();
    // The server sends the command while it still considers the chair online, so the command is stored and
    // receives no reply.
    await sql`UPDATE device SET online = true WHERE device_id = ${chair.deviceId}`.execute(world.owner);
    await setVolume(80);
    await sql`UPDATE device SET online = false WHERE device_id = ${chair.deviceId}`.execute(world.owner);
    world.advanceTime(3_000);
    chair.setFaults({ offline: false });
    await applied(2);
    expect(await commands()).toHaveLength(3);
  });

  it("is changed by the operator's command, which leaves other values unchanged", async () => {
    const { deviceId, setVolume, applied, read } = await openChair();
    await setVolume(40);
    await applied(1);
    expect(
      await reposo("device", "configure", deviceId, "--pulse-value", "500", "--gears", "3"),
    ).toMatchObject({
      code: 0,
    });
    expect((await read()).desired).toMatchObject({ version: 2, volume: 40, pulseValue: 500, gears: 3 });
    await applied(2);

    expect(await reposo("device", "configure", deviceId)).toMatchObject({ code: 2 });
    expect(await reposo("device", "configure", "NOSUCH00", "--gears", "3")).toMatchObject({ code: 1 });
    for (const wrong of [
      ["--volume", "101"],
      // The value of an unset shell variable.
      ["--volume", ""],
      ["--gears", "0"],
      ["--pulse-value", "1.5"],
    ])
      expect((await reposo("device", "configure", deviceId, ...wrong)).code, wrong.join(" ")).not.toBe(0);
    expect((await read()).desired?.version).toBe(2);
  });

  describe("rules", () => {
    const now = new Date("2026-11-21T08:00:00Z");
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const record = (version: number) => ({ version, pulseValue: null, volume: 30, gears: null, at: now });
    const command = (age: number, outcome: "done" | "refused" | "expired" | null = null, left = 1) => ({
      commandId: "c",
      createdAt: ago(age),
      repliedAt: outcome && ago(age),
      notAfter: ago(-left),
      outcome,
    });
    const status = (given: Partial<ConfigurationStatus>): ConfigurationStatus => ({
      deviceId: "MC100001",
      desired: record(2),
      reported: record(1),
      command: null,
      ...given,
    });

    it.each([
      ["nothing was requested", status({ desired: null }), "none", "none"],
      ["it was never sent", status({}), "pending", "send"],
      ["it was sent less than two seconds ago", status({ command: command(1_999) }), "pending", "none"],
      [
        "it was sent two seconds ago without a reply",
        status({ command: command(2_000) }),
        "pending",
        "resend",
      ],
      ["the command expired", status({ command: command(9_000, null, 0) }), "pending", "send"],
      [
        "the chair replied that the command was expired",
        status({ command: command(10, "expired") }),
        "pending",
        "send",
      ],
      ["the chair reports it", status({ reported: record(2), command: command(10) }), "applied", "none"],
      ["the chair refused it", status({ command: command(10, "refused") }), "refused", "none"],
      [
        "the chair confirmed it less than a minute ago",
        status({ command: command(59_999, "done") }),
        "pending",
        "none",
      ],
      [
        "the chair confirmed it a minute ago but reports another version",
        status({ command: command(60_000, "done") }),
        "pending",
        "send",
      ],
      [
        "the chair confirmed it and reports no version",
        status({ reported: null, command: command(60_000, "done") }),
        "applied",
        "none",
      ],
    ] as const)("return state and next step if %s", (_when, given, state, step) => {
      expect(configurationState(given)).toBe(state);
      expect(nextStep(given, now).kind).toBe(step);
    });
  });
});
