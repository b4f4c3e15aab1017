import { spawn } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { cleanEnvironment } from "@reposo/server/test/processes/clean-environment.ts";
import { testCertificate } from "@reposo/server/test/network/broker-certificate.ts";
import { makeTestFolder, removeStaleFolders } from "@reposo/server/test/test-folder.ts";
import { relaxedLimits } from "@reposo/server/test/app/relaxed-limits.ts";

export interface ServerUnderTest {
  readonly url: string;
  readonly mqttUrl: string;
  /** Connection to the server's database as the owner. */
  readonly connection: { host: string; port: number; user: string; database: string };
}

/** Start deadline and grace period: short enough to wait for in a test, long enough for a chair on a busy machine. */
const startTimeoutSeconds = { deadline: 8, grace: 2 };

const settings = {
  HOST: "127.0.0.1",
  PORT: "0",
  MQTT_PORT: "0",
  PAYMENT_SIMULATED: "on",
  START_DEADLINE_SECONDS: String(startTimeoutSeconds.deadline),
  START_GRACE_SECONDS: String(startTimeoutSeconds.grace),
  // All browsers of the tests have the same IP address, so the default limits would refuse them.
  ...relaxedLimits,
  COUPON_TRIES_PER_MINUTE_TOKEN: "10",
  LOGINS_PER_MINUTE_ADDRESS: "10000",
  // Tests that show a map intercept the requests to this host.
  MAP_TILES_URL: "https://tiles.example/{z}/{x}/{y}.png",
  MAP_ATTRIBUTION: "© Example, https://tiles.example/licence",
  // No mail server listens on this port: the pages offer e-mail, but the server sends none.
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "alerts@chairs.example",
  // The stand-in for a push service has a private address.
  PUSH_TO_PRIVATE_ADDRESSES: "on",
  LOG_LEVEL: "error",
};

/**
 * Starts the product with a new, empty database. The server exits together with this process, even if this one is
 * killed.
 */
export async function startServerUnderTest(): Promise<ServerUnderTest & { stop(): Promise<void> }> {
  await removeStaleFolders();
  const folder = await makeTestFolder("e2e");
  const pushCertificate = path.join(folder, "push-service.pem");
  await writeFile(pushCertificate, testCertificate);
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "server-process.ts")], {
    env: {
      ...cleanEnvironment(),
      ...settings,
      DATA_DIR: path.join(folder, "data"),
      NODE_EXTRA_CA_CERTS: pushCertificate,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const server = await Promise.race([
    firstLine(child.stdout),
    ended.then(() => {
      throw new Error("the server ended before it was ready");
    }),
  ]);
  return {
    ...(JSON.parse(server) as ServerUnderTest),
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error("the server printed no line");
}
