import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chairFleet } from "@reposo/chair/chair-fleet.ts";
import { sql } from "#platform/postgres/sql.ts";
import mqtt from "mqtt";
import { afterEach, describe, expect, it } from "vitest";
import { createChairGateway } from "#chairs/index.ts";
import { runAudit } from "#features/audit/index.ts";
import { rotateCredential } from "#features/devices/index.ts";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { silentLog } from "#platform/logging/log.ts";
import { systemClock } from "#platform/time/clock.ts";
import { openTestDatabase } from "#test/database/database.ts";
import { type KilledServers, openKilledServers, type RunningServer } from "#test/processes/killed-server.ts";
import { testCertificate, testKey } from "#test/network/broker-certificate.ts";
import { openMosquitto } from "#test/network/mosquitto.ts";
import { findQuietPort } from "#test/network/quiet-port.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { makePricedOutlet, eventually } from "#test/app/order-app.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const chairs = 6;
const coinsEach = 4;
const coinMinor = 10_00;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close();
});

/** Opens two servers on one database and one Mosquitto without persistence, and chairs with coin boxes. */
async function openSharedBroker() {
  const folder = await makeTestFolder("shared-broker");
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const test = await openTestDatabase({ poolSize: 4 });
  cleanups.push(test.close);
  const outlet = await makePricedOutlet(test.owner);
  const secrets = new Map<string, string>();
  for (let n = 0; n < chairs; n += 1) {
    const deviceId = await makeDevice(test.owner, { ...outlet, online: false });
    const issued = await transact(test.database, (uow) => rotateCredential(uow, deviceId, new Date()));
    secrets.set(deviceId, issued as string);
  }
  const serverSecret = randomBytes(24).toString("base64url");
  const mosquitto = await openMosquitto(folder, new Map([...secrets, [serverUsername, serverSecret]]));
  cleanups.push(mosquitto.kill);
  await mosquitto.start();
  const open = async (name: string): Promise<KilledServers> => {
    const servers = await openKilledServers(test.connection, {
      DATA_DIR: join(folder, name),
      KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      MQTT_URL: `mqtt://${serverUsername}:${serverSecret}@127.0.0.1:${mosquitto.serverPort}`,
    });
    cleanups.push(servers.close);
    return servers;
  };
  const fleet = chairFleet({
    mqttUrl: `mqtt://127.0.0.1:${mosquitto.port}`,
    reconnectMs: 100,
    maxReconnectMs: 1_000,
    resendMs: 500,
  });
  for (const [deviceId, secret] of secrets) fleet.add({ deviceId, secret });
  cleanups.push(fleet.stop);
  return { test, mosquitto, fleet, servers: [await open("first"), await open("second")] as const };
}

async function insertCoins(fleet: ReturnType<typeof chairFleet>): Promise<void> {
  for (let coin = 0; coin < coinsEach; coin += 1)
    for (const chair of fleet.chairs()) expect(chair.insertCoin(coinMinor, "PHP")).toBe("accepted");
}

/** Waits until every chair has receipts for all of its events. */
const allReceived = (fleet: ReturnType<typeof chairFleet>) =>
  eventually(async () => {
    const pending = fleet.states().reduce((sum, { pendingEvents }) => sum + pendingEvents, 0);
    expect(pending).toBe(0);
  }, 90_000);

/** Opens the gateway of a server and records what it receives. */
async function openGateway(url: string, password: string) {
  const gateway = createChairGateway({
    url,
    username: serverUsername,
    password,
    sharedGroup: "reposo",
    clock: systemClock,
    log: silentLog,
  });
  cleanups.push(gateway.stop);
  const states = new Set<string>();
  const events: number[] = [];
  gateway.onMessages(async (deviceId, loadBatch) => {
    const batch = loadBatch();
    if (batch.state?.online) states.add(deviceId);
    events.push(...(batch.events ?? []).map(({ seq }) => seq));
  });
  gateway.start();
  await eventually(async () => expect(gateway.connected()).toBe(true), 30_000);
  return { gateway, states, events };
}

describe("two gateways on one Mosquitto", () => {
  it("[PROTO-2] share the events, both receive each chair's state, and one receives all events after the other stops", async () => {
    const folder = await makeTestFolder("shared-gateways");
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const deviceId = "MC100001";
    const secret = randomBytes(24).toString("base64url");
    const serverSecret = randomBytes(24).toString("base64url");
    const mosquitto = await openMosquitto(
      folder,
      new Map([
        [deviceId, secret],
        [serverUsername, serverSecret],
      ]),
    );
    cleanups.push(mosquitto.kill);
    await mosquitto.start();
    const chair = await mqtt.connectAsync(`mqtt://127.0.0.1:${mosquitto.port}`, {
      clientId: deviceId,
      username: deviceId,
      password: secret,
    });
    cleanups.push(() => chair.endAsync(true));
    const send = (topic: string, payload: object, retain = false) =>
      chair.publishAsync(`chairs/${deviceId}/${topic}`, JSON.stringify(payload), { qos: 1, retain });
    const sendEvents = async (first: number, last: number) => {
      for (let seq = first; seq <= last; seq += 1)
        await send("event", { epoch: "e1", seq, at: null, type: "cleared" });
    };
    const running = null;
    await send(
      "state",
      { online: true, bootId: "b", firmware: "1", running, fault: null, coinCounter: 0, epoch: "e1" },
      true,
    );
    const url = `mqtt://127.0.0.1:${mosquitto.serverPort}`;
    const first = await openGateway(url, serverSecret);
    const second = await openGateway(url, serverSecret);
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    const received = () => [...first.events, ...second.events].sort((a, b) => a - b);

    await sendEvents(1, 40);
    await eventually(async () => expect(received()).toEqual(numbers(40)), 30_000);
    expect(first.events.length).toBeGreaterThan(0);
    expect(second.events.length).toBeGreaterThan(0);
    expect([...first.states, ...second.states]).toEqual([deviceId, deviceId]);

    await first.gateway.stop();
    await sendEvents(41, 60);
    await eventually(async () => expect(received()).toEqual(numbers(60)), 30_000);
    const later = await openGateway(url, serverSecret);
    await eventually(async () => expect([...later.states]).toEqual([deviceId]), 30_000);
  });
});

describe("a second server on the embedded broker of the first", () => {
  it("connects by TLS if its process trusts the authority of the broker's certificate", async () => {
    const folder = await makeTestFolder("joined-by-tls");
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    await writeFile(key, testKey);
    await writeFile(cert, testCertificate);
    const test = await openTestDatabase();
    cleanups.push(test.close);
    const open = async (name: string, env: Record<string, string>) => {
      const servers = await openKilledServers(test.connection, {
        DATA_DIR: join(folder, name),
        KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
        LOG_LEVEL: "warn",
        ...env,
      });
      cleanups.push(servers.close);
      return servers.start();
    };
    const port = String(await findQuietPort());
    await open("first", { MQTT_TLS_KEY: key, MQTT_TLS_CERT: cert, MQTT_TLS_PORT: port });
    const secret = (await readFile(join(folder, "first", "broker-secret"), "utf8")).trim();
    const joined = { MQTT_URL: `mqtts://${serverUsername}:${secret}@127.0.0.1:${port}` };
    const readiness = async ({ url }: RunningServer) => {
      const response = await fetch(`${url}/api/health/ready`);
      return response.json();
    };

    const trusting = await open("second", { ...joined, NODE_EXTRA_CA_CERTS: cert });
    await eventually(
      async () => expect(await readiness(trusting)).toMatchObject({ status: "ready", broker: "up" }),
      30_000,
    );
    const untrusting = await open("third", joined);
    await eventually(async () => expect(untrusting.output()).toContain("self-signed certificate"), 30_000);
    expect(await readiness(untrusting)).toMatchObject({ status: "notReady", broker: "down" });
  });
});

describe("two servers on one Mosquitto", () => {
  it.each(["event.before-commit", "event.committed"])(
    "[PROTO-2] [CASH-1] [G-6] [G-8] book each coin once while one server is killed at %s and the broker loses its state",
    async (failPoint) => {
      const { test, mosquitto, fleet, servers } = await openSharedBroker();
      const [first] = await Promise.all([servers[0].start(failPoint), servers[1].start()]);
      await fleet.start();
      await fleet.connected();
      await insertCoins(fleet);
      expect((await first.exited).signal).toBe("SIGKILL");
      await allReceived(fleet);

      const again = await servers[0].start();
      await mosquitto.kill();
      await insertCoins(fleet);
      await mosquitto.start();
      await fleet.connected(60_000);
      await allReceived(fleet);

      const coins = 2 * coinsEach * chairs;
      const booked = await sql<{ entries: number; amount: number; orders: number; quarantined: number }>`
        SELECT count(*)::int AS entries, sum(amount_minor)::int AS amount,
          count(DISTINCT order_id)::int AS orders, (SELECT count(*)::int FROM quarantined_coin) AS quarantined
        FROM ledger_entry WHERE source = 'coin'`.execute(test.database);
      expect(booked.rows).toEqual([
        { entries: coins, amount: coins * coinMinor, orders: chairs, quarantined: 0 },
      ]);
      expect(await runAudit(test.database)).toEqual([]);
      await again.kill();
    },
    240_000,
  );
});
