import type { Currency } from "@reposo/contract/money/currencies.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

const repository = join(import.meta.dirname, "..", "..", "..");

export interface ChairProcessOptions {
  /** CSV file with `deviceId,secret,coinCounter` of the chairs to start. */
  readonly credentialsFile: string;
  readonly memoryFolder: string;
  readonly mqttUrl: string;
  /** Simulated fault by device ID, such as `faultCode=E07`, for chairs that start with one. */
  readonly faults: Readonly<Record<string, string>>;
  readonly print: (line: string) => void;
}

/** Starts the chairs, switched off, in a separate process, so that they load while the server starts. */
export function startChairProcess(options: ChairProcessOptions) {
  const child = spawn(
    process.execPath,
    [
      "--import",
      join(import.meta.dirname, "end-with-parent.ts"),
      join(repository, "chair", "src", "main.ts"),
      "--ids-file",
      options.credentialsFile,
      "--mqtt",
      options.mqttUrl,
      "--memory",
      options.memoryFolder,
      "--off",
    ],
    // The child has its own process group, so that Ctrl-C does not stop the chairs; the demo stops them.
    { cwd: repository, stdio: ["pipe", "pipe", "inherit"], detached: true },
  );
  // A command for a process that has exited must not end the demo.
  child.stdin?.on("error", () => {});
  let isStopping = false;
  child.once("exit", (code) => {
    if (!isStopping)
      options.print(`The virtual chairs exited unexpectedly (code ${code}); every chair is offline now.`);
  });
  const started = firstLine(child);
  // `switchOn` reports a rejection. Until then, this handler prevents an unhandled rejection.
  started.catch(() => {});

  return {
    pid: child.pid as number,
    mqttUrl: options.mqttUrl,
    /** Switches all chairs on; resolves before they are connected. */
    async switchOn() {
      await started;
      const faults = Object.entries(options.faults).map(([id, fault]) => `fault ${id} ${fault}`);
      child.stdin?.write(`${["on all", ...faults].join("\n")}\n`);
    },
    /** Inserts a coin. The chair returns the coin if it does not accept coins at this moment. */
    insertCoin(deviceId: string, amountMinor: number, currency: Currency) {
      child.stdin?.write(`coin ${deviceId} ${amountMinor} ${currency}\n`);
    },
    setNetwork(deviceId: string, to: "offline" | "online") {
      child.stdin?.write(`fault ${deviceId} ${to === "offline" ? "offline" : "none"}\n`);
    },
    async stop() {
      isStopping = true;
      child.stdin?.end();
      for (const deadline = Date.now() + 2_000; isAlive(child) && Date.now() < deadline; ) await delay(20);
      if (isAlive(child)) child.kill("SIGKILL");
    },
  };
}

export type ChairProcess = ReturnType<typeof startChairProcess>;

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

function firstLine(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the virtual chairs did not start (code ${code})`)));
    if (child.stdout) createInterface({ input: child.stdout }).once("line", () => resolve());
  });
}
