import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type ChairFleet, chairFleet } from "@reposo/chair/chair-fleet.ts";
import type { MotorRecord } from "@reposo/chair/chair-interface.ts";
import { type SeededRandom, seededRandom } from "#demo/history/seeded-random.ts";
import { rotateCredential } from "#features/devices/index.ts";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import {
  type KilledServers,
  openKilledServers,
  type ProcessEnd,
  type RunningServer,
} from "#test/processes/killed-server.ts";
import { openSmallDisk, type SmallDisk } from "#test/processes/small-disk-server.ts";
import { type LossyLink, openLossyLink } from "#test/network/lossy-proxy.ts";
import { type Mosquitto, openMosquitto } from "#test/network/mosquitto.ts";
import { createFillableMemory, type FillableMemory } from "#test/campaign/fillable-memory.ts";
import { type MovableClock, openMovableClock } from "#test/time/movable-clock.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { openSystemDatabase } from "#test/database/system-database.ts";
import { startSystemPostgres, type SystemPostgres } from "#test/database/system-postgres.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { relaxedLimits } from "#test/app/relaxed-limits.ts";
import { connectDatabase } from "#platform/postgres/database.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Scale of a fault. The campaign uses the product's deadline; the sample in `npm run test:system` uses a shorter deadline. */
export interface FaultScale {
  readonly chairs: number;
  readonly deadlineSeconds: number;
  /**
   * `system`: a separate instance of the installed PostgreSQL, which can be killed; `shared`: a database of the test run.
   */
  readonly postgres: "shared" | "system";
}

/** What a fault needs in addition to a server, a database, and chairs. */
export interface FaultNeeds {
  /** `mosquitto`: the installed Mosquitto; `embedded`: the broker of the first server. */
  readonly broker: "embedded" | "mosquitto";
  /** True if chairs connect through a link that can lose data. */
  readonly lossyLink?: true;
  /** True if the server uses a clock that can be set. */
  readonly movableClock?: true;
  /** True if a second server joins the broker and serves the customers. */
  readonly joined?: true;
  /** True if the server's embedded database and broker are on a small disk that can be filled. */
  readonly smallDisk?: true;
  /** True if the database must be on a separate PostgreSQL, even if the scale shares an instance. */
  readonly ownPostgres?: true;
}

export interface FaultWorld {
  readonly test: TestDatabase;
  /** Only for draws whose order is independent of timing; concurrent activities have generators of their own. */
  readonly random: SeededRandom;
  readonly payTypeRandom: SeededRandom;
  readonly outlet: PricedOutlet;
  readonly fleet: ChairFleet;
  readonly motors: readonly MotorRecord[];
  /** Memories of the chairs, by device ID. */
  readonly memories: ReadonlyMap<string, FillableMemory>;
  readonly deadlineMs: number;
  /** Deviations, one sentence each. */
  readonly findings: string[];
  /** Returns the server that customers call; null while no server runs. */
  serving(): RunningServer | null;
  /** Kills the first server, which hosts the embedded broker. */
  killServer(): Promise<void>;
  /** Starts the first server. With a fail point, the server is killed when it reaches that point. */
  startServer(failPoint?: string): Promise<void>;
  /** Null if the database of the test run is shared. */
  readonly postgres: SystemPostgres | null;
  readonly mosquitto: Mosquitto | null;
  readonly link: LossyLink | null;
  readonly clock: MovableClock | null;
  readonly disk: SmallDisk | null;
  /** Stops the first server by SIGTERM. */
  terminateServer(): Promise<ProcessEnd>;
  /** Set by a fault while every server must refuse starts. */
  mustRefuse: boolean;
  /** Number of calls that a server refused because it was not ready; customers repeat them. */
  refusedCalls: number;
  close(): Promise<void>;
}

/** Factor by which massages run faster: ten minutes take ten seconds. */
const massageSpeed = 60;

export async function openFaultWorld(
  needs: FaultNeeds,
  seed: string,
  { chairs, deadlineSeconds, postgres: postgresKind }: FaultScale,
): Promise<FaultWorld> {
  const random = seededRandom(seed);
  const cleanups: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closeOne of cleanups.splice(0).reverse()) await closeOne();
  };
  try {
    const folder = await makeTestFolder("faults");
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const settings = {
      START_DEADLINE_SECONDS: String(deadlineSeconds),
      START_GRACE_SECONDS: "3",
      TRANSFER_MINUTES: "0",
      ...relaxedLimits,
      KEY_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    };
    const disk = needs.smallDisk
      ? await openSmallDisk({ ...settings, PAYMENT_SIMULATED: "on", LOG_LEVEL: "fatal" })
      : null;
    if (disk) cleanups.push(disk.close);
    const onDisk = disk && keepServer(disk);
    await onDisk?.start();
    const hasOwnPostgres = disk === null && (postgresKind === "system" || needs.ownPostgres);
    const postgres = hasOwnPostgres ? await startSystemPostgres(join(folder, "postgres")) : null;
    if (postgres) cleanups.push(postgres.stop);
    const test = await openWorldDatabase(disk, postgres);
    cleanups.push(test.close);
    const outlet = await makePricedOutlet(test.owner);
    const secrets = await makeChairs(test, outlet, chairs);
    const serverSecret = randomBytes(24).toString("base64url");
    const mosquitto =
      needs.broker === "mosquitto"
        ? await openMosquitto(folder, new Map([...secrets, [serverUsername, serverSecret]]))
        : null;
    if (mosquitto) {
      cleanups.push(mosquitto.kill);
      await mosquitto.start();
    }
    const clock = needs.movableClock ? await openMovableClock(folder) : null;
    const env = {
      ...settings,
      DATA_DIR: join(folder, "first"),
      ...clock?.env,
      ...(mosquitto && { MQTT_URL: brokerUrl(serverSecret, mosquitto.serverPort) }),
    };
    const firstRuns = disk ?? (await openKilledServers(test.connection, env));
    if (disk === null) cleanups.push(firstRuns.close);
    const embeddedPort = Number(new URL(firstRuns.mqttUrl).port);
    const first = onDisk ?? keepServer(firstRuns);
    if (onDisk === null) await first.start();
    const joined = needs.joined ? await joinServer(test, env, folder, embeddedPort) : null;
    if (joined) cleanups.push(joined.close);

    const brokerPort = mosquitto?.port ?? embeddedPort;
    const link = needs.lossyLink ? await openLossyLink(brokerPort, seededRandom(`${seed} link`)) : null;
    if (link) cleanups.push(link.close);
    const motors: MotorRecord[] = [];
    const fleet = chairFleet({
      mqttUrl: `mqtt://127.0.0.1:${link?.port ?? brokerPort}`,
      reconnectMs: 500,
      maxReconnectMs: 4_000,
      resendMs: 1_000,
      speed: massageSpeed,
      onMotorStopped: (ran) => motors.push(ran),
    });
    const memories = new Map([...secrets.keys()].map((deviceId) => [deviceId, createFillableMemory()]));
    for (const [deviceId, secret] of secrets)
      fleet.add({ deviceId, secret, memory: memories.get(deviceId) as FillableMemory });
    cleanups.push(fleet.stop);
    const world: FaultWorld = {
      test,
      random,
      payTypeRandom: seededRandom(`${seed} pay types`),
      outlet,
      fleet,
      motors,
      memories,
      deadlineMs: deadlineSeconds * 1000,
      findings: [],
      serving: () => (joined ? joined.server : first.server()),
      killServer: first.kill,
      startServer: first.start,
      terminateServer: first.terminate,
      postgres,
      mosquitto,
      link,
      clock,
      disk,
      mustRefuse: false,
      refusedCalls: 0,
      close,
    };
    await fleet.start();
    await fleet.connected(60_000);
    await allOnline(world);
    return world;
  } catch (error) {
    await close();
    throw error;
  }
}

async function openWorldDatabase(
  disk: SmallDisk | null,
  postgres: SystemPostgres | null,
): Promise<TestDatabase> {
  if (postgres) return openSystemDatabase(postgres);
  if (disk === null) return openTestDatabase({ poolSize: 8 });
  const connection = await disk.findConnection();
  // Idle connections break when the server stops with its database; the next query then opens another connection.
  const owner = connectDatabase({ connection, poolSize: 8, onIdleError: () => {} });
  return { database: owner, owner, connection, close: () => owner.destroy() };
}

async function makeChairs(
  test: TestDatabase,
  outlet: PricedOutlet,
  count: number,
): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (let n = 0; n < count; n += 1) {
    const deviceId = await makeDevice(test.owner, { ...outlet, online: false });
    const secret = await transact(test.database, (uow) =>
      rotateCredential(uow, deviceId, new Date("2026-11-01T00:00:00Z")),
    );
    secrets.set(deviceId, secret as string);
  }
  return secrets;
}

const brokerUrl = (secret: string, port: number): string =>
  `mqtt://${serverUsername}:${secret}@127.0.0.1:${port}`;

/** Manages a server that is killed and started again with the same data folder. */
function keepServer(servers: Pick<KilledServers, "start">) {
  let running: RunningServer | null = null;
  return {
    server: () => running,
    async start(failPoint?: string) {
      running = await servers.start(failPoint);
    },
    async kill() {
      const last = running;
      running = null;
      await last?.kill();
    },
    async terminate() {
      const last = running as RunningServer;
      running = null;
      process.kill(last.pid, "SIGTERM");
      return last.exited;
    },
  };
}

/** Starts a second server on the external broker, or on the embedded broker of the first server. */
async function joinServer(
  test: TestDatabase,
  env: Readonly<Record<string, string>>,
  folder: string,
  embeddedPort: number,
): Promise<{ server: RunningServer; close(): Promise<void> }> {
  const embeddedSecret = () => readFile(join(folder, "first", "broker-secret"), "utf8");
  const servers = await openKilledServers(test.connection, {
    ...env,
    DATA_DIR: join(folder, "joined"),
    MQTT_URL: env["MQTT_URL"] ?? brokerUrl((await embeddedSecret()).trim(), embeddedPort),
  });
  return { server: await servers.start(), close: servers.close };
}

/** Returns whether the server that customers call is connected to its database and its broker. */
export async function isReady(world: FaultWorld): Promise<boolean> {
  const server = world.serving();
  if (server === null) return false;
  const response = await fetch(new URL("/api/health/ready", server.url)).catch(() => null);
  await response?.body?.cancel().catch(() => {});
  return response?.status === 200;
}

export async function until(isTrue: () => Promise<boolean> | boolean, withinMs: number): Promise<boolean> {
  for (const endMs = performance.now() + withinMs; performance.now() < endMs; ) {
    if (await isTrue()) return true;
    await delay(50);
  }
  return false;
}

/** Waits until every chair is online and has responded to the messages that it received on connecting. */
async function allOnline({ test, outlet }: FaultWorld): Promise<void> {
  const isSettled = async () => {
    const { unavailable } = await sql<{ unavailable: number }>`
      SELECT count(*) AS unavailable FROM device
      WHERE outlet_id = ${outlet.outletId} AND online = false`.firstRow(test.database);
    const { unanswered } = await sql<{ unanswered: number }>`
      SELECT count(*) AS unanswered FROM chair_command
      WHERE replied_at IS NULL`.firstRow(test.database);
    return unavailable === 0 && unanswered === 0;
  };
  if (!(await until(isSettled, 60_000))) throw new Error("the chairs did not come online");
}
