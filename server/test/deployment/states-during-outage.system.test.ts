import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { chairFleet } from "@reposo/chair/chair-fleet.ts";
import { afterEach, expect, it } from "vitest";
import { rotateCredential } from "#features/devices/index.ts";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { systemClock } from "#platform/time/clock.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { eventually, makePricedOutlet } from "#test/app/order-app.ts";
import { startOutage } from "#test/database/database-outage.ts";
import { openTestDatabase } from "#test/database/database.ts";
import { openMosquitto } from "#test/network/mosquitto.ts";
import { openKilledServers } from "#test/processes/killed-server.ts";
import { makeTestFolder } from "#test/test-folder.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close();
});

/** A message was once abandoned after four retries, 7.6 s after its arrival. */
const outageMs = 10_000;

async function openWorld(broker: "embedded" | "mosquitto") {
  const folder = await makeTestFolder("states-during-outage");
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const test = await openTestDatabase({ poolSize: 2 });
  cleanups.push(test.close);
  const outlet = await makePricedOutlet(test.owner);
  const secrets = new Map<string, string>();
  for (let n = 0; n < 6; n += 1) {
    const deviceId = await makeDevice(test.owner, { ...outlet, online: false });
    const issued = await transact(test.owner, (uow) => rotateCredential(uow, deviceId, new Date()));
    secrets.set(deviceId, issued as string);
  }
  const serverSecret = randomBytes(24).toString("base64url");
  const mosquitto =
    broker === "embedded"
      ? null
      : await openMosquitto(folder, new Map([...secrets, [serverUsername, serverSecret]]));
  if (mosquitto) {
    cleanups.push(mosquitto.kill);
    await mosquitto.start();
  }
  const servers = await openKilledServers(test.connection, {
    DATA_DIR: join(folder, "data"),
    ...(mosquitto && {
      MQTT_URL: `mqtt://${serverUsername}:${serverSecret}@127.0.0.1:${mosquitto.serverPort}`,
    }),
  });
  cleanups.push(servers.close);
  const fleet = chairFleet({
    mqttUrl: mosquitto ? `mqtt://127.0.0.1:${mosquitto.port}` : servers.mqttUrl,
    // A chair that is refused connects again only after the time limit of the test.
    reconnectMs: 200_000,
    maxReconnectMs: 200_000,
  });
  cleanups.push(fleet.stop);
  for (const [deviceId, secret] of secrets) fleet.add({ deviceId, secret });
  await servers.start();
  return { test, chairs: fleet.chairs() };
}

it.each(["embedded", "mosquitto"] as const)(
  "[STATE-2] shows each chair as the broker does after a time without database in which chairs were switched on and off, %s broker",
  async (broker) => {
    const { test, chairs } = await openWorld(broker);
    const [first, second, third, fourth, ...off] = chairs;
    for (const chair of [first, second, third, fourth]) chair?.start();
    const onlineIds = async () => {
      const rows = await sql<{ id: string }>`SELECT device_id AS id FROM device WHERE online`.rows(
        test.owner,
      );
      return rows.map(({ id }) => id).sort();
    };
    const idsOf = (of: typeof chairs) => of.map(({ deviceId }) => deviceId).sort();
    await eventually(async () => expect(await onlineIds()).toEqual(idsOf(chairs.slice(0, 4))));

    const endOutage = await startOutage(test);
    cleanups.push(endOutage);
    first?.setFaults({ offline: true });
    second?.setFaults({ offline: true });
    await third?.stop();
    for (const chair of off) chair.start();
    await systemClock.sleep(outageMs);
    expect(await onlineIds()).toEqual(idsOf(chairs.slice(0, 4)));
    await endOutage();
    await eventually(async () => expect(await onlineIds()).toEqual(idsOf(chairs.slice(3))));
  },
  120_000,
);
