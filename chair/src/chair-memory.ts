import { randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { ChairConfiguration } from "@reposo/contract/devices/chair-configuration.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { MassageRun } from "./massage-run.ts";

export type StoredEvent = PayloadOf<"event">;
export type Outcome = PayloadOf<"reply">["outcome"];

/** The state that survives a power loss. Immutable: every change replaces it as a whole. */
export interface MemoryContents {
  readonly epoch: string;
  readonly nextSeq: number;
  /** Events without a receipt, oldest first. */
  readonly events: readonly StoredEvent[];
  readonly run: MassageRun | null;
  /** For each of the latest orders, the outcome of a repeated start. */
  readonly orders: readonly { readonly orderId: string; readonly again: Outcome; readonly reason?: string }[];
  /** For each of the latest commands, the outcome of a repetition. */
  readonly commands: readonly {
    readonly commandId: string;
    readonly again: Outcome;
    readonly reason?: string;
  }[];
  readonly coinCounter: number;
  readonly fault: string | null;
  readonly configuration: Required<ChairConfiguration>;
}

/** All methods are synchronous, so that no other code runs between a decision and its storage. */
export interface ChairMemory {
  /** Null if the memory was never written, was cleared, or contains invalid JSON. */
  load(): MemoryContents | null;
  store(contents: MemoryContents): void;
  clear(): void;
}

export const factoryConfiguration: Required<ChairConfiguration> = {
  version: 0,
  pulseValue: 1_000,
  volume: 50,
  gears: 9,
};

export const blankContents = (epoch: string = randomUUID()): MemoryContents => ({
  epoch,
  nextSeq: 1,
  events: [],
  run: null,
  orders: [],
  commands: [],
  coinCounter: 0,
  fault: null,
  configuration: factoryConfiguration,
});

/** Survives power losses of the chair, but not the process: for tests, and thousands of chairs in one process. */
export function createVolatileMemory(): ChairMemory {
  let stored: MemoryContents | null = null;
  return {
    load: () => stored,
    store: (contents) => {
      stored = contents;
    },
    clear: () => {
      stored = null;
    },
  };
}

/** Stores the memory in one file, which is synced and replaced by rename: a crash leaves the old or the new version. */
export function createDiskMemory(path: string): ChairMemory {
  mkdirSync(dirname(path), { recursive: true });
  return {
    load() {
      try {
        const stored = JSON.parse(readFileSync(path, "utf8")) as MemoryContents;
        // Files of earlier versions have no configuration.
        return { ...stored, configuration: stored.configuration ?? factoryConfiguration };
      } catch (error) {
        if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    store(contents) {
      const next = `${path}.next`;
      const file = openSync(next, "w");
      try {
        writeFileSync(file, JSON.stringify(contents));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(next, path);
      syncFolder(dirname(path));
    },
    clear: () => rmSync(path, { force: true }),
  };
}

export const diskMemoryPath = (folder: string, deviceId: string): string => join(folder, `${deviceId}.json`);

function syncFolder(folder: string) {
  // Windows cannot open a folder to sync it; there, a power loss may undo the rename.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
