import type { Collection, correctCollection as operation } from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { lockBox } from "./boxes-store.ts";
import { viewCollection } from "./cash-boxes-view.ts";
import {
  type CashBoxesDependencies,
  ownCollection,
  requireNote,
  throwConflict,
} from "./collection-access.ts";
import { findCollection, insertCorrection } from "./collections-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/**
 * Corrects a wrong count with a new entry that references the wrong entry, which stays unchanged (CASH-4). The call is
 * idempotent by `collectionId`: a repeated call of the same manager with the same `correctsId` and count returns the
 * recorded entry.
 */
export async function correctCollection(
  { database, clock }: CashBoxesDependencies,
  caller: ManagerCaller,
  { collectionId, correctsId, counted, note: given }: RequestOf<typeof operation>,
): Promise<Collection> {
  const now = clock.now();
  const note = requireNote(given);
  const { accountId } = caller;
  const recorded = await transact(database, async (uow) => {
    const wrong = await ownCollection(uow, caller, correctsId);
    await lockBox(uow, wrong.deviceId);
    const earlier = await findCollection(uow, collectionId);
    if (earlier !== null) {
      if (
        earlier.recordedById !== accountId ||
        earlier.correctsId !== correctsId ||
        earlier.countedMinor !== counted
      )
        throw new ProductError("idempotencyKeyReused");
      return earlier;
    }
    if (wrong.kind === "void") throw new ProductError("collectionCorrected");
    // If the entry was already corrected, the insert below fails with `collectionCorrected`.
    if (wrong.correctedById === null && wrong.countedMinor === counted)
      throw invalidField("counted", "choice");
    await insertCorrection(uow, {
      collectionId,
      correctsId,
      countedMinor: counted,
      note,
      accountId,
      recordedAt: now,
    });
    addAuditEntry(uow, {
      at: now,
      actor: actorOf(caller),
      action: "cash.corrected",
      subject: `device:${wrong.deviceId}`,
      detail: { collectionId, correctsId, before: wrong.countedMinor, countedMinor: counted, note },
    });
    return findCollection(uow, collectionId);
  }).catch(throwConflict);
  if (recorded === null) throw new Error(`correction ${collectionId} was not recorded`);
  return viewCollection(recorded);
}
