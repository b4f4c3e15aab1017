import { createStore, delMany, get, keys, set, type UseStore } from "idb-keyval";

/**
 * Holds files that IndexedDB refused, for example in a private window or on a full disk, until the browser tab is
 * closed or reloaded.
 */
const memory = new Map<string, File>();

let store: UseStore | null = null;
/** Asynchronous, so that it rejects instead of throwing in a browser without IndexedDB. */
const openStore = async (): Promise<UseStore> => {
  store ??= createStore("reposo-drafts", "files");
  return store;
};

/** Stores a file in IndexedDB, or if that fails, in memory. */
export async function saveDraftFile(id: string, file: File): Promise<void> {
  try {
    await set(id, file, await openStore());
  } catch {
    memory.set(id, file);
  }
}

/** Returns a stored file; null if this browser does not have it. */
export async function loadDraftFile(id: string): Promise<File | null> {
  try {
    return memory.get(id) ?? (await get<File>(id, await openStore())) ?? null;
  } catch {
    return null;
  }
}

export async function removeDraftFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) memory.delete(id);
  try {
    await delMany([...ids], await openStore());
  } catch {
    // If files remain in IndexedDB, a later `purgeDraftFiles` deletes them.
  }
}

/** Deletes all files in IndexedDB except those with the IDs `usedIds`. */
export async function purgeDraftFiles(usedIds: readonly string[]): Promise<void> {
  try {
    const stored = (await keys<string>(await openStore())).filter((id) => !usedIds.includes(id));
    await removeDraftFiles(stored);
  } catch {
    // If files remain in IndexedDB, a later `purgeDraftFiles` deletes them.
  }
}
