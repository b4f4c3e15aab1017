import { afterAll, beforeAll, expect, it } from "vitest";
import { createDevices, expireDisconnects, rotateCredential } from "#features/devices/index.ts";
import { silentLog } from "#platform/logging/log.ts";
import { openTestDatabase } from "#test/database/database.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import {
  addChair,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
  eventually,
} from "#test/app/order-app.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await openOrderApp();
  outlet = await makePricedOutlet(world.owner);
});
afterAll(() => world.close());

it("[PROTO-1] lets only the server that hosts the broker disconnect a chair", async () => {
  const joined = await world.join();
  const chair = await addChair(world, outlet);
  const { rotateCredential: rotate } = createDevices(world);
  await rotate(chair.deviceId);
  await eventually(() =>
    expect(chair.state()).toMatchObject({ connected: false, connectionError: expect.anything() }),
  );
  await eventually(async () =>
    expect(await sql<{ kind: string }>`SELECT kind FROM outbox`.rows(world.database)).toEqual([]),
  );
  await chair.stop();
  await joined.close();
});

it("[PROTO-1] reports that a chair on an external broker could not be disconnected, but not while an embedded broker is stopped", async () => {
  const { database, owner, close } = await openTestDatabase();
  const deviceId = await makeDevice(owner, await makePricedOutlet(owner));
  let now = new Date("2026-11-21T08:00:00Z");
  const clock = { ...world.clock, now: () => now };
  let isConnected = true;
  const expire = expireDisconnects({ database, clock, log: silentLog, brokerConnected: () => isConnected });
  const rotate = () => transact(database, (uow) => rotateCredential(uow, deviceId, now));
  await rotate();
  await rotate();
  const held = async () => ({
    jobs: (await sql<{ subject: string }>`SELECT subject FROM outbox`.rows(database)).map(
      ({ subject }) => subject,
    ),
    audited: await sql<{ actor: string; subject: string }>`
      SELECT actor, subject FROM audit_entry
      WHERE action = 'device.notCutOff'`.rows(owner),
  });
  await expire();
  now = new Date("2026-11-21T08:09:00Z");
  await expire();
  expect(await held()).toEqual({ jobs: [deviceId], audited: [] });
  now = new Date("2026-11-21T08:11:00Z");
  await expire();
  await expire();
  expect(await held()).toEqual({ jobs: [], audited: [{ actor: "server", subject: `device:${deviceId}` }] });

  // The broker is embedded in a server that stops; that server processes the job when it is back.
  await rotate();
  isConnected = false;
  now = new Date("2026-11-21T08:31:00Z");
  await expire();
  isConnected = true;
  now = new Date("2026-11-21T08:41:00Z");
  await expire();
  expect(await held()).toMatchObject({ jobs: [deviceId], audited: [{}] });
  now = new Date("2026-11-21T08:51:00Z");
  await expire();
  expect(await held()).toMatchObject({ jobs: [], audited: [{}, {}] });
  await close();
});
