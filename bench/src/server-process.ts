import { rm } from "node:fs/promises";
import { join } from "node:path";
import { buildApp } from "@reposo/server/app.ts";
import { hostServer } from "@reposo/server/host.ts";
import { readConfig } from "@reposo/server/platform/config/config.ts";
import { relaxedLimits } from "@reposo/server/test/app/relaxed-limits.ts";
import { folderSecret } from "@reposo/server/platform/files/data-folder.ts";
import { createLog } from "@reposo/server/platform/logging/log.ts";
import { makeBenchFolder } from "./bench-folder.ts";
import { serveParent } from "./child-process.ts";

export interface ServerReady {
  readonly url: string;
  readonly mqttUrl: string;
  /** Password of the MQTT user `reposo-server`, which may publish and subscribe to the topics of all chairs. */
  readonly brokerSecret: string;
  /** Connection to the database with the owner's rights. */
  readonly connection: { host: string; port: number; user: string; database: string };
}

/**
 * Runs the product as `npm start` does, but with relaxed limits: on the folder `DATA_DIR` of the settings, or on an
 * empty folder that is removed at the end.
 */
serveParent<{ settings: Record<string, string> }>(async ({ settings }) => {
  const stored = settings["DATA_DIR"];
  const folder = stored ?? (await makeBenchFolder());
  const config = readConfig({
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    MQTT_PORT: "0",
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "fatal",
    // All clients have the same IP address, so the default limits would refuse them.
    ...relaxedLimits,
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
      if (stored === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
});
