import { parseArgs } from "node:util";
import { runProcess } from "#run-process.ts";
import { readDemoConfig } from "./demo-settings.ts";
import { hasCredentials, prepareChairs } from "./prepare-chairs.ts";

const help = `npm run demo [-- --reset] [--traffic]

  --reset    deletes the demo's data and loads it again
  --traffic  simulates customers and coins
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

const print = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Unless the demo is reset, starts the virtual chairs' process before it imports the server's code, so that both load
 * at the same time. `prepareChairs` starts no process if the chairs' secrets or the broker's port are not known.
 */
async function loadAndStart({ reset, traffic }: { reset: boolean; traffic: boolean }) {
  const config = readDemoConfig(process.env);
  const isLoaded = !reset && hasCredentials(config);
  const prepared = isLoaded ? prepareChairs(config, print) : null;
  try {
    const { startDemo } = await import("./start-demo.ts");
    return await startDemo({ config, prepared, isLoaded, reset, traffic, print });
  } catch (error) {
    await prepared?.stop();
    throw error;
  }
}

const options = readArguments();
if (options.help) print(help);
else await runProcess(() => loadAndStart(options));
