import { parseArgs } from "node:util";
import { runProcess } from "#run-process.ts";
import { readDemoConfig } from "./demo-settings.ts";
import { knowsChairs, prepareChairs } from "./prepare-chairs.ts";

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

/** Loading the server takes as long as starting it: the chairs' program loads beside it, on another core. */
async function loadAndStart({ reset, traffic }: { reset: boolean; traffic: boolean }) {
  const config = readDemoConfig(process.env);
  const isLoaded = !reset && knowsChairs(config);
  const prepared = isLoaded ? prepareChairs(config, say) : null;
  try {
    const { startDemo } = await import("./start-demo.ts");
    return await startDemo({ config, prepared, isLoaded, reset, traffic, say });
  } catch (error) {
    await prepared?.stop();
    throw error;
  }
}

const options = readArguments();
if (options.help) say(help);
else await runProcess(() => loadAndStart(options));
