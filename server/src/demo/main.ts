import { parseArgs } from "node:util";
import { buildApp } from "#app.ts";
import { hostServer } from "#host.ts";
import { systemClock as clock } from "#platform/clock.ts";
import { connectDatabase } from "#platform/database.ts";
import { createLog } from "#platform/log.ts";
import { runProcess } from "#run-process.ts";
import { sendCustomers } from "./customers.ts";
import { forgetChairs, switchChairsOn } from "./demo-chairs.ts";
import { readDemoConfig } from "./demo-settings.ts";
import { gatherStatistics } from "./demo-state-store.ts";
import { greeting } from "./greeting.ts";
import { prepareDatabase, resetDatabase } from "./prepare-database.ts";

const help = `npm run demo [-- --reset] [--traffic]

  --reset    forgets everything that happened in the demo and starts over
  --traffic  sends customers to the chairs
  --help     this text

Settings come from the environment: HOST, PORT, MQTT_PORT, DATA_DIR, DATABASE_URL, PUBLIC_URL …`;

function readArguments() {
  try {
    const flag = { type: "boolean", default: false } as const;
    return parseArgs({ options: { reset: flag, traffic: flag, help: flag } }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${help}\n`);
    process.exit(2);
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const progress = (words: string) => say(`  … ${words}`);
const options = readArguments();

if (options.help) say(help);
else
  await runProcess(async () => {
    const config = readDemoConfig(process.env);
    const log = createLog(config.logLevel);
    if (options.reset) {
      progress("starting over");
      await resetDatabase(config, log);
      await forgetChairs(config);
    }
    progress("database, broker and server");
    let outcome: "loaded" | "kept" = "kept";
    const server = await hostServer(config, {
      log,
      clock,
      buildApp: async (parts) => {
        outcome = await prepareDatabase(parts.database, { config, clock, progress });
        if (outcome === "loaded") await forgetChairs(config);
        return buildApp(parts);
      },
    });
    try {
      if (outcome === ("loaded" as string)) {
        const owner = connectDatabase({ connection: server.ownerConnection, poolSize: 1 });
        await gatherStatistics(owner).finally(() => owner.destroy());
      }
      progress("chairs");
      const chairs = await switchChairsOn(server, { config, clock, say });
      const customers = options.traffic ? sendCustomers({ url: server.url, clock, say }) : null;
      say(greeting(server, config));
      return {
        async stop() {
          say("Stopping …");
          customers?.stop();
          await chairs.stop();
          await server.stop();
        },
      };
    } catch (error) {
      await server.stop();
      throw error;
    }
  });
