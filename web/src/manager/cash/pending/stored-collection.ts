import type { recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";

export interface StoredPhoto {
  readonly content: Blob;
  readonly name: string;
  /** Key of the uploaded file; absent before the upload. */
  readonly key?: string;
}

/** A collection that the server has not recorded yet, or whose photo has not been added yet. */
export interface StoredCollection {
  /** Only a session of this account sends the collection. */
  readonly accountId: string;
  readonly request: RequestOf<typeof recordCollection>;
  /**
   * The server's message that refused the collection or its photo, in the language that was active then. Null if
   * neither was refused; empty if the file itself is the problem, such as a file that is not a photo.
   */
  readonly refusal: string | null;
  /** Absent if the collection has no photo. */
  readonly photo?: StoredPhoto;
  /** Whether the server has recorded the collection, so that only its photo remains to be sent. */
  readonly isRecorded?: boolean;
}

/** Operations of the collection queue that `sendPhotos` needs. */
export interface PhotoQueue {
  readonly list: (accountId: string) => Promise<StoredCollection[]>;
  readonly put: (collection: StoredCollection) => Promise<void>;
  readonly remove: (collectionId: string) => Promise<void>;
  readonly currentToken: () => string | null;
}
