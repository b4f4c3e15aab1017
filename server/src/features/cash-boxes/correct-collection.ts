import type { Collection, correctCollection as operation } from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { isUniqueViolation } from "#platform/postgres/database-errors.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { lockBox } from "./boxes-store.ts";
import type { CashBoxesDependencies } from "./cash-boxes-dependencies.ts";
import { viewCollection } from "./cash-boxes-view.ts";
import { readNote } from "./collection-rules.ts";
import { findCollection, insertCorrection } from "./collections-store.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Corrects a wrong count with a new entry that references the wrong entry, which stays unchanged (CASH-4). */
export async function correctCollection(
  { database, clock }: CashBoxesDependencies,
  caller: ManagerCaller,
  { collectionId, correctsId, counted, note: given }: RequestOf<typeof operation>,
): Promise<Collection> {
  const now = clock.now();
  const note = readNote(given);
  if (note.kind === "tooLong") throw invalidField("note", "tooLong");
  const text = note.text;
  if (text === null) throw invalidField("note", "tooShort");
  const { accountId } = caller;
  const recorded = await transact(database, async (uow) => {
    const wrong = isUuid(correctsId) ? await findCollection(uow, correctsId) : null;
    if (wrong === null || !caller.outletIds.includes(wrong.outletId))
      throw new ProductError("collectionNotFound");
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
    await insertCorrection(uow, {
      collectionId,
      correctsId,
      countedMinor: counted,
      note: text,
      accountId,
      recordedAt: now,
    });
    addAuditEntry(uow, {
      at: now,
      actor: actorOf(caller),
      action: "cash.corrected",
      subject: `device:${wrong.deviceId}`,
      detail: { collectionId, correctsId, before: wrong.countedMinor, countedMinor: counted, note: text },
    });
    return findCollection(uow, collectionId);
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, "cash_collection_corrects_id_key"))
      throw new ProductError("collectionCorrected", { cause: error });
    if (isUniqueViolation(error)) throw new ProductError("idempotencyKeyReused", { cause: error });
    throw error;
  });
  if (recorded === null) throw new Error(`correction ${collectionId} was not recorded`);
  return viewCollection(recorded);
}
