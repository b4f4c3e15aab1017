import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeBenchFolder } from "#bench-folder.ts";
import type { Loaded } from "./statistics-load.ts";

const dayMs = 86_400_000;

interface Kept {
  readonly evening: string;
  readonly loaded: Loaded;
}

export interface StatisticsFolder {
  readonly path: string;
  /** The instant that counts as now: nine in the evening in Manila, when a whole day's orders are in. */
  readonly evening: Date;
  /** What an earlier run left here. */
  readonly loaded: Loaded | null;
  /** Only a history that is whole is read again. */
  saveReply(loaded: Loaded): Promise<void>;
  leave(): Promise<void>;
}

/** A folder for a history of so many orders: of one run, or one below `keep` that later runs find again. */
export async function openStatisticsFolder(keep: string | null, orders: number): Promise<StatisticsFolder> {
  const today = new Date(Math.floor(Date.now() / dayMs) * dayMs + 13 * 3_600_000);
  if (keep === null) {
    const path = await makeBenchFolder();
    const leave = () => rm(path, { recursive: true, force: true });
    return { path, evening: today, loaded: null, saveReply: async () => {}, leave };
  }
  const path = join(keep, `orders-${orders}`);
  const note = join(path, "history.json");
  const kept = await readKept(note);
  if (kept === null) await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  // Where the database runs as another user, that one has to be able to reach its files inside.
  for (const folder of [keep, path]) await chmod(folder, 0o711);
  const evening = kept === null ? today : new Date(kept.evening);
  return {
    path,
    evening,
    loaded: kept?.loaded ?? null,
    saveReply: (loaded) => writeFile(note, JSON.stringify({ evening: evening.toISOString(), loaded })),
    leave: async () => {},
  };
}

async function readKept(note: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(note, "utf8")) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
