import { readConfig } from "#platform/config/config.ts";
import { createLog } from "#platform/logging/log.ts";
import { buildApp } from "./app.ts";
import { hostServer } from "./host.ts";
import { runProcess } from "./run-process.ts";

await runProcess(async () => {
  const config = readConfig(process.env);
  const server = await hostServer(config, { log: createLog(config.logLevel), buildApp });
  const lines = [`Reposo is ready at ${server.publicUrl}, chairs connect to ${server.mqttUrl}`];
  if (server.isNew) {
    lines.push(
      "There is no account yet. Import outlets, prices, chairs, and managers from another terminal:",
      "  npm run reposo -- import --help",
    );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
  return server;
});
