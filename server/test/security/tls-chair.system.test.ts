import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import mqtt from "mqtt";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serverUsername } from "#platform/mqtt/broker-rights.ts";
import { type EmbeddedBroker, startEmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import { silentLog } from "#platform/logging/log.ts";
import { cleanEnvironment } from "#test/processes/clean-environment.ts";
import { otherCertificate, testCertificate, testKey } from "#test/network/broker-certificate.ts";
import { eventually } from "#test/app/order-app.ts";
import { makeTestFolder } from "#test/test-folder.ts";

const deviceId = "MC100001";
let broker: EmbeddedBroker;
let folder: string;
let chair: ChildProcess | null = null;

beforeEach(async () => {
  folder = await makeTestFolder("tls-chair");
  await writeFile(join(folder, "ca.pem"), testCertificate);
  await writeFile(join(folder, "other.pem"), otherCertificate);
  await writeFile(join(folder, "text.pem"), "no certificate");
  broker = await startEmbeddedBroker({
    host: "127.0.0.1",
    port: null,
    serverSecret: "the server's",
    authenticateDevice: async (id, secret) => id === deviceId && secret === "a secret",
    log: silentLog,
    tls: { port: 0, key: Buffer.from(testKey), cert: Buffer.from(testCertificate) },
  });
});
afterEach(async () => {
  if (chair !== null && chair.exitCode === null) {
    chair.kill();
    await once(chair, "exit");
  }
  await broker.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Starts a virtual chair as a separate process. @returns a function that returns what the chair has written to standard
 * error
 */
function startChair(host: string, options: readonly string[], env: NodeJS.ProcessEnv = {}): () => string {
  const main = fileURLToPath(import.meta.resolve("@reposo/chair/main.ts"));
  const url = `mqtts://${host}:${broker.tlsPort}`;
  const started = spawn(process.execPath, [main, "--id", deviceId, "--mqtt", url, "--quiet", ...options], {
    env: { ...cleanEnvironment(), CHAIR_SECRET: "a secret", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  chair = started;
  let errors = "";
  started.stderr.on("data", (chunk: Buffer) => {
    errors += String(chunk);
  });
  return () => errors;
}

const authority = (file: string) => join(folder, file);

it("[PROTO-1] connects a chair that verifies the broker's certificate, and runs a start", async () => {
  startChair("127.0.0.1", ["--ca", authority("ca.pem")]);
  await eventually(async () => expect(broker.connectedDevices()).toBe(1), 60_000);
  const server = await mqtt.connectAsync(broker.url, {
    username: serverUsername,
    password: "the server's",
    ca: testCertificate,
  });
  const replies: PayloadOf<"reply">[] = [];
  server.on("message", (_topic, payload) => {
    replies.push(JSON.parse(payload.toString("utf8")) as PayloadOf<"reply">);
  });
  await server.subscribeAsync(`chairs/${deviceId}/reply`, { qos: 1 });
  const now = Date.now();
  const start: PayloadOf<"command"> = {
    commandId: randomUUID(),
    type: "start",
    orderId: randomUUID(),
    gear: 1,
    seconds: 60,
    notAfter: new Date(now + 600_000).toISOString(),
    serverTime: new Date(now).toISOString(),
  };
  await server.publishAsync(`chairs/${deviceId}/command`, JSON.stringify(start), { qos: 1 });
  await eventually(
    async () =>
      expect(replies).toMatchObject([
        { commandId: start.commandId, outcome: "done", running: { orderId: start.orderId } },
      ]),
    60_000,
  );
  await server.endAsync();
});

it("[PROTO-1] connects a chair whose process trusts the authority of the certificate", async () => {
  startChair("127.0.0.1", [], { NODE_EXTRA_CA_CERTS: authority("ca.pem") });
  await eventually(async () => expect(broker.connectedDevices()).toBe(1), 60_000);
});

const untrusted =
  /MC100001: the certificate of 127\.0\.0\.1 is not of a trusted authority; specify its authority with --ca$/m;

it.each([
  ["without an authority", "127.0.0.1", null, untrusted],
  ["of another authority", "127.0.0.1", "other.pem", untrusted],
  // `127.1` is another name for 127.0.0.1, which the certificate does not contain.
  ["of another host", "127.1", "ca.pem", /MC100001: the broker's certificate is not for the host 127\.1$/m],
])("[PROTO-1] is refused by a chair for a certificate %s", async (_why, host, file, reason) => {
  const errors = startChair(host, file === null ? [] : ["--ca", authority(file)]);
  await eventually(async () => expect(errors()).toMatch(reason), 60_000);
  expect(broker.connectedDevices()).toBe(0);
});

it.each([
  ["missing.pem", "cannot be read: ENOENT"],
  ["text.pem", "contains no certificate in PEM format"],
])("[PROTO-1] does not start a chair whose file of authorities is %s", async (file, reason) => {
  const errors = startChair("127.0.0.1", ["--ca", authority(file)]);
  await once(chair as ChildProcess, "exit");
  expect(chair?.exitCode).toBe(1);
  expect(errors()).toContain(`${authority(file)} ${reason}`);
  expect(errors()).not.toContain("    at ");
});
