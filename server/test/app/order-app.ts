import type { Currency } from "@reposo/contract/money/currencies.ts";
import { randomBytes, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { ChairFaults } from "@reposo/chair/chair-faults.ts";
import { type ChairFleet, chairFleet } from "@reposo/chair/chair-fleet.ts";
import type { MotorRecord, VirtualChair } from "@reposo/chair/chair-interface.ts";
import type { FastifyInstance } from "fastify";
import { vi } from "vitest";
import { buildApp, type ReposoApp } from "#app.ts";
import { rotateCredential } from "#features/devices/index.ts";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { type Clock, systemClock } from "#platform/time/clock.ts";
import { readConfig } from "#platform/config/config.ts";
import type { Database } from "#platform/postgres/database.ts";
import { type EmbeddedBroker, startEmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import { type Log, silentLog } from "#platform/logging/log.ts";
import { createStorageWatch } from "#platform/postgres/storage-watch.ts";
import { testCipher } from "./key-cipher.ts";
import { openTestDatabase, type SharedRows, type TestDatabase } from "#test/database/database.ts";
import { makeDevice, makeOutlet } from "./network-factory.ts";
import { relaxedLimits, withoutVideos } from "./relaxed-limits.ts";
import { sql } from "#platform/postgres/sql.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const settings = { ...relaxedLimits, ...withoutVideos, PAYMENT_SIMULATED: "on", LOG_LEVEL: "silent" };

export interface OrderApp {
  readonly app: ReposoApp;
  readonly http: FastifyInstance;
  readonly test: TestDatabase;
  readonly database: Database;
  readonly owner: Database;
  readonly broker: EmbeddedBroker;
  readonly brokerSecret: string;
  readonly fleet: ChairFleet;
  /** What the motors did, in the order in which they stopped. */
  readonly motors: (MotorRecord & { deviceId: string })[];
  readonly clock: Clock;
  /** Moves the server's clock forward. */
  advanceTime(ms: number): void;
  /** Starts another server on the same database and broker. */
  join(): Promise<{ app: ReposoApp; http: FastifyInstance; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** Opens the whole application on a real database and a real broker, with a fleet of virtual chairs. */
export async function openOrderApp(
  env: Record<string, string> = {},
  log: Log = silentLog,
): Promise<OrderApp> {
  const test = await openTestDatabase({ poolSize: 20 });
  let aheadMs = 0;
  const clock: Clock = { now: () => new Date(Date.now() + aheadMs), sleep: systemClock.sleep };
  const config = readConfig({ ...settings, ...env });
  const brokerSecret = randomBytes(16).toString("hex");
  let authenticate: ReposoApp["authenticateDevice"] = async () => false;
  const broker = await startEmbeddedBroker({
    host: "127.0.0.1",
    port: 0,
    serverSecret: brokerSecret,
    authenticateDevice: (deviceId, secret, connection) => authenticate(deviceId, secret, connection),
    log: silentLog,
  });
  const build = ({ disconnectDevice, local }: Partial<EmbeddedBroker>) =>
    buildApp({
      config,
      publicUrl: "https://chairs.example",
      clock,
      log,
      database: test.database,
      storage: createStorageWatch({ folder: null, clock, database: () => test.database }),
      mqtt: {
        url: broker.url,
        username: serverUsername,
        password: brokerSecret,
        ...(local === undefined ? {} : { local }),
      },
      disconnectDevice: disconnectDevice ?? null,
      cipher: testCipher,
    });
  const app = await build(broker);
  authenticate = app.authenticateDevice;
  await app.start();
  const fleet = openFleet(broker);

  return {
    app,
    http: app.http as FastifyInstance,
    test,
    database: test.database,
    owner: test.owner,
    broker,
    brokerSecret,
    fleet,
    motors: [],
    clock,
    advanceTime: (ms) => {
      aheadMs += ms;
    },
    async join() {
      const other = await build({});
      await other.start();
      await eventually(async () => {
        const ready = await (other.http as FastifyInstance).inject("/api/health/ready");
        if (ready.statusCode !== 200) throw new Error(`the joined server is not ready: ${ready.body}`);
      });
      return {
        app: other,
        http: other.http as FastifyInstance,
        close: async () => {
          await other.http.close();
          await other.stop();
        },
      };
    },
    async close() {
      await fleet.stop();
      await app.http.close();
      await app.stop();
      await broker.close();
      await test.close();
    },
  };
}

const openFleet = ({ url }: EmbeddedBroker): ChairFleet =>
  chairFleet({ mqttUrl: url, reconnectMs: 20, maxReconnectMs: 100, resendMs: 300 });

const shared = new Map<SharedRows, Promise<OrderApp>>();

/**
 * Returns the application that the test files of a worker share, opened with the default settings, with an own fleet. It is
 * for tests whose assertions concern only outlets, chairs, and accounts that they create, and ends with the worker.
 */
export async function sharedOrderApp(rows: SharedRows = "any"): Promise<OrderApp> {
  const opened = shared.get(rows) ?? openOrderApp();
  shared.set(rows, opened);
  const world = await opened;
  const fleet = openFleet(world.broker);
  return {
    ...world,
    fleet,
    motors: [],
    advanceTime() {
      throw new Error("A file that moves the time opens an application of its own.");
    },
    close: () => fleet.stop(),
  };
}

/** Makes the server accept connections, and returns its address. */
export async function listen({ http }: Pick<OrderApp, "http">): Promise<string> {
  if (!http.server.listening) await http.listen({ host: "127.0.0.1", port: 0 });
  const { port } = http.server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

export interface PricedOutlet {
  readonly outletId: string;
  readonly priceGroupId: string;
  /** IDs of the prices of the gears: one minute for 50.00, ten for 100.00, and fifteen for 150.00. */
  readonly priceIds: readonly [string, string, string];
  readonly currency: Currency;
}

const offers = [
  { gear: 1, minutes: 1, amount: 5_000 },
  { gear: 2, minutes: 10, amount: 10_000 },
  { gear: 3, minutes: 15, amount: 15_000 },
] as const;

export async function makePricedOutlet(db: Database, currency: Currency = "PHP"): Promise<PricedOutlet> {
  const outletId = await makeOutlet(db, { currency });
  const priceGroupId = `group-${randomBytes(5).toString("hex")}`;
  await insertRows(db, "price_group", [{ price_group_id: priceGroupId, currency }]);
  const prices = offers.map(({ gear, minutes, amount }) => ({
    price_id: randomUUID(),
    price_group_id: priceGroupId,
    gear,
    name: `Gear ${gear}`,
    minutes,
    amount_minor: amount,
    created_at: new Date("2026-11-01T00:00:00Z"),
    retired_at: null,
  }));
  await insertRows(db, "price", prices);
  const [a, b, c] = prices.map((price) => price.price_id) as [string, string, string];
  return { outletId, priceGroupId, priceIds: [a, b, c], currency };
}

export interface ChairToAdd {
  faults?: Partial<ChairFaults>;
  /** Factor by which massages run faster. */
  speed?: number;
}

/** Adds a connected virtual chair to the outlet and waits until the server considers it online. */
export async function addChair(
  { database, owner, fleet, motors }: Pick<OrderApp, "database" | "owner" | "fleet" | "motors">,
  outlet: PricedOutlet,
  { faults = {}, speed = 1 }: ChairToAdd = {},
): Promise<VirtualChair> {
  const deviceId = await makeDevice(owner, { ...outlet, online: false });
  const secret = await transact(database, (uow) =>
    rotateCredential(uow, deviceId, new Date("2026-11-01T00:00:00Z")),
  );
  const chair = fleet.add({
    deviceId,
    secret: secret as string,
    speed,
    faults,
    onMotorStopped: (ran) => motors.push({ ...ran, deviceId }),
  });
  chair.start();
  if (!faults.offline)
    await eventually(async () => {
      const row = await sql<{
        online: boolean;
      }>`SELECT online FROM device WHERE device_id = ${deviceId}`.firstRow(database);
      if (!row.online) throw new Error(`chair ${deviceId} is not online: ${chair.state().connectionError}`);
    });
  return chair;
}

/** Disconnects a chair from the network, while the database still shows it as online. */
export async function goSilent(
  { database, owner }: Pick<OrderApp, "database" | "owner">,
  chair: VirtualChair,
): Promise<void> {
  chair.setFaults({ offline: true });
  await eventually(async () => {
    const row = await sql<{
      online: boolean;
    }>`SELECT online FROM device WHERE device_id = ${chair.deviceId}`.firstRow(database);
    if (row.online) throw new Error("its last will has not been processed");
  });
  await sql`UPDATE device SET online = true WHERE device_id = ${chair.deviceId}`.execute(owner);
}

/** Resolves when no command is waiting to be sent. While an old one is waiting, the server accepts no starts. */
export const allCommandsSent = ({ database }: Pick<OrderApp, "database">): Promise<void> =>
  eventually(async () => {
    if (await sql`SELECT FROM outbox WHERE kind = 'send-command'`.hasRows(database))
      throw new Error("a command is waiting to be sent");
  });

/**
 * Moves the clock past the deadline of an order whose chair is silent, and past the deadline of the report that the server
 * then requests.
 */
export async function passDeadlines(
  { database, advanceTime }: Pick<OrderApp, "database" | "advanceTime">,
  orderId: string,
): Promise<void> {
  advanceTime(20_001);
  await eventually(async () => {
    const isRequested = sql`SELECT FROM chair_command WHERE order_id = ${orderId} AND type = 'report'`;
    if (!(await isRequested.hasRows(database))) throw new Error("no report was requested");
  });
  advanceTime(15_001);
}

/**
 * Repeats the callback until it does not throw; rejects with its last error after `timeout` milliseconds. The default
 * allows for a busy machine, and is below a test's limit of 60 s, so that the test reports that error.
 */
export const eventually = <R>(check: () => Promise<R> | R, timeout = 45_000): Promise<R> =>
  vi.waitFor(check, { timeout, interval: 20 });
