import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type FileStore, storeIdName } from "#platform/files/file-store.ts";
import type { Database } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { insertStoreId, selectStoreId } from "./file-store-id-store.ts";

async function readMarker(files: FileStore): Promise<string | null> {
  const found = await files.open(storeIdName);
  return found === null ? null : (await text(found.content)).trim();
}

async function writeMarker(files: FileStore, storeId: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "reposo-store-"));
  try {
    const path = join(folder, storeIdName);
    await writeFile(path, `${storeId}\n`, { mode: 0o600 });
    const { signal } = new AbortController();
    await files.put(storeIdName, path, { contentType: "text/plain", signal });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Returns whether a file store is the one of the database. The first store of a database becomes its store; `adopts`
 * makes the given one its store as well.
 */
export async function isOwnStore(
  database: Database,
  files: FileStore,
  { adopts = false }: { readonly adopts?: boolean } = {},
): Promise<boolean> {
  const marker = await readMarker(files);
  return transact(database, async (uow) => {
    const given = marker ?? randomUUID();
    const isFirst = await insertStoreId(uow, given);
    const storeId = isFirst ? given : await selectStoreId(uow);
    // Read again, because the first server may have written the marker to a shared store meanwhile.
    if (marker === storeId || (await readMarker(files)) === storeId) return true;
    // Written before the commit, so that another server that waits for this transaction finds it.
    if (isFirst || adopts) await writeMarker(files, storeId);
    return isFirst || adopts;
  });
}
