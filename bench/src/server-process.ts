import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buildApp } from "@reposo/server/app.ts";
import { hostServer } from "@reposo/server/host.ts";
import { readConfig } from "@reposo/server/platform/config/config.ts";
import { wideLimits } from "@reposo/server/test/app/wide-limits.ts";
import { folderSecret } from "@reposo/server/platform/files/data-folder.ts";
import { createLog } from "@reposo/server/platform/logging/log.ts";
import { makeBenchFolder } from "./bench-folder.ts";
import { serveParent } from "./child-process.ts";

export interface ServerReady {
  readonly url: string;
  readonly mqttUrl: string;
  readonly brokerSecret: string;
  readonly connection: { host: string; port: number; user: string; database: string };
}

/** The product as `npm start` runs it, on a data folder that is kept, or an empty one that goes away with it. */
serveParent<{ settings: Record<string, string> }>(async ({ settings }) => {
  const kept = settings["DATA_DIR"];
  const folder = kept ?? (await makeBenchFolder());
  const config = readConfig({
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    MQTT_PORT: "0",
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "fatal",
    // One address stands for all customers.
    ...wideLimits,
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
      if (kept === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
});
