import { afterEach, expect, it } from "vitest";
import { chairFleet } from "@reposo/chair/chair-fleet.ts";
import { rotateCredential } from "#features/devices/index.ts";
import { applicationRole } from "#platform/postgres/schema/application-login.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { eventually, makePricedOutlet } from "#test/app/order-app.ts";
import { openTestDatabase } from "#test/database/database.ts";
import { openKilledServers } from "#test/processes/killed-server.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close();
});

it("[READY-1] a server with the embedded broker starts on a read-only database, and takes over once it can be written", async () => {
  const test = await openTestDatabase({ poolSize: 2 });
  cleanups.push(test.close);
  const outlet = await makePricedOutlet(test.owner);
  const [present, absent] = [
    await makeDevice(test.owner, { ...outlet, online: false }),
    await makeDevice(test.owner, { ...outlet, online: true }),
  ];
  const secret = (await transact(test.owner, (uow) => rotateCredential(uow, present, new Date()))) as string;
  const setReadOnly = (value: "on" | "off") =>
    sql`ALTER ROLE ${sql.identifier(applicationRole)} IN DATABASE ${sql.identifier(test.connection.database ?? "")}
      SET default_transaction_read_only = ${sql.raw(value)}`.execute(test.owner);
  const servers = await openKilledServers(test.connection, { LOG_LEVEL: "warn" });
  cleanups.push(servers.close);

  await setReadOnly("on");
  const server = await servers.start();
  const fleet = chairFleet({ mqttUrl: servers.mqttUrl, reconnectMs: 200, maxReconnectMs: 1_000 });
  cleanups.push(fleet.stop);
  fleet.add({ deviceId: present, secret });
  const ready = async () => {
    const answer = await fetch(`${server.url}/api/health/ready`);
    return [answer.status, ((await answer.json()) as { database: string }).database];
  };
  expect(await ready()).toEqual([503, "readOnly"]);
  await fleet.start();
  await fleet.connected();

  await setReadOnly("off");
  const states = () =>
    sql<{ id: string; online: boolean }>`SELECT device_id AS id, online FROM device`.rows(test.owner);
  await eventually(async () => {
    expect(await ready()).toEqual([200, "up"]);
    const rows = await states();
    expect(Object.fromEntries(rows.map(({ id, online }) => [id, online]))).toEqual({
      [present]: true,
      [absent]: false,
    });
  });
}, 120_000);
