import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#platform/config/config.ts";
import { type ChairProcess, startChairProcess } from "./chair-process.ts";
import { faultyChair } from "./demo-network.ts";

// Loaded before the server is, so it loads little itself.

export type Say = (line: string) => void;

export const chairFolder = (config: Config): string => join(config.dataDir, "demo-chairs");

export const credentialsFile = (config: Config): string => join(chairFolder(config), "credentials.csv");

export const knowsChairs = (config: Config): boolean => existsSync(credentialsFile(config));

/** Chairs of a network that is no more must not remember it. */
export const forgetChairs = (config: Config): Promise<void> =>
  rm(chairFolder(config), { recursive: true, force: true });

/** The chairs' program, without power yet; null where it can't be known yet which chairs, or on which broker. */
export function prepareChairs(config: Config, say: Say): ChairProcess | null {
  if (!knowsChairs(config) || (config.mqttUrl === null && (config.mqttPort ?? 0) === 0)) return null;
  return startChairs(config, config.mqttUrl?.url ?? `mqtt://${config.mqttHost}:${config.mqttPort}`, say);
}

export function startChairs(config: Config, mqttUrl: string, say: Say): ChairProcess {
  return startChairProcess({
    credentialsFile: credentialsFile(config),
    memoryFolder: join(chairFolder(config), "memory"),
    mqttUrl,
    faults: { [faultyChair]: "E07-ROLLER" },
    say,
  });
}
