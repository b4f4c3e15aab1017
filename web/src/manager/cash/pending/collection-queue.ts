import { createStore, del, entries, get, set } from "idb-keyval";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { sendPhotos } from "./send-photos.ts";
import { isPending, type StoredCollection } from "./stored-collection.ts";
import { readSession } from "#shared/session/session-storage.ts";

/**
 * Name of a local-storage flag that is set while collections or photos of any account are pending. By it, every page
 * decides whether to flush the queue, without opening the database.
 */
const waitingFlag = "collections.waiting";

/**
 * Returns the token of the current session; null without one. A flush ends when the token changes, so that all its
 * collections are sent with the same token.
 */
const currentToken = (): string | null => readSession()?.token ?? null;

const store = createStore("reposo-cash", "collections");
const listeners = new Set<() => void>();
/** The current flush of each account, which may outlast the account's session. */
const flushes = new Map<string, Promise<void>>();

const mayHavePending = (): boolean => readStored(waitingFlag) !== null;

/** Updates the flag and notifies the listeners after a change of the database. */
async function announce(): Promise<void> {
  const waiting = (await entries<string, StoredCollection>(store)).some(([, one]) => isPending(one));
  writeStored(waitingFlag, waiting ? "1" : null);
  for (const listener of listeners) listener();
}

async function list(accountId: string): Promise<StoredCollection[]> {
  const all = await entries<string, StoredCollection>(store);
  return all
    .map(([, one]) => one)
    .filter((one) => one.accountId === accountId)
    .sort((a, b) => (a.request.collectedAt < b.request.collectedAt ? -1 : 1));
}

async function put(collection: StoredCollection): Promise<void> {
  await set(collection.request.collectionId, collection, store);
  await announce();
}

async function remove(collectionId: string): Promise<void> {
  await del(collectionId, store);
  await announce();
}

/** Notes that the manager has seen the difference of a recorded collection, which stays stored only with a photo. */
async function acknowledge(collectionId: string): Promise<void> {
  const stored = await get<StoredCollection>(collectionId, store);
  if (stored === undefined) return;
  await (stored.photo === undefined ? remove(collectionId) : put({ ...stored, unseenResult: undefined }));
}

async function sendPhotosOf(accountId: string, token: string | null): Promise<void> {
  const hasPhoto = (await list(accountId)).some((one) => one.isRecorded && isPending(one));
  if (hasPhoto) await sendPhotos({ list, put, remove, currentToken }, accountId, token);
}

async function sendAll(accountId: string): Promise<void> {
  const token = currentToken();
  let unexpected: Error | undefined;
  const tried = new Set<string>();
  for (;;) {
    // The queue is read again for every call, because a collection that is added meanwhile joins this flush.
    const stored = (await list(accountId)).find(
      (one) => one.refusal === null && !one.isRecorded && !tried.has(one.request.collectionId),
    );
    if (stored === undefined) break;
    const { collectionId } = stored.request;
    tried.add(collectionId);
    if (token === null || currentToken() !== token) break;
    try {
      const entry = await callApi("recordCollection", stored.request, { quiet: true });
      const isDifferent = entry.difference !== 0;
      if (stored.photo === undefined && !isDifferent) await del(collectionId, store);
      else
        await set(
          collectionId,
          { ...stored, isRecorded: true, ...(isDifferent && { unseenResult: entry }) },
          store,
        );
    } catch (error) {
      // After an unexpected error, the collection stays pending for the next flush, and this flush continues with the
      // next collection.
      if (!(error instanceof ApiFailure)) unexpected ??= error as Error;
      // Unless the server refused the collection, this flush ends, and a later one sends the collection again.
      else if (error.kind !== "refused") break;
      else if ((await get(collectionId, store)) !== undefined)
        await set(collectionId, { ...stored, refusal: error.message }, store);
    } finally {
      await announce();
    }
  }
  if (unexpected !== undefined) throw unexpected;
}

/**
 * Sends the pending collections of the account one at a time, and then their photos in the background. Concurrent
 * calls for an account share one flush. Resolves if the connection fails; rejects only with an unexpected error.
 */
function flush(accountId: string): Promise<void> {
  const token = currentToken();
  const running =
    flushes.get(accountId) ??
    sendAll(accountId).finally(() => {
      flushes.delete(accountId);
      // A later flush sends photos that could not be read.
      sendPhotosOf(accountId, token).catch(() => {});
    });
  flushes.set(accountId, running);
  return running;
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * The queue of collections that the server has not recorded yet, or whose photos it has not received (CASH-4). It
 * stores a collection in IndexedDB before sending it, and removes it once the server has recorded it and its photo, and
 * the manager has seen its difference. The collection's ID makes retries idempotent. A photo is sent after its collection
 * is recorded, so that a failed upload does not delay or lose the collection.
 */
export const collectionQueue = { list, put, remove, acknowledge, flush, mayHavePending, onChange };
