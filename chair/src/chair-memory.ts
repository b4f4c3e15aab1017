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

/** The state that survives a power loss. It is immutable: every change replaces it as a whole. */
export interface MemoryContents {
  readonly epoch: string;
  readonly nextSeq: number;
  /** Events without a receipt, oldest first. */
  readonly events: readonly StoredEvent[];
  readonly run: MassageRun | null;
  /** For each of the latest orders, the outcome with which the chair replies to a repeated start. */
  readonly orders: readonly { readonly orderId: string; readonly again: Outcome; readonly reason?: string }[];
  /** For each of the latest commands, the outcome with which the chair replies to its repetition. */
  readonly commands: readonly {
    readonly commandId: string;
    readonly again: Outcome;
    readonly reason?: string;
  }[];
  /** Total amount of all inserted coins in minor units. */
  readonly coinCounter: number;
  readonly fault: string | null;
  readonly configuration: Required<ChairConfiguration>;
}

/** All methods are synchronous, so that no other code runs between a decision and its storage. */
export interface ChairMemory {
  /** Returns the stored contents; null if the memory was never written, was cleared, or contains invalid JSON. */
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

/** Returns the contents of an empty memory, with a new epoch by default, and the counter of the coin acceptor. */
export const blankContents = (epoch: string = randomUUID(), coinCounter = 0): MemoryContents => ({
  epoch,
  nextSeq: 1,
  events: [],
  run: null,
  orders: [],
  commands: [],
  coinCounter,
  fault: null,
  configuration: factoryConfiguration,
});

/**
 * Creates a memory that survives power losses of the chair, but not the end of the process. It is for tests, and for
 * thousands of chairs in one process.
 */
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

/**
 * Creates a memory in one file. Each change writes and syncs a new file, which then replaces the old file by a rename,
 * so that a crash leaves either the old or the new contents.
 */
export function createDiskMemory(path: string): ChairMemory {
  mkdirSync(dirname(path), { recursive: true });
  return {
    load() {
      try {
        const stored = JSON.parse(readFileSync(path, "utf8")) as MemoryContents;
        // Files of earlier versions contain no configuration.
        return { ...stored, configuration: stored.configuration ?? factoryConfiguration };
      } catch (error) {
        if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    store(contents) {
      const next = `${path}.next`;
      writeFileSync(next, JSON.stringify(contents), { flush: true });
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
