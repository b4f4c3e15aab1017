import { resultCodes } from "@reposo/contract/result-codes.ts";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { uploadFile } from "#shared/uploads/upload-file.ts";
import { isPending, type PhotoQueue, type StoredCollection } from "./stored-collection.ts";

/** The running call of each account, which may outlast the account's session. */
const running = new Map<string, Promise<void>>();

/**
 * Sends the photos of an account's recorded collections one at a time, and stops if `token` is no longer that of the
 * session. Concurrent calls for an account share one run.
 */
export function sendPhotos(queue: PhotoQueue, accountId: string, token: string | null): Promise<void> {
  const sending =
    running.get(accountId) ?? sendAll(queue, accountId, token).finally(() => void running.delete(accountId));
  running.set(accountId, sending);
  return sending;
}

async function sendAll(queue: PhotoQueue, accountId: string, token: string | null): Promise<void> {
  const { list, remove, currentToken } = queue;
  // The user may have removed or acknowledged the collection, also in another tab, while its photo was being sent.
  const find = async ({ request: { collectionId } }: StoredCollection) =>
    (await list(accountId)).find((one) => one.request.collectionId === collectionId);
  const change: ChangeStored = async (changed, changes) => {
    const stored = await find(changed);
    if (stored !== undefined) await queue.put({ ...stored, ...changes });
    return stored !== undefined;
  };
  const photoAdded = async (added: StoredCollection): Promise<void> => {
    const stored = await find(added);
    await (stored?.unseenResult === undefined
      ? remove(added.request.collectionId)
      : change(added, { photo: undefined }));
  };
  for (const stored of await list(accountId)) {
    if (!stored.isRecorded || !isPending(stored)) continue;
    if (token === null || currentToken() !== token) return;
    const outcome = await sendPhoto(stored, change);
    if (outcome.kind === "later" || currentToken() !== token) return;
    if (outcome.kind === "added") await photoAdded(stored);
    else if (outcome.kind === "refused") await change(stored, { refusal: outcome.message });
  }
}

/** Changes a collection that is still stored, and returns whether it is. */
type ChangeStored = (
  stored: StoredCollection,
  changes: Partial<Pick<StoredCollection, "photo" | "refusal">>,
) => Promise<boolean>;

type PhotoOutcome =
  | { readonly kind: "added" }
  /** The collection was removed during the upload, so that the photo is not added. */
  | { readonly kind: "removed" }
  /** The outcome is unknown or the failure is temporary: a later call sends the photo again. */
  | { readonly kind: "later" }
  /** The message is empty if the file itself is the problem, such as a file that is not a photo. */
  | { readonly kind: "refused"; readonly message: string };

/**
 * Uploads the photo, stores the file's key, and adds the file to the collection. Because the key is stored first, a
 * retry adds the same file.
 */
async function sendPhoto(stored: StoredCollection, change: ChangeStored): Promise<PhotoOutcome> {
  const { photo, request } = stored;
  if (photo === undefined) return { kind: "added" };
  let { key } = photo;
  if (key === undefined) {
    // This upload is never aborted.
    const { signal } = new AbortController();
    const uploaded = await uploadFile({ ...photo, dir: "collections", signal, onProgress: () => {} });
    if (uploaded.kind === "refused")
      return { kind: "refused", message: uploaded.problem === null ? (uploaded.message ?? "") : "" };
    if (uploaded.kind !== "stored") return { kind: "later" };
    key = uploaded.key;
    if (!(await change(stored, { photo: { ...photo, key } }))) return { kind: "removed" };
  }
  try {
    await callApi("addCollectionPhoto", { collectionId: request.collectionId, key }, { quiet: true });
    return { kind: "added" };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.kind !== "refused") return { kind: "later" };
    if (error.code !== resultCodes.uploadRefused) return { kind: "refused", message: error.message };
    // The server deletes an uploaded file that is not used within a day, so the photo is uploaded again.
    const { key: uploadedBefore, ...unsent } = photo;
    if (!(await change(stored, { photo: unsent }))) return { kind: "removed" };
    // A photo that this call has uploaded is not expired, so another upload would be refused, too.
    return uploadedBefore === undefined
      ? { kind: "refused", message: error.message }
      : sendPhoto({ ...stored, photo: unsent }, change);
  }
}
