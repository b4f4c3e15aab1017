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

/** What a power cut leaves. Replaced as a whole, never changed in place. */
export interface MemoryContents {
  readonly epoch: string;
  readonly nextSeq: number;
  /** Not yet covered by a receipt, oldest first. */
  readonly events: readonly StoredEvent[];
  readonly run: MassageRun | null;
  /** How a start of each of the latest orders would be answered if it came again. */
  readonly orders: readonly { readonly orderId: string; readonly again: Outcome; readonly reason?: string }[];
  /** How each of the latest commands would be answered if it came again. */
  readonly commands: readonly {
    readonly commandId: string;
    readonly again: Outcome;
    readonly reason?: string;
  }[];
  readonly coinCounter: number;
  readonly fault: string | null;
  readonly configuration: Required<ChairConfiguration>;
}

/** Synchronous on purpose: nothing may happen between the decision to store and the storing. */
export interface ChairMemory {
  /** null where nothing readable is left: the memory was lost, or never written. */
  load(): MemoryContents | null;
  store(contents: MemoryContents): void;
  clear(): void;
}

/** How a chair leaves the factory. */
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

/** For thousands of chairs in a process, and for tests: outlives the chair's power cuts, not the process. */
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

/** One file a chair, replaced by rename, both file and folder synced: a kill leaves the old or the new. */
export function createDiskMemory(path: string): ChairMemory {
  mkdirSync(dirname(path), { recursive: true });
  return {
    load() {
      try {
        const stored = JSON.parse(readFileSync(path, "utf8")) as MemoryContents;
        // Memories of earlier versions hold no configuration.
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
  // Windows cannot open a folder; there the rename is as durable as it gets.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
