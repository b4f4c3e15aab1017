import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#platform/config/config.ts";
import { type ChairProcess, startChairProcess } from "./chair-process.ts";
import { faultyChair, refusingChair } from "./demo-network.ts";

// The demo imports this file before the server's code, so this file must import little code.

export type Print = (line: string) => void;

export const chairFolder = (config: Config): string => join(config.dataDir, "demo-chairs");

export const credentialsFile = (config: Config): string => join(chairFolder(config), "credentials.csv");

export const hasCredentials = (config: Config): boolean => existsSync(credentialsFile(config));

export const deleteChairFolder = (config: Config): Promise<void> =>
  rm(chairFolder(config), { recursive: true, force: true });

/**
 * Starts the process of the chairs, which are switched off. Returns null if the chairs' secrets or the broker's port
 * are not yet known.
 */
export function prepareChairs(config: Config, print: Print): ChairProcess | null {
  if (!hasCredentials(config) || (config.mqttUrl === null && (config.mqttPort ?? 0) === 0)) return null;
  return startChairs(config, config.mqttUrl?.url ?? `mqtt://${config.mqttHost}:${config.mqttPort}`, print);
}

export function startChairs(config: Config, mqttUrl: string, print: Print): ChairProcess {
  return startChairProcess({
    credentialsFile: credentialsFile(config),
    memoryFolder: join(chairFolder(config), "memory"),
    mqttUrl,
    faults: { [faultyChair]: "faultCode=E07-ROLLER", [refusingChair]: "refuse=motorHot" },
    print,
  });
}
