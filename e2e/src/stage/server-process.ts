import { buildApp } from "@reposo/server/app.ts";
import { hostServer } from "@reposo/server/host.ts";
import { readConfig } from "@reposo/server/platform/config/config.ts";
import { createLog } from "@reposo/server/platform/logging/log.ts";
import { runProcess } from "@reposo/server/run-process.ts";

// Runs the product's server in a separate process, and prints one line of JSON when the server is ready.

// The standard input ends when the test runner is killed; the server then exits too.
process.stdin.on("end", () => process.exit()).resume();

await runProcess(async () => {
  const config = readConfig(process.env);
  const server = await hostServer(config, { log: createLog(config.logLevel), buildApp });
  const { url, mqttUrl, ownerConnection } = server;
  process.stdout.write(`${JSON.stringify({ url, mqttUrl, connection: ownerConnection })}\n`);
  return server;
});
