import { createInterface } from "node:readline";
import { Command, InvalidArgumentError } from "commander";
import { verifyCommand } from "./conformance/verify-command.ts";
import { readAuthorities } from "./broker-trust.ts";
import { applyFault, consoleHelp, runConsoleLine } from "./chair-console.ts";
import { faultHelp, parseFault } from "./chair-faults.ts";
import { type ChairFleet, chairFleet, readChairList } from "./chair-fleet.ts";

interface ChairOptions {
  id?: string;
  secret?: string;
  idsFile?: string;
  mqtt: string;
  ca?: string;
  memory?: string;
  fault: string[];
  speed: number;
  off?: true;
  quiet?: true;
}

const positive = (text: string): number => {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError("enter a number above 0");
  return number;
};

const fault = (text: string, earlier: string[]): string[] => {
  try {
    parseFault(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
  return [...earlier, text];
};

const program = new Command("chair")
  .description(
    "Virtual massage chairs: the reference client of the chair protocol, one or thousands in a process.",
  )
  .option("--id <ID>", "one chair, by its device id")
  .option("--secret <SECRET>", "secret of the chair; prefer CHAIR_SECRET, which other users cannot see")
  .option("--ids-file <FILE>", "many chairs: a CSV file of deviceId,secret[,coinCounter]")
  .option("--mqtt <URL>", "URL of the broker", process.env["MQTT_URL"] ?? "mqtt://127.0.0.1:1883")
  .option(
    "--ca <FILE>",
    "for mqtts://, PEM file of the authority that signed the broker's certificate; by default the system's authorities",
  )
  .option("--memory <DIR>", "folder of the chairs' memories; without it they are lost when the process ends")
  .option("--fault <FAULT>", "start with this fault; may be repeated", fault, [])
  .option("--speed <N>", "run massages N times faster; wall clocks are unaffected", positive, 1)
  .option("--off", 'start without power; "on all" on standard input switches it on')
  .option("--quiet", "do not read commands from standard input")
  .addHelpText("after", `\n${faultHelp}\n\n${consoleHelp}`)
  // Both commands have the option --secret. After `verify`, the option belongs to `verify`.
  .enablePositionalOptions()
  .addCommand(verifyCommand)
  .action(run);

async function run(options: ChairOptions) {
  const fleet = chairFleet({
    mqttUrl: options.mqtt,
    speed: options.speed,
    ...(options.ca === undefined ? {} : { authorities: readAuthorities(options.ca) }),
    ...(options.memory === undefined ? {} : { memoryFolder: options.memory }),
  });
  for (const chair of chosenChairs(options)) fleet.add(chair);
  const stop = stopOnce(fleet);
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);

  // Lasting faults, such as `offline`, must apply before the first connection. The others require a chair with power.
  const requests = options.fault.map(parseFault);
  const lasting = requests.filter((request) => request.kind === "faults");
  for (const chair of fleet.chairs()) for (const request of lasting) applyFault(chair, request);
  if (!options.off) await fleet.start();
  for (const chair of fleet.chairs()) {
    for (const request of requests) if (request.kind !== "faults") applyFault(chair, request);
  }
  const count = fleet.chairs().length;
  console.log(`${count} ${count === 1 ? "chair" : "chairs"} on ${options.mqtt}`);
  setTimeout(() => reportConnectionFailures(fleet), 3000).unref();
  if (!options.quiet) readConsole(fleet, stop);
}

function chosenChairs(options: ChairOptions) {
  if (options.idsFile !== undefined) return readChairList(options.idsFile);
  const secret = options.secret ?? process.env["CHAIR_SECRET"];
  if (options.id === undefined) return program.error("specify the chairs with --id or --ids-file");
  if (!secret) return program.error(`chair ${options.id} needs its secret: CHAIR_SECRET or --secret`);
  return [{ deviceId: options.id, secret }];
}

/**
 * Reports chairs that are not connected. Chairs retry without a limit, so a wrong secret or port would otherwise never
 * be reported.
 */
function reportConnectionFailures(fleet: ChairFleet) {
  const unconnected = fleet.states().filter((chair) => chair.connectionError !== null);
  const [first] = unconnected;
  if (first)
    console.error(`${unconnected.length} not connected yet; ${first.deviceId}: ${first.connectionError}`);
}

/**
 * Returns a signal handler that stops the fleet once. Under npm, Ctrl-C delivers SIGINT twice, and the second one must
 * not abort the shutdown.
 */
function stopOnce(fleet: ChairFleet) {
  let isStopping = false;
  return () => {
    if (isStopping) return;
    isStopping = true;
    process.stdin.pause();
    void fleet.stop().then(() => process.exit(0));
  };
}

function readConsole(fleet: ChairFleet, stop: () => void) {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    if (line.trim() === "quit") return stop();
    try {
      const answer = runConsoleLine(fleet, line);
      if (answer !== "") console.log(answer);
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error));
    }
  });
}

await program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
