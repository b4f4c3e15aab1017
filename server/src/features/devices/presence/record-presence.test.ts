import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#platform/time/clock.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import {
  availabilityOf,
  type ChairReport,
  createDevices,
  findDevice,
  recordPresence,
} from "#features/devices/index.ts";
import { recordState } from "#test/app/record-state.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
let outletId: string;
beforeAll(async () => {
  test = await sharedTestDatabase();
  outletId = await makeOutlet(test.owner);
});
afterAll(() => test.close());

const up: PayloadOf<"state"> = {
  online: true,
  bootId: "boot-1",
  firmware: "1.4.2",
  running: null,
  fault: null,
  coinCounter: 0,
  epoch: "e1",
};
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 8, 0, second));

const send = (deviceId: string, state: PayloadOf<"state">, now: Date) =>
  transact(test.database, (uow) => recordState(uow, deviceId, state, now));

const announced = async (deviceId: string) =>
  (
    await sql<{ name: string; outlet_id: string | null; created_at: Date }>`
      SELECT name, outlet_id, created_at FROM live_event
      WHERE subject = ${deviceId}
      ORDER BY event_id`.rows(test.owner)
  ).map((row) => [row.name, row.outlet_id, row.created_at]);

describe("a chair's reported state", () => {
  it("[DEV-1] is stored, and published only if a manager sees a difference", async () => {
    const deviceId = await makeDevice(test.owner, { outletId, online: false });
    expect(await send(deviceId, up, at(1))).toMatchObject({
      wasOnline: false,
      online: true,
      bootIdBefore: null,
    });
    await send(
      deviceId,
      { ...up, running: { orderId: "o", gear: 1, elapsedSeconds: 1, totalSeconds: 60 } },
      at(2),
    );
    await send(deviceId, { ...up, fault: "E7" }, at(3));
    await send(deviceId, { ...up, fault: "E7" }, at(4));
    expect(await findDevice(test.database, deviceId)).toMatchObject({
      online: true,
      bootId: "boot-1",
      firmware: "1.4.2",
      fault: "E7",
      lastSeenAt: at(4),
    });
    expect(await announced(deviceId)).toEqual([
      ["device", outletId, at(1)],
      // The massage belongs to no live order.
      ["device", outletId, at(2)],
      ["device", outletId, at(3)],
    ]);
  });

  it("[CHAIR-1] contains the signal strength, which a state without one clears and a last will keeps", async () => {
    const deviceId = await makeDevice(test.owner, { outletId, online: false });
    const signal = async () => (await findDevice(test.database, deviceId))?.signalDbm;
    await send(deviceId, { ...up, signal: -61 }, at(1));
    expect(await signal()).toBe(-61);
    await send(deviceId, { online: false }, at(2));
    expect(await signal()).toBe(-61);
    await send(deviceId, up, at(3));
    expect(await signal()).toBeNull();
  });

  it("[DEV-1] [START-4] ends a run without an order by its remaining time instead of the chair's clock", async () => {
    const deviceId = await makeDevice(test.owner, { outletId, online: false });
    const run = (elapsedSeconds: number, totalSeconds = 300) => ({
      ...up,
      running: { runId: "r1", gear: 1, elapsedSeconds, totalSeconds },
    });
    const endsAt = async () => (await findDevice(test.database, deviceId))?.unorderedRunEndsAt;
    await send(deviceId, run(0), at(0));
    expect(await endsAt()).toEqual(at(300));
    // Simulates a message that is retained or delivered twice.
    await send(deviceId, run(0), at(40));
    expect(await endsAt()).toEqual(at(300));
    await send(deviceId, run(60), at(62));
    expect(await endsAt()).toEqual(at(302));
    expect(await announced(deviceId)).toHaveLength(1);
    await send(deviceId, run(70, 600), at(70));
    expect(await endsAt()).toEqual(at(600));
    expect(await announced(deviceId)).toHaveLength(2);
    // The chair went offline without reporting the end of the run, so it may still be running.
    await send(deviceId, { online: false }, at(80));
    expect(await endsAt()).toEqual(at(600));
    await send(deviceId, up, at(90));
    expect(await endsAt()).toBeNull();
  });

  it("[START-4] frees the chair when its current run ends, but not when another run ends", async () => {
    const deviceId = await makeDevice(test.owner, { outletId, online: false });
    const running = { runId: "r2", gear: 1, elapsedSeconds: 5, totalSeconds: 300 };
    const report = (change: Omit<ChairReport, "deviceId">, now: Date) =>
      transact(test.database, (uow) => recordPresence(uow, [{ deviceId, ...change }], now));
    const endsAt = async () => (await findDevice(test.database, deviceId))?.unorderedRunEndsAt;
    await send(deviceId, up, at(0));
    await report({ running }, at(5));
    expect(await endsAt()).toEqual(at(300));
    await report({ endedRunIds: ["r1"] }, at(6));
    expect(await endsAt()).toEqual(at(300));
    await report({ endedRunIds: ["r2"] }, at(7));
    expect(await endsAt()).toBeNull();
    expect(await findDevice(test.database, deviceId)).toMatchObject({ online: true, bootId: "boot-1" });
    await report({ running }, at(8));
    expect(await endsAt()).toBeNull();
    await report({ running: { ...running, elapsedSeconds: 9 } }, at(9));
    expect(await endsAt()).toEqual(at(300));
    await report({ running: null }, at(10));
    expect(await endsAt()).toBeNull();
  });

  it("[DEV-1] sets no run without an order for the run of the live order", async () => {
    const deviceId = await makeDevice(test.owner, { outletId });
    const orderId = await makeOrder(test.owner, { deviceId, outletId });
    const running = { orderId, gear: 1, elapsedSeconds: 1, totalSeconds: 60 };
    await send(deviceId, { ...up, running }, at(1));
    expect(await findDevice(test.database, deviceId)).toMatchObject({
      liveOrder: { orderId },
      unorderedRunEndsAt: null,
    });
  });

  it("[DEV-1] sets the time when the chair was last seen by its first last will only", async () => {
    const deviceId = await makeDevice(test.owner, { outletId, online: false });
    await send(deviceId, { ...up, fault: "E7" }, at(1));
    await send(deviceId, { online: false }, at(10));
    await send(deviceId, { online: false }, at(50));
    expect(await findDevice(test.database, deviceId)).toMatchObject({
      online: false,
      fault: "E7",
      lastSeenAt: at(10),
    });
    expect(await announced(deviceId)).toHaveLength(2);
  });

  it("[CLAIM-1] [START-4] shows that two boards share its identity, which are not sold until only one is left", async () => {
    const deviceId = await makeDevice(test.owner, { outletId, online: false });
    const cases = () =>
      sql<{ detail: object; isClosed: boolean }>`
        SELECT detail, closed_at IS NOT NULL AS "isClosed" FROM attention_case
        WHERE kind = 'identityShared' AND subject = ${deviceId}`.rows(test.owner);
    const board = (bootId: string, second: number) => send(deviceId, { ...up, bootId }, at(second));
    // A chair that restarts has a new boot ID every time.
    for (const [second, bootId] of ["a", "b", "c", "d", "e"].entries()) await board(bootId, second);
    expect(await findDevice(test.database, deviceId)).toMatchObject({ fault: null });
    for (let second = 10; second < 16; second += 2) {
      await board("d", second);
      await send(deviceId, { online: false }, at(second));
      await board("e", second + 1);
    }
    const shared = await findDevice(test.database, deviceId);
    expect(shared).toMatchObject({ online: true, fault: "DUPLICATE-ID" });
    expect(availabilityOf(shared as NonNullable<typeof shared>).kind).toBe("unavailable");
    expect(await cases()).toEqual([{ detail: { takeovers: 6, bootIds: ["d", "e"] }, isClosed: false }]);
    await board("e", 300);
    expect(await findDevice(test.database, deviceId)).toMatchObject({ fault: "DUPLICATE-ID" });
    await board("e", 1_000);
    expect(await findDevice(test.database, deviceId)).toMatchObject({ fault: null });
    expect(await cases()).toMatchObject([{ isClosed: true }]);
  });

  it("[CLAIM-1] no longer shows a shared identity after its secret was replaced", async () => {
    const devices = createDevices({ database: test.database, clock: systemClock });
    const deviceId = await makeDevice(test.owner, { outletId, online: false });
    for (let second = 0; second < 8; second += 1)
      await send(deviceId, { ...up, bootId: second % 2 === 0 ? "a" : "b" }, at(second));
    expect(await findDevice(test.database, deviceId)).toMatchObject({ fault: "DUPLICATE-ID" });
    await devices.rotateCredential(deviceId);
    expect(await findDevice(test.database, deviceId)).toMatchObject({ fault: null });
  });

  it("is not stored for an unknown chair", async () => {
    expect(await send("NOSUCH1", up, at(1))).toBeNull();
  });
});

describe("a chair's credential", () => {
  it("is accepted only with the current secret of the chair", async () => {
    const devices = createDevices({ database: test.database, clock: systemClock });
    const [deviceId, other] = [
      await makeDevice(test.owner, { outletId }),
      await makeDevice(test.owner, { outletId }),
    ];
    expect(await devices.authenticateDevice(deviceId, "")).toBe(false);
    const first = (await devices.rotateCredential(deviceId)) as string;
    expect(Buffer.from(first, "base64url")).toHaveLength(32);
    expect(await devices.authenticateDevice(deviceId, first)).toBe(true);
    expect(await devices.authenticateDevice(other, first)).toBe(false);
    expect(await devices.authenticateDevice("NOSUCH1", first)).toBe(false);
    const second = (await devices.rotateCredential(deviceId)) as string;
    expect(await devices.authenticateDevice(deviceId, first)).toBe(false);
    expect(await devices.authenticateDevice(deviceId, second)).toBe(true);
    expect(await devices.rotateCredential("NOSUCH1")).toBeNull();
  });

  it("enqueues the end of the connection with the old secret when it is replaced", async () => {
    const devices = createDevices({ database: test.database, clock: systemClock });
    const deviceId = await makeDevice(test.owner, { outletId });
    const jobs = () =>
      sql<{ kind: string }>`SELECT kind FROM outbox WHERE subject = ${deviceId}`.rows(test.owner);
    await devices.rotateCredential(deviceId);
    expect(await jobs()).toEqual([]);
    await devices.rotateCredential(deviceId);
    expect(await jobs()).toEqual([{ kind: "disconnectDevice" }]);
  });

  it("is not stored in plain text", async () => {
    const devices = createDevices({ database: test.database, clock: systemClock });
    const deviceId = await makeDevice(test.owner, { outletId });
    const secret = (await devices.rotateCredential(deviceId)) as string;
    const row = await sql<{ credential_hash: Buffer | null }>`
      SELECT credential_hash FROM device
      WHERE device_id = ${deviceId}`.firstRow(test.owner);
    expect(row.credential_hash).toHaveLength(32);
    expect(row.credential_hash?.equals(Buffer.from(secret, "base64url"))).toBe(false);
  });
});
