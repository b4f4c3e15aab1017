import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "@reposo/server/app.ts";
import { hostServer } from "@reposo/server/host.ts";
import { readConfig } from "@reposo/server/platform/config.ts";
import { folderSecret } from "@reposo/server/platform/data-folder.ts";
import { createLog } from "@reposo/server/platform/log.ts";
import { serveParent } from "./child-process.ts";

export interface ServerReady {
  readonly url: string;
  readonly mqttUrl: string;
  readonly brokerSecret: string;
  readonly connection: { host: string; port: number; user: string; database: string };
}

/** The product as `npm start` runs it, on an empty data folder that goes away with it. */
serveParent<{ settings: Record<string, string> }>(async ({ settings }) => {
  const folder = await mkdtemp(join(tmpdir(), "reposo-bench-"));
  // Where the database runs as another user, it has to be able to reach its files inside.
  await chmod(folder, 0o711);
  const config = readConfig({
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    MQTT_PORT: "0",
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "fatal",
    // One address stands for all customers.
    CALLS_PER_MINUTE_ADDRESS: "100000000",
    ...settings,
  });
  const server = await hostServer(config, { log: createLog(config.logLevel), buildApp });
  const ready: ServerReady = {
    url: server.url,
    mqttUrl: server.mqttUrl,
    brokerSecret: await folderSecret(config.dataDir, "broker-secret"),
    connection: server.ownerConnection as ServerReady["connection"],
  };
  return {
    ready,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
