import { addCollectionPhoto } from "@reposo/contract/revenue/cash-boxes.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { uploadFile } from "#shared/uploads/upload-file.ts";
import type { PhotoQueue, StoredCollection } from "./stored-collection.ts";

let sending: Promise<void> | null = null;

/** Sends the photos of recorded collections one at a time; a concurrent call joins the first. */
export function sendPhotos(queue: PhotoQueue, accountId: string): Promise<void> {
  sending ??= sendAll(queue, accountId).finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll({ list, put, remove, currentToken }: PhotoQueue, accountId: string): Promise<void> {
  const token = currentToken();
  for (const stored of await list(accountId)) {
    if (!stored.isRecorded || stored.refusal !== null) continue;
    if (token === null || currentToken() !== token) return;
    const outcome = await sendPhoto(stored, put);
    if (outcome.kind === "later" || currentToken() !== token) return;
    const { collectionId } = stored.request;
    if (outcome.kind === "added") await remove(collectionId);
    // The collection may have been removed while its photo was being sent.
    else if ((await list(accountId)).some(({ request }) => request.collectionId === collectionId))
      await put({ ...stored, refusal: outcome.message });
  }
}

type PhotoOutcome =
  | { readonly kind: "added" }
  /** The outcome is unknown, or the failure is temporary: the photo is sent again later. */
  | { readonly kind: "later" }
  /** An empty message means that the file is not a photo. */
  | { readonly kind: "refused"; readonly message: string };

/** The key is stored before the photo is added, so that a repeated call adds the same file. */
async function sendPhoto(stored: StoredCollection, put: PhotoQueue["put"]): Promise<PhotoOutcome> {
  const { photo, request } = stored;
  if (photo === undefined) return { kind: "added" };
  let { key } = photo;
  if (key === undefined) {
    const { signal } = new AbortController();
    const uploaded = await uploadFile({ ...photo, dir: "collections", signal, onProgress: () => {} });
    if (uploaded.kind === "refused")
      return { kind: "refused", message: uploaded.problem === null ? (uploaded.message ?? "") : "" };
    if (uploaded.kind !== "stored") return { kind: "later" };
    key = uploaded.key;
    await put({ ...stored, photo: { ...photo, key } });
  }
  try {
    await callApi(addCollectionPhoto, { collectionId: request.collectionId, key }, { quiet: true });
    return { kind: "added" };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.kind !== "refused") return { kind: "later" };
    if (error.code !== resultCodes.uploadRefused) return { kind: "refused", message: error.message };
    // Uploaded files are deleted after a day without use: the next attempt uploads the photo again.
    const { key: _, ...unsent } = photo;
    await put({ ...stored, photo: unsent });
    return { kind: "later" };
  }
}
