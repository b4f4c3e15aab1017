import type { addCollectionPhoto as operation, Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { ownerOf } from "#features/uploads/index.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { lockBox } from "./boxes-store.ts";
import { viewCollection } from "./cash-boxes-view.ts";
import { type CashBoxesDependencies, ownCollection } from "./collection-access.ts";

/**
 * Adds a photo to a recorded collection (CASH-4). This is a separate call, so that a failed upload of the photo
 * does not prevent the recording of the collection. If the collection already has a photo, e.g. after a retry,
 * nothing changes.
 * @throws ProductError collectionNotFound, also for a collection that another manager recorded
 */
export async function addCollectionPhoto(
  { database, clock, photos }: CashBoxesDependencies,
  caller: ManagerCaller,
  { collectionId, key }: RequestOf<typeof operation>,
): Promise<Collection> {
  const changed = await transact(database, async (uow) => {
    const { deviceId } = await ownCollection(uow, caller, collectionId);
    await lockBox(uow, deviceId);
    const collection = await ownCollection(uow, caller, collectionId);
    // Only the manager who recorded the collection may add its photo, which is evidence of the count.
    if (collection.recordedById !== caller.accountId) throw new ProductError("collectionNotFound");
    if (collection.hasPhoto) return collection;
    await photos.attachPhoto(uow, { owner: ownerOf(caller), key, collectionId });
    addAuditEntry(uow, {
      at: clock.now(),
      actor: actorOf(caller),
      action: "cash.photoAdded",
      subject: `device:${deviceId}`,
      detail: { collectionId },
    });
    return { ...collection, hasPhoto: true };
  });
  return viewCollection(changed);
}

/**
 * Returns a signed link to the photo of a collection, or null if it has none.
 * @throws ProductError `collectionNotFound` if the collection is unknown or its outlet is not one of the caller's
 *   outlets
 */
export async function showCollectionPhoto(
  { database, photos }: CashBoxesDependencies,
  caller: ManagerCaller,
  collectionId: string,
): Promise<{ url: string | null }> {
  await ownCollection(database, caller, collectionId);
  return { url: await photos.photoLink(database, collectionId) };
}
