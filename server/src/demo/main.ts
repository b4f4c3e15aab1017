import { parseArgs } from "node:util";
import { buildApp } from "#app.ts";
import { hostServer } from "#host.ts";
import { systemClock as clock } from "#platform/clock.ts";
import { createLog } from "#platform/log.ts";
import { runProcess } from "#run-process.ts";
import { sendCustomers } from "./customers.ts";
import { forgetChairs, knowsChairs, switchChairsOn } from "./demo-chairs.ts";
import { readDemoConfig } from "./demo-settings.ts";
import { greeting } from "./greeting.ts";
import { prepareDatabase, requireDemo } from "./prepare-database.ts";

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
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}\n`);
    process.exit(2);
  }
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const progress = (words: string) => say(`  … ${words}`);

async function startDemo(options: { reset: boolean; traffic: boolean }) {
  const config = readDemoConfig(process.env);
  const log = createLog(config.logLevel);
  // Chairs that have their secrets belong to a network that was loaded: the usual start opens the database once.
  if (options.reset || !knowsChairs(config)) {
    progress(options.reset ? "database, starting over" : "database");
    const outcome = await prepareDatabase({ config, clock, log, progress, reset: options.reset });
    if (outcome === "loaded") await forgetChairs(config);
  }
  progress("database, broker and server");
  const server = await hostServer(config, {
    log,
    clock,
    buildApp: async (parts) => {
      await requireDemo(parts.database, config);
      return buildApp(parts);
    },
  });
  try {
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
}

const options = readArguments();
if (options.help) say(help);
else await runProcess(() => startDemo(options));
