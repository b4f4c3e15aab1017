import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import type { Currency } from "@reposo/contract/fields.ts";

const repository = join(import.meta.dirname, "..", "..", "..");

export interface ChairProcess {
  readonly pid: number;
  readonly mqttUrl: string;
  /** Gives every chair power; the server tells when they are connected. */
  switchOn(): Promise<void>;
  /** Drops a coin into a chair's box; `amountMinor` in minor units. The chair gives it back where it is closed. */
  insertCoin(deviceId: string, amountMinor: number, currency: Currency): void;
  /** Takes a chair's network away, or gives it back. */
  setNetwork(deviceId: string, to: "offline" | "online"): void;
  stop(): Promise<void>;
}

export interface ChairProcessParts {
  /** CSV file of deviceId,secret: the chairs that have power and network. */
  readonly credentialsFile: string;
  readonly memoryFolder: string;
  readonly mqttUrl: string;
  /** Chairs that report a fault, and which. */
  readonly faults: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/**
 * The demo's chairs are a program of their own that speaks the protocol like any chair: nothing of them runs in
 * the server. They begin without power, so that their program loads while the server does.
 */
export function startChairProcess(parts: ChairProcessParts): ChairProcess {
  const child = spawn(
    process.execPath,
    [
      "--import",
      join(import.meta.dirname, "end-with-parent.ts"),
      join(repository, "chair", "src", "main.ts"),
      "--ids-file",
      parts.credentialsFile,
      "--mqtt",
      parts.mqttUrl,
      "--memory",
      parts.memoryFolder,
      "--off",
    ],
    // A group of its own: Ctrl-C is for the demo, which lets its chairs go in order.
    { cwd: repository, stdio: ["pipe", "pipe", "inherit"], detached: true },
  );
  child.stdin?.on("error", () => {});
  let stopping = false;
  child.once("exit", (code) => {
    if (!stopping)
      parts.say(`The virtual chairs ended by themselves (code ${code}); every chair is offline now.`);
  });
  const ready = firstLine(child);
  // Whoever never switches it on needs no word of it.
  ready.catch(() => {});

  return {
    pid: child.pid as number,
    mqttUrl: parts.mqttUrl,
    async switchOn() {
      await ready;
      const faults = Object.entries(parts.faults).map(([id, code]) => `fault ${id} faultCode=${code}`);
      child.stdin?.write(`${["on all", ...faults].join("\n")}\n`);
    },
    insertCoin(deviceId, amountMinor, currency) {
      child.stdin?.write(`coin ${deviceId} ${amountMinor} ${currency}\n`);
    },
    setNetwork(deviceId, to) {
      child.stdin?.write(`fault ${deviceId} ${to === "offline" ? "offline" : "none"}\n`);
    },
    async stop() {
      stopping = true;
      child.stdin?.end();
      for (const deadline = Date.now() + 2_000; isAlive(child) && Date.now() < deadline; ) await delay(20);
      if (isAlive(child)) child.kill("SIGKILL");
    },
  };
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

function firstLine(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the virtual chairs did not start (code ${code})`)));
    if (child.stdout) createInterface({ input: child.stdout }).once("line", () => resolve());
  });
}
