import { createStore, del, get, keys, set, type UseStore } from "idb-keyval";

/** Files that IndexedDB refused (private windows, full disk), until the page is left. */
const memory = new Map<string, File>();

let store: UseStore | null = null;
/** Asynchronous, so that a missing or throwing IndexedDB rejects like a refusal. */
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
    // IndexedDB is refused.
  }
}

export async function purgeDraftFiles(usedIds: readonly string[]): Promise<void> {
  try {
    const stored = (await keys<string>(await openStore())).filter((id) => !usedIds.includes(id));
    await removeDraftFiles(stored);
  } catch {
    // Without IndexedDB nothing is stored.
  }
}
