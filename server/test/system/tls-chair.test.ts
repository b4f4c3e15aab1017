import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type EmbeddedBroker, startEmbeddedBroker } from "#platform/mqtt/embedded-broker.ts";
import { silentLog } from "#platform/logging/log.ts";
import { cleanEnvironment } from "#test/processes/clean-environment.ts";
import { testCertificate, testKey } from "#test/network/broker-certificate.ts";
import { eventually } from "#test/app/order-app.ts";
import { makeTestFolder } from "#test/test-folder.ts";

const deviceId = "MC100001";
let broker: EmbeddedBroker;
let folder: string;
let chair: ChildProcess | null = null;

beforeEach(async () => {
  folder = await makeTestFolder("tls-chair");
  await writeFile(join(folder, "ca.pem"), testCertificate);
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

/** A virtual chair as a separate process. @returns what it reports on standard error */
function startChair(host: string, env: Readonly<Record<string, string>>): () => string {
  const main = fileURLToPath(import.meta.resolve("@reposo/chair/main.ts"));
  const url = `mqtts://${host}:${broker.tlsPort}`;
  const started = spawn(process.execPath, [main, "--id", deviceId, "--mqtt", url, "--quiet"], {
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

it("[PROTO-1] connects a chair that validates the broker's certificate", async () => {
  startChair("127.0.0.1", { NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") });
  await eventually(async () => expect(broker.connectedDevices()).toBe(1), 60_000);
});

it.each([
  ["whose issuer it does not trust", "127.0.0.1", false, /self-signed certificate/],
  // Another name for 127.0.0.1, which the certificate does not contain.
  ["of another host", "127.1", true, /does not match certificate/],
])("[PROTO-1] is refused by a chair for a certificate %s", async (_why, host, isTrusted, reason) => {
  const errors = startChair(host, isTrusted ? { NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") } : {});
  await eventually(async () => expect(errors()).toMatch(reason), 60_000);
  expect(broker.connectedDevices()).toBe(0);
});
