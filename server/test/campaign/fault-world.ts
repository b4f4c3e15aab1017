import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type ChairFleet, chairFleet } from "@reposo/chair/chair-fleet.ts";
import type { MotorRecord } from "@reposo/chair/chair-interface.ts";
import { type SeededRandom, seededRandom } from "#demo/seeded-random.ts";
import { rotateCredential } from "#features/devices/index.ts";
import { serverUsername } from "#platform/broker-rights.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { type KilledServers, openKilledServers, type RunningServer } from "#test/killed-server.ts";
import { type LossyLink, openLossyLink } from "#test/lossy-proxy.ts";
import { type Mosquitto, openMosquitto } from "#test/mosquitto.ts";
import { type MovableClock, openMovableClock } from "#test/movable-clock.ts";
import { makeDevice } from "#test/network-factory.ts";
import { makePlace, type Place } from "#test/order-app.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { wideLimits } from "#test/wide-limits.ts";

/** How much of a fault: the campaign takes the product's own deadline, the sample in `npm test` a shorter one. */
export interface FaultScale {
  readonly chairs: number;
  readonly deadlineSeconds: number;
}

/** What a fault needs beside a server, a database and chairs. */
export interface FaultNeeds {
  /** `mosquitto` is the system's own; `embedded` lives in the first server. */
  readonly broker: "embedded" | "mosquitto";
  /** Chairs connect through a link that can lose what it carries. */
  readonly lossyLink?: true;
  /** The server lives by a clock that can be set. */
  readonly movableClock?: true;
  /** A second server joins the broker, and is the one that customers call. */
  readonly joined?: true;
}

export interface FaultWorld {
  readonly test: TestDatabase;
  readonly random: SeededRandom;
  readonly place: Place;
  readonly fleet: ChairFleet;
  readonly motors: readonly MotorRecord[];
  readonly deadlineMs: number;
  /** What is wrong, each as a sentence. */
  readonly findings: string[];
  /** The server that customers call; null while it is down. */
  serving(): RunningServer | null;
  /** The first server, which brings the embedded broker. */
  killServer(): Promise<void>;
  startServer(): Promise<void>;
  readonly mosquitto: Mosquitto | null;
  readonly link: LossyLink | null;
  readonly clock: MovableClock | null;
  /** Set by a fault while every server must refuse starts. */
  mustRefuse: boolean;
  close(): Promise<void>;
}

/** Sixty times faster than bought, ten minutes are over in ten seconds. */
const massageSpeed = 60;

export async function openFaultWorld(
  needs: FaultNeeds,
  seed: string,
  { chairs, deadlineSeconds }: FaultScale,
): Promise<FaultWorld> {
  const random = seededRandom(seed);
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne();
  };
  try {
    const folder = await makeTestFolder("faults");
    closers.push(() => rm(folder, { recursive: true, force: true }));
    const test = await openTestDatabase({ poolSize: 8 });
    closers.push(test.close);
    const place = await makePlace(test.owner);
    const secrets = await makeChairs(test, place, chairs);
    const serverSecret = randomBytes(24).toString("base64url");
    const mosquitto =
      needs.broker === "mosquitto"
        ? await openMosquitto(folder, new Map([...secrets, [serverUsername, serverSecret]]))
        : null;
    if (mosquitto) {
      closers.push(mosquitto.kill);
      await mosquitto.start();
    }
    const clock = needs.movableClock ? await openMovableClock(folder) : null;
    const env = {
      START_DEADLINE_SECONDS: String(deadlineSeconds),
      START_GRACE_SECONDS: "3",
      ...wideLimits,
      DATA_DIR: join(folder, "first"),
      KEY_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      ...clock?.env,
      ...(mosquitto && { MQTT_URL: brokerUrl(serverSecret, mosquitto.serverPort) }),
    };
    const firsts = await openKilledServers(test.connection, env);
    closers.push(firsts.close);
    const embeddedPort = Number(new URL(firsts.mqttUrl).port);
    const first = keepServer(firsts);
    await first.start();
    const joined = needs.joined ? await joinBroker(test, env, folder, embeddedPort) : null;
    if (joined) closers.push(joined.close);

    const brokerPort = mosquitto?.port ?? embeddedPort;
    const link = needs.lossyLink ? await openLossyLink(brokerPort, random) : null;
    if (link) closers.push(link.close);
    const motors: MotorRecord[] = [];
    const fleet = chairFleet({
      mqttUrl: `mqtt://127.0.0.1:${link?.port ?? brokerPort}`,
      reconnectMs: 500,
      longestReconnectMs: 4_000,
      resendMs: 1_000,
      speed: massageSpeed,
      onMotorStopped: (ran) => motors.push(ran),
    });
    for (const [deviceId, secret] of secrets) fleet.add({ deviceId, secret });
    closers.push(fleet.stop);
    const world: FaultWorld = {
      test,
      random,
      place,
      fleet,
      motors,
      deadlineMs: deadlineSeconds * 1000,
      findings: [],
      serving: () => (joined ? joined.server : first.server()),
      killServer: first.kill,
      startServer: first.start,
      mosquitto,
      link,
      clock,
      mustRefuse: false,
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

async function makeChairs(test: TestDatabase, place: Place, count: number): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (let n = 0; n < count; n += 1) {
    const deviceId = await makeDevice(test.owner, { ...place, online: false });
    const secret = await test.database
      .transaction()
      .execute((tx) => rotateCredential(tx, deviceId, new Date("2026-11-01T00:00:00Z")));
    secrets.set(deviceId, secret as string);
  }
  return secrets;
}

const brokerUrl = (secret: string, port: number): string =>
  `mqtt://${serverUsername}:${secret}@127.0.0.1:${port}`;

/** A server that is killed and started again, with the same data folder. */
function keepServer(servers: KilledServers) {
  let running: RunningServer | null = null;
  return {
    server: () => running,
    async start() {
      running = await servers.start();
    },
    async kill() {
      const last = running;
      running = null;
      await last?.kill();
    },
  };
}

async function joinBroker(
  test: TestDatabase,
  env: Readonly<Record<string, string>>,
  folder: string,
  port: number,
): Promise<{ server: RunningServer; close(): Promise<void> }> {
  const secret = (await readFile(join(folder, "first", "broker-secret"), "utf8")).trim();
  const servers = await openKilledServers(test.connection, {
    ...env,
    DATA_DIR: join(folder, "joined"),
    MQTT_URL: brokerUrl(secret, port),
  });
  return { server: await servers.start(), close: servers.close };
}

/** Whether the server that customers call works with its database and its broker. */
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

/** Every chair is known to be there, and has answered what it was sent on connecting. */
async function allOnline({ test, place }: FaultWorld): Promise<void> {
  const isSettled = async () => {
    const { away } = await test.database
      .selectFrom("device")
      .select((select) => select.fn.countAll<number>().as("away"))
      .where("outlet_id", "=", place.outletId)
      .where("online", "=", false)
      .executeTakeFirstOrThrow();
    const { unanswered } = await test.database
      .selectFrom("chair_command")
      .select((select) => select.fn.countAll<number>().as("unanswered"))
      .where("replied_at", "is", null)
      .executeTakeFirstOrThrow();
    return away === 0 && unanswered === 0;
  };
  if (!(await until(isSettled, 60_000))) throw new Error("the chairs did not come online");
}
