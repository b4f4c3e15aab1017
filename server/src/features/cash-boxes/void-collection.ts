import { randomUUID } from "node:crypto";
import type { Collection, voidCollection as operation } from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { lockBox, type LockedBox } from "./boxes-store.ts";
import { viewCollection } from "./cash-boxes-view.ts";
import {
  type CashBoxesDependencies,
  ownBox,
  ownCollection,
  requireNote,
  throwConflict,
} from "./collection-access.ts";
import {
  adjustLaterCollections,
  type CollectionRecord,
  findCollection,
  freeCollectionTime,
  hasLaterCollectionInOtherCurrency,
  insertCollection,
  insertVoid,
} from "./collections-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Voids a collection that was recorded for the wrong chair, and records it for the right chair if one is given
 * (CASH-4). The expected amounts of later collections of these chairs are adjusted. The call is idempotent by
 * `collectionId`: a repeated call of the same manager with the same `correctsId` and chair returns the recorded entry.
 */
export async function voidCollection(
  { database, clock }: CashBoxesDependencies,
  caller: ManagerCaller,
  { collectionId, correctsId, deviceId: given, note: text }: RequestOf<typeof operation>,
): Promise<Collection> {
  const now = clock.now();
  const { accountId } = caller;
  const note = requireNote(text);
  const rightId = given ?? null;
  const recorded = await transact(database, async (uow) => {
    const wrong = await ownCollection(uow, caller, correctsId);
    const boxes = await lockBoxes(uow, [wrong.deviceId, ...(rightId === null ? [] : [rightId])]);
    const earlier = await findCollection(uow, collectionId);
    if (earlier !== null) return sameVoid(earlier, { accountId, correctsId, rightId });
    if (wrong.kind === "void") throw new ProductError("collectionCorrected");
    // Voiding adds the coins to the expected amount of the next collection or of the current contents. If the chair has
    // since stood at an outlet with another currency, that amount could become a sum of two currencies.
    if (
      boxes.get(wrong.deviceId)?.currency !== wrong.currency ||
      (await hasLaterCollectionInOtherCurrency(uow, wrong))
    )
      throw new ProductError("collectionMoved");
    const right = rightId === null ? null : await rightBox(uow, boxes, caller, wrong, rightId);
    await insertVoid(uow, { collectionId, correctsId, note, accountId, recordedAt: now });
    const by = { recordedAt: now, accountId };
    await adjustLaterCollections(uow, wrong, by);
    if (right !== null) {
      const moved = {
        ...right,
        collectionId: randomUUID(),
        countedMinor: wrong.countedMinor,
        note: wrong.note,
        // A collection that is moved back to a chair must not have the time of its voided entry there, because the
        // time is unique per box.
        collectedAt: await freeCollectionTime(uow, right.deviceId, wrong.collectedAt),
        collectedById: wrong.collectedById,
        recordedAt: now,
        recordedById: accountId,
        movedFromId: correctsId,
      };
      await insertCollection(uow, moved);
      await adjustLaterCollections(uow, moved, by);
    }
    addAuditEntry(uow, {
      at: now,
      actor: actorOf(caller),
      action: "cash.voided",
      subject: `device:${wrong.deviceId}`,
      detail: { collectionId, correctsId, before: wrong.countedMinor, movedToDeviceId: rightId, note },
    });
    return findCollection(uow, collectionId);
  }).catch(throwConflict);
  if (recorded === null) throw new Error(`the voiding entry ${collectionId} was not recorded`);
  return viewCollection(recorded);
}

/** Locks boxes in a fixed order, which prevents deadlocks of managers who move collections between the same chairs. */
async function lockBoxes(uow: UnitOfWork, deviceIds: readonly string[]): Promise<Map<string, LockedBox>> {
  const boxes = new Map<string, LockedBox>();
  for (const deviceId of [...new Set(deviceIds)].sort()) {
    const box = await lockBox(uow, deviceId);
    if (box !== null) boxes.set(deviceId, box);
  }
  return boxes;
}

function sameVoid(
  earlier: CollectionRecord,
  request: { readonly accountId: string; readonly correctsId: string; readonly rightId: string | null },
): CollectionRecord {
  const isSame =
    earlier.kind === "void" &&
    earlier.recordedById === request.accountId &&
    earlier.correctsId === request.correctsId &&
    earlier.movedToDeviceId === request.rightId;
  if (!isSame) throw new ProductError("idempotencyKeyReused");
  return earlier;
}

async function rightBox(
  uow: UnitOfWork,
  boxes: ReadonlyMap<string, LockedBox>,
  caller: ManagerCaller,
  wrong: CollectionRecord,
  deviceId: string,
): Promise<LockedBox> {
  const box = boxes.get(deviceId);
  if (box === undefined) throw new ProductError("chairNotOfOutlets");
  if (deviceId === wrong.deviceId) throw invalidField("deviceId", "range");
  return ownBox(uow, caller, box, wrong);
}
