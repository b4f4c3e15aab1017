import { once } from "node:events";
import { createLog } from "#platform/logging/log.ts";
import { readConfig } from "#platform/config/config.ts";
import { buildApp } from "#app.ts";
import { hostServer } from "#host.ts";
import { runProcess } from "#run-process.ts";

// Runs a complete server that is to be killed at a fail point. It also ends with the test runner.
process.stdin.on("end", () => process.exit());
// All code has been loaded. The process waits here until the test starts the server, after the previous server has ended.
await once(process.stdin, "data");

await runProcess(async () => {
  const config = readConfig(process.env);
  const server = await hostServer(config, { log: createLog(config.logLevel, process.stderr), buildApp });
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  return server;
});
