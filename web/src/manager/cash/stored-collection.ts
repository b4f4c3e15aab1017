import type { recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";

export interface StoredPhoto {
  readonly content: Blob;
  readonly name: string;
  /** Key of the uploaded file; absent before the upload. */
  readonly key?: string;
}

/** A collection that the server has not recorded yet, or whose photo it does not have yet. */
export interface StoredCollection {
  /** The collection is sent with a session of this account only. */
  readonly accountId: string;
  readonly request: RequestOf<typeof recordCollection>;
  /**
   * Why the server refused the collection or its photo, in the language at that time; empty where the file is not a
   * photo, and null while it is pending.
   */
  readonly refusal: string | null;
  readonly photo?: StoredPhoto;
  /** Whether the server has recorded the collection, and only its photo is still to be sent. */
  readonly isRecorded?: boolean;
}

/** The operations of the queue that sending photos needs. */
export interface PhotoQueue {
  readonly list: (accountId: string) => Promise<StoredCollection[]>;
  readonly put: (collection: StoredCollection) => Promise<void>;
  readonly remove: (collectionId: string) => Promise<void>;
  readonly currentToken: () => string | null;
}
