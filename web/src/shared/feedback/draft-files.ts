import { createStore, del, get, keys, set, type UseStore } from "idb-keyval";

/** Files that the browser's database did not take (private windows, a full disk): kept for this page. */
const memory = new Map<string, File>();

let store: UseStore | null = null;
/** Asynchronous, so that a browser without the database, or whose database throws, rejects like a refusal. */
const openStore = async (): Promise<UseStore> => {
  store ??= createStore("reposo-drafts", "files");
  return store;
};

export async function saveDraftFile(id: string, file: File): Promise<void> {
  try {
    await set(id, file, await openStore());
  } catch {
    memory.set(id, file);
  }
}

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
    const opened = await openStore();
    for (const id of ids) await del(id, opened);
  } catch {
    // What could not be stored need not be removed.
  }
}

/** Removes the files that belong to no draft any more. */
export async function purgeDraftFiles(kept: readonly string[]): Promise<void> {
  try {
    const stored = (await keys<string>(await openStore())).filter((id) => !kept.includes(id));
    await removeDraftFiles(stored);
  } catch {
    // Nothing was stored where nothing can be.
  }
}
