import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ChairFleet, chairFleet } from "@reposo/chair/chair-fleet.ts";
import type { MotorRecord } from "@reposo/chair/chair-interface.ts";
import { rotateCredential } from "#features/devices/index.ts";
import type { SecurityEvent } from "#platform/logging/security-log.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { openKilledServers } from "#test/processes/killed-server.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { testCertificate, testKey } from "#test/network/broker-certificate.ts";
import { findQuietPort } from "#test/network/quiet-port.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import type { PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { type AttackClient, createAttackClient } from "./attack-client.ts";
import { type ProbeThread, startProbe } from "./measure-server.ts";
import { createKeyCipher, type KeyCipher, loadKeyEncryptionKey } from "#platform/keys/key-cipher.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

export interface AttackOutcome {
  readonly attempts: number;
  /** Attempts that were accepted although the server must reject them; must be 0. */
  readonly accepted: number;
}

export interface Attack {
  readonly name: string;
  /** True if the attack waits for a timeout of the server, needs many orders, or sends much data: only a campaign runs it. */
  readonly isSlow?: true;
  /** Maximum p99 of other users' calls in a campaign, in milliseconds. */
  readonly maxP99Ms?: number;
  /** Security events of which the server must record at least one each during the attack. */
  readonly leaves?: readonly SecurityEvent[];
  /** @param count requested number of attempts; some attacks need more, others limit the number */
  run(world: AttackWorld, count: number): Promise<AttackOutcome>;
}

/** An outlet with chair, order, and users of one manager; attackers know the IDs of both sides. */
export interface Side {
  readonly outlet: PricedOutlet;
  readonly deviceId: string;
  readonly orderId: string;
  readonly customerId: string;
  readonly managerToken: string;
  readonly customerToken: string;
}

export interface AttackWorld {
  readonly test: TestDatabase;
  readonly client: AttackClient;
  readonly mqttUrl: string;
  /** URL of the broker's TLS listener, which uses the tests' certificate. */
  readonly mqttsUrl: string;
  /** The thread that measures the server during attacks. */
  readonly probe: ProbeThread;
  readonly company: PaymentCompany;
  readonly own: Side;
  readonly foreign: Side;
  /** Secret of the chair `own.deviceId`. */
  readonly chairSecret: string;
  readonly couponCode: string;
  /** Reads the password with which servers log in to the broker. */
  brokerSecret(): Promise<string>;
  /** Returns the cipher of the server's keys in the database. */
  keyCipher(): Promise<KeyCipher>;
  readonly fleet: ChairFleet;
  /** What the motors of the fleet did, in the order in which they stopped. */
  readonly motors: (MotorRecord & { deviceId: string })[];
  /** Everything that the server has logged at level `info` or above, as JSON lines. */
  log(): string;
  /** Returns how often the server has recorded a security event; its log omits some of them, its metrics none. */
  countOf(event: SecurityEvent): Promise<number>;
  close(): Promise<void>;
}

async function makeSide(test: TestDatabase, outletName: string): Promise<Side> {
  const outlet = await makePricedOutlet(test.owner);
  await sql`UPDATE outlet SET name = ${outletName} WHERE outlet_id = ${outlet.outletId}`.execute(test.owner);
  const deviceId = await makeDevice(test.owner, outlet);
  const customer = await makeCustomer(test.owner);
  const { customerId } = customer.caller;
  const orderedAt = new Date();
  const orderId = await makeOrder(test.owner, {
    ...outlet,
    deviceId,
    customerId,
    orderedAt,
    status: "completed",
  });
  const manager = await makeManager(test.owner, { outletIds: [outlet.outletId] });
  return {
    outlet,
    deviceId,
    orderId,
    customerId,
    managerToken: manager.token,
    customerToken: customer.token,
  };
}

/** Starts a whole server with default limits in a separate process, with two outlets of different managers. */
export async function openAttackWorld(): Promise<AttackWorld> {
  const test = await openTestDatabase();
  const company = await openStripeCompany();
  const folder = await makeTestFolder("attacks");
  const dataFolder = join(folder, "data");
  const tls = { key: join(folder, "key.pem"), cert: join(folder, "cert.pem"), port: await findQuietPort() };
  await writeFile(tls.key, testKey);
  await writeFile(tls.cert, testCertificate);
  const metricsPort = await findQuietPort();
  const servers = await openKilledServers(test.connection, {
    ...company.env,
    METRICS_PORT: String(metricsPort),
    DATA_DIR: dataFolder,
    // The attacks use both listeners.
    MQTT_PLAIN: "on",
    MQTT_TLS_KEY: tls.key,
    MQTT_TLS_CERT: tls.cert,
    MQTT_TLS_PORT: String(tls.port),
    LOG_LEVEL: "info",
    FFMPEG_PATH: "ffmpeg",
  });
  const server = await servers.start();
  const client = createAttackClient(server.url);
  // The outlet's name is a formula that a spreadsheet would evaluate.
  const own = await makeSide(test, '=HYPERLINK("http://evil.example")');
  const foreign = await makeSide(test, `Foreign outlet ${randomBytes(8).toString("hex")}`);
  await makeOutlet(test.owner);
  const chairSecret = (await transact(test.database, (uow) =>
    rotateCredential(uow, own.deviceId, new Date()),
  )) as string;
  const couponCode = await makeCoupon(test.owner, { maxUses: 1000 });
  const fleet = chairFleet({ mqttUrl: servers.mqttUrl, reconnectMs: 20, maxReconnectMs: 100, resendMs: 300 });
  const { deviceId, customerToken, managerToken } = own;
  const probe = startProbe({ url: client.url, pid: server.pid, deviceId, customerToken, managerToken });
  return {
    test,
    client,
    probe,
    mqttUrl: servers.mqttUrl,
    mqttsUrl: `mqtts://127.0.0.1:${tls.port}`,
    company,
    own,
    foreign,
    chairSecret,
    couponCode,
    brokerSecret: async () => (await readFile(join(dataFolder, "broker-secret"), "utf8")).trim(),
    keyCipher: async () =>
      createKeyCipher(await loadKeyEncryptionKey({ keyEncryptionKey: null, dataDir: dataFolder })),
    fleet,
    motors: [],
    log: server.output,
    async countOf(event) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(text.split(`reposo_security_events_total{event="${event}"} `)[1]?.split("\n")[0] ?? 0);
    },
    async close() {
      client.close();
      await probe.close();
      await fleet.stop();
      await servers.close();
      await company.close();
      await test.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
