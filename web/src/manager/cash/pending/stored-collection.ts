import type { Collection, recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import type { StoredPhoto } from "#manager/cash/photos/stored-photo.ts";

/** A collection that is not recorded yet, whose photo is not added yet, or whose difference was not seen yet. */
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
  readonly photo?: StoredPhoto | undefined;
  /** Whether the server has recorded the collection, so that at most its photo remains to be sent. */
  readonly isRecorded?: boolean;
  /** The recorded entry, if its count differs from the expected amount and the manager has not seen this yet. */
  readonly unseenResult?: Collection | undefined;
}

/** Whether the collection or its photo is still to be sent. */
export const isPending = ({ refusal, isRecorded, photo }: StoredCollection): boolean =>
  refusal === null && (!isRecorded || photo !== undefined);

/** Operations of the collection queue that `sendPhotos` needs. */
export interface PhotoQueue {
  readonly list: (accountId: string) => Promise<StoredCollection[]>;
  readonly put: (collection: StoredCollection) => Promise<void>;
  readonly remove: (collectionId: string) => Promise<void>;
  readonly currentToken: () => string | null;
}
