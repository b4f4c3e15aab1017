import { type Collection, recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { createStore, del, entries, get, set } from "idb-keyval";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { writeStored } from "#shared/storage/local-storage.ts";
import { readSession } from "#shared/session/session-storage.ts";

/** A collection that the server has not recorded yet. */
export interface StoredCollection {
  /** The collection is sent with a session of this account only. */
  readonly accountId: string;
  readonly request: RequestOf<typeof recordCollection>;
  /** Why the server refused it, in the language at that time; null while it is pending. */
  readonly refusal: string | null;
}

export interface CollectionQueueParts {
  readonly send: (request: StoredCollection["request"]) => Promise<Collection>;
  /** Of the current session; all collections of one flush are sent with the same token. */
  readonly currentToken: () => string | null;
}

/** Set while collections are pending, so that other pages flush them without opening the database. */
export const waitingFlag = "collections.waiting";

const defaultParts: CollectionQueueParts = {
  send: (request) => callApi(recordCollection, request, { quiet: true }),
  currentToken: () => readSession()?.token ?? null,
};

/**
 * Collections in the browser's database until the server has recorded them (CASH-4). Each is stored before it is sent
 * and removed after the answer; its own id makes a repeated call harmless.
 */
export function createCollectionQueue({ send, currentToken }: CollectionQueueParts = defaultParts) {
  const store = createStore("reposo-cash", "collections");
  const listeners = new Set<() => void>();
  let sending: Promise<void> | null = null;

  async function announce(): Promise<void> {
    const waiting = (await entries<string, StoredCollection>(store)).some(([, one]) => one.refusal === null);
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

  async function sendAll(accountId: string): Promise<void> {
    const token = currentToken();
    for (const stored of await list(accountId)) {
      if (stored.refusal !== null) continue;
      const { collectionId } = stored.request;
      if (token === null || currentToken() !== token) return;
      try {
        await send(stored.request);
        await del(collectionId, store);
      } catch (error) {
        // After any other failure the outcome is unknown: the call is retried later.
        if (!(error instanceof ApiFailure) || error.kind !== "refused") return;
        if ((await get(collectionId, store)) !== undefined)
          await set(collectionId, { ...stored, refusal: error.message }, store);
      } finally {
        await announce();
      }
    }
  }

  return {
    list,
    async add(collection: StoredCollection): Promise<void> {
      await set(collection.request.collectionId, collection, store);
      await announce();
    },
    async remove(collectionId: string): Promise<void> {
      await del(collectionId, store);
      await announce();
    },
    /** Sends the pending collections of this account one at a time; a concurrent call joins the first. */
    flush(accountId: string): Promise<void> {
      sending ??= sendAll(accountId).finally(() => {
        sending = null;
      });
      return sending;
    },
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const collectionQueue = createCollectionQueue();

/** Random id of version 4; `crypto.randomUUID` is missing on the browser floor and off https. */
export function newCollectionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const [version = 0, variant = 0] = [bytes[6], bytes[8]];
  bytes[6] = (version & 0x0f) | 0x40;
  bytes[8] = (variant & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
