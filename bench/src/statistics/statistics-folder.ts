import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeBenchFolder } from "#bench-folder.ts";
import type { Loaded } from "./statistics-load.ts";

const dayMs = 86_400_000;

interface StoredHistory {
  readonly evening: string;
  readonly loaded: Loaded;
}

export interface StatisticsFolder {
  readonly path: string;
  /** The simulated time at which the history ends: 21:00 in Manila, after most orders of the day. */
  readonly evening: Date;
  /** The complete history of an earlier run in this folder; null if there is none. */
  readonly loaded: Loaded | null;
  /** Records that the history is complete, so that later runs reuse it. Has no effect in a temporary folder. */
  saveHistory(loaded: Loaded): Promise<void>;
  /** Removes a temporary folder; keeps a folder that later runs reuse. */
  leave(): Promise<void>;
}

/**
 * Opens the folder for a history of `orders` orders: a temporary folder, or a folder below `keepFolder` that later runs
 * reuse. Deletes an incomplete history of an earlier run.
 */
export async function openStatisticsFolder(
  keepFolder: string | null,
  orders: number,
): Promise<StatisticsFolder> {
  const today = new Date(Math.floor(Date.now() / dayMs) * dayMs + 13 * 3_600_000);
  if (keepFolder === null) {
    const path = await makeBenchFolder();
    const leave = () => rm(path, { recursive: true, force: true });
    return { path, evening: today, loaded: null, saveHistory: async () => {}, leave };
  }
  const path = join(keepFolder, `orders-${orders}`);
  const historyFile = join(path, "history.json");
  const stored = await readStored(historyFile);
  if (stored === null) await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  // If the database runs as another user, that user must be able to access its files in the folder.
  for (const folder of [keepFolder, path]) await chmod(folder, 0o711);
  const evening = stored === null ? today : new Date(stored.evening);
  return {
    path,
    evening,
    loaded: stored?.loaded ?? null,
    saveHistory: (loaded) =>
      writeFile(historyFile, JSON.stringify({ evening: evening.toISOString(), loaded })),
    leave: async () => {},
  };
}

async function readStored(historyFile: string): Promise<StoredHistory | null> {
  try {
    return JSON.parse(await readFile(historyFile, "utf8")) as StoredHistory;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
