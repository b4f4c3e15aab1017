import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "#platform/clock.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { makeDevice, makeOutlet } from "#test/network-factory.ts";
import { createDevices, findDevice, recordState } from "./index.ts";

let test: TestDatabase;
let outletId: string;
beforeAll(async () => {
  test = await openTestDatabase();
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

const say = (deviceId: string, state: PayloadOf<"state">, now: Date) =>
  test.database.transaction().execute((tx) => recordState(tx, deviceId, state, now));

const announced = async (deviceId: string) =>
  (
    await test.owner
      .selectFrom("live_event")
      .select(["name", "outlet_id", "created_at"])
      .where("subject", "=", deviceId)
      .orderBy("event_id")
      .execute()
  ).map((row) => [row.name, row.outlet_id, row.created_at]);

describe("what a chair says of itself", () => {
  it("[DEV-1] is kept, and announced only where a manager would see a difference", async () => {
    const deviceId = await makeDevice(test.owner, { outletId, online: false });
    expect(await say(deviceId, up, at(1))).toMatchObject({
      wasOnline: false,
      online: true,
      bootIdBefore: null,
    });
    await say(
      deviceId,
      { ...up, running: { orderId: "o", gear: 1, elapsedSeconds: 1, totalSeconds: 60 } },
      at(2),
    );
    await say(deviceId, { ...up, fault: "E7" }, at(3));
    await say(deviceId, { ...up, fault: "E7" }, at(4));
    expect(await findDevice(test.database, deviceId)).toMatchObject({
      online: true,
      bootId: "boot-1",
      firmware: "1.4.2",
      fault: "E7",
      lastSeenAt: at(4),
    });
    expect(await announced(deviceId)).toEqual([
      ["device", outletId, at(1)],
      ["device", outletId, at(3)],
    ]);
  });

  it("[DEV-1] when the last will comes, was last seen then; a repeated will changes nothing", async () => {
    const deviceId = await makeDevice(test.owner, { outletId, online: false });
    await say(deviceId, { ...up, fault: "E7" }, at(1));
    await say(deviceId, { online: false }, at(10));
    await say(deviceId, { online: false }, at(50));
    expect(await findDevice(test.database, deviceId)).toMatchObject({
      online: false,
      fault: "E7",
      lastSeenAt: at(10),
    });
    expect(await announced(deviceId)).toHaveLength(2);
  });

  it("of a chair that nobody knows is not kept", async () => {
    expect(await say("NOSUCH1", up, at(1))).toBeNull();
  });
});

describe("a chair's credential", () => {
  it("opens for its own present secret only", async () => {
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

  it("once replaced, has the old one's connection cut", async () => {
    const devices = createDevices({ database: test.database, clock: systemClock });
    const deviceId = await makeDevice(test.owner, { outletId });
    const jobs = () =>
      test.owner.selectFrom("outbox").select("kind").where("subject", "=", deviceId).execute();
    await devices.rotateCredential(deviceId);
    expect(await jobs()).toEqual([]);
    await devices.rotateCredential(deviceId);
    expect(await jobs()).toEqual([{ kind: "disconnectDevice" }]);
  });

  it("is not kept as it is", async () => {
    const devices = createDevices({ database: test.database, clock: systemClock });
    const deviceId = await makeDevice(test.owner, { outletId });
    const secret = (await devices.rotateCredential(deviceId)) as string;
    const row = await test.owner
      .selectFrom("device")
      .select("credential_hash")
      .where("device_id", "=", deviceId)
      .executeTakeFirstOrThrow();
    expect(row.credential_hash).toHaveLength(32);
    expect(row.credential_hash?.equals(Buffer.from(secret, "base64url"))).toBe(false);
  });
});
