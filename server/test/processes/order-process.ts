import { once } from "node:events";
import { createLog } from "#platform/logging/log.ts";
import { readConfig } from "#platform/config/config.ts";
import { buildApp } from "#app.ts";
import { hostServer } from "#host.ts";
import { runProcess } from "#run-process.ts";

// The whole server, to be killed at a fail point. A test runner that is killed takes it with it.
process.stdin.on("end", () => process.exit());
// All code is read by now; a successor waits so far for its predecessor's end.
await once(process.stdin, "data");

await runProcess(async () => {
  const config = readConfig(process.env);
  const server = await hostServer(config, { log: createLog(config.logLevel), buildApp });
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
  return server;
});
