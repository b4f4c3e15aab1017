import { existsSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import mqtt, { type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { rotateCredential } from "#features/devices/index.ts";
import { systemClock } from "#platform/time/clock.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import {
  findMosquittoPorts,
  listenersOf,
  type Mosquitto,
  prepareMosquitto,
} from "#test/network/mosquitto.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { databaseUrlOf, runCommand } from "#test/clients/command-line.ts";

let test: TestDatabase;
let folder: string;
let mosquitto: Mosquitto;
let chairs: { deviceId: string; secret: string }[];
let serverSecret: string;
const clients: MqttClient[] = [];

async function reposo(...args: string[]) {
  return reposoWith({}, ...args);
}

async function reposoWith(settings: Record<string, string>, ...args: string[]) {
  return runCommand(args, {
    env: {
      DATABASE_URL: databaseUrlOf(test.connection),
      DATA_DIR: folder,
      ...settings,
    },
    folder,
  });
}

const files = (name: string) => join(folder, "broker", name);
let writeConfig: () => ReturnType<typeof reposo>;

beforeAll(async () => {
  folder = await makeTestFolder("broker");
  test = await openTestDatabase();
  const outlet = await makePricedOutlet(test.owner);
  chairs = [];
  for (let n = 0; n < 3; n += 1) {
    const deviceId = await makeDevice(test.owner, { ...outlet, online: false });
    const secret = await transact(test.database, (uow) => rotateCredential(uow, deviceId, systemClock.now()));
    chairs.push({ deviceId, secret: secret as string });
  }
  const ports = await findMosquittoPorts();
  const listeners = listenersOf(ports);
  writeConfig = () =>
    reposo("broker", "config", "broker", "--chairs", listeners.chairs, "--servers", listeners.servers);
  const { code, err } = await writeConfig();
  if (code !== 0) throw new Error(err);
  serverSecret = (await readFile(join(folder, "broker-secret"), "utf8")).trim();
  mosquitto = await prepareMosquitto(join(folder, "broker"), ports);
  await mosquitto.start();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});
afterAll(async () => {
  await mosquitto.kill();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function connect(port: number, username: string, password: string, clientId = username) {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    username,
    password,
    clientId,
    reconnectPeriod: 0,
  });
  clients.push(client);
  client.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    client.once("connect", () => resolve());
    client.once("error", reject);
    client.once("close", () => reject(new Error("closed")));
  });
  return client;
}

it("[PROTO-1] writes files with which Mosquitto accepts every chair and the servers, each on its own listener", async () => {
  const [one, two] = chairs as [(typeof chairs)[0], (typeof chairs)[0]];
  for (const { deviceId, secret } of chairs) await connect(mosquitto.port, deviceId, secret);
  await connect(mosquitto.serverPort, "reposo-server", serverSecret, "server-a");
  for (const [port, name, secret] of [
    [mosquitto.port, one.deviceId, two.secret],
    [mosquitto.port, "reposo-server", serverSecret],
    [mosquitto.serverPort, one.deviceId, one.secret],
    [mosquitto.serverPort, "reposo-server", "guess"],
  ] as const)
    await expect(connect(port, name, secret)).rejects.toThrow("Not authorized");
  expect((await stat(files("chairs.passwords"))).mode & 0o777).toBe(0o640);
  expect(await readFile(files("chairs.passwords"), "utf8")).not.toContain(one.secret);
});

it("[PROTO-1] disconnects only the chair whose secret was changed, once Mosquitto is reloaded", async () => {
  const [one, two] = chairs as [(typeof chairs)[0], (typeof chairs)[0]];
  const [changed, unchanged] = [
    await connect(mosquitto.port, one.deviceId, one.secret),
    await connect(mosquitto.port, two.deviceId, two.secret),
  ];
  const host = await connect(mosquitto.serverPort, "reposo-server", serverSecret, "server-a");
  const { out } = await reposo("device", "credential", one.deviceId);
  const secret = out.split("\n").at(-1) as string;
  const config = await readFile(files("reposo.conf"), "utf8");
  expect((await writeConfig()).out).toContain("left as it is");
  expect(await readFile(files("reposo.conf"), "utf8")).toBe(config);
  mosquitto.reload();
  await expect.poll(() => changed.connected, { timeout: 10_000 }).toBe(false);
  await expect(connect(mosquitto.port, one.deviceId, one.secret)).rejects.toThrow("Not authorized");
  const again = await connect(mosquitto.port, one.deviceId, secret);
  for (const client of [unchanged, again, host])
    await client.publishAsync("chairs/MC100001/event", "{}", { qos: 1 });
  expect([unchanged.connected, again.connected, host.connected]).toEqual([true, true, true]);
});

it("reports chairs whose secret was issued before secrets were stored for external brokers", async () => {
  const deviceId = await makeDevice(test.owner, { ...(await makePricedOutlet(test.owner)), online: false });
  await sql`
    UPDATE device
    SET credential_hash = ${Buffer.alloc(32)}
    WHERE device_id = ${deviceId}`.execute(test.owner);
  const { code, err, out } = await writeConfig();
  expect([code, out.includes("of 3 chairs")]).toEqual([0, true]);
  expect(err).toContain(deviceId);
});

it("[PROTO-1] stores the servers' secret in a data folder that no server has created yet", async () => {
  const dataDir = join(folder, "later", "data");
  const { code, out } = await reposoWith({ DATA_DIR: dataDir }, "broker", "config", "other");
  expect(code).toBe(0);
  expect(out).toContain(`The servers' secret is in ${join(dataDir, "broker-secret")}`);
  expect(await readFile(join(dataDir, "broker-secret"), "utf8")).toMatch(/^[\w-]{43}\n$/);
});

it("[PROTO-1] refuses a listener that Mosquitto could not open, and writes nothing", async () => {
  const given = ["0.0.0.0:1883", "abc", "0", "70000", "1883 192.0.2.1 x", ""];
  for (const listener of given)
    for (const option of ["--chairs", "--servers"])
      expect(await reposo("broker", "config", "refused", option, listener)).toMatchObject({
        code: 2,
        err: expect.stringContaining("Give a port from 1 to 65535") as string,
      });
  expect(existsSync(join(folder, "refused"))).toBe(false);
});

it("[PROTO-1] says that given listeners have no effect on an existing configuration", async () => {
  const first = await reposo("broker", "config", "kept", "--chairs", "1893 192.0.2.1");
  const config = await readFile(join(folder, "kept", "reposo.conf"), "utf8");
  expect([first.code, config.includes("listener 1893 192.0.2.1\n")]).toEqual([0, true]);
  const second = await reposo("broker", "config", "kept", "--chairs", "1894");
  expect([second.code, second.err]).toEqual([0, expect.stringContaining("had no effect")]);
  expect(await readFile(join(folder, "kept", "reposo.conf"), "utf8")).toBe(config);
  const third = await reposo("broker", "config", "kept");
  expect(third.err).not.toContain("had no effect");
});
