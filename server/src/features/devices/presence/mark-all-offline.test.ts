import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { systemClock } from "#platform/time/clock.ts";
import { createDevices } from "#features/devices/index.ts";
import { sql } from "#platform/postgres/sql.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

it("[START-4] marks all chairs as offline until they send a state to the started broker", async () => {
  const { database } = test;
  const deviceId = await makeDevice(database, { outletId: await makeOutlet(database) });
  const devices = createDevices({ database, clock: systemClock });
  expect(await devices.lookUpPublicDevice(deviceId)).toMatchObject({ online: true, available: true });
  await devices.markAllOffline();
  expect(await devices.lookUpPublicDevice(deviceId)).toMatchObject({ online: false, available: false });
  const events = await sql<{ name: string; subject: string }>`SELECT name, subject FROM live_event`.rows(
    database,
  );
  expect(events).toContainEqual({ name: "device", subject: deviceId });
});
