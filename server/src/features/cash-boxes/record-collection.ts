import type { Collection, recordCollection as operation } from "@reposo/contract/revenue/cash-boxes.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { isUniqueViolation } from "#platform/postgres/database-errors.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { lockBox } from "./boxes-store.ts";
import { viewCollection } from "./cash-boxes-view.ts";
import { type CashBoxesDependencies, ownBox, readNote } from "./collection-access.ts";
import {
  adjustLaterCollections,
  type CollectionRecord,
  findCollection,
  insertCollection,
} from "./collections-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** A collection that a phone recorded offline is accepted at most this long after the box was emptied. */
const maxDelayMs = 60 * 24 * 3_600_000;
/** Tolerance for phones whose clock is ahead of the server's. */
const maxAheadMs = 5 * 60_000;

/**
 * Records that a cash box was emptied (CASH-4). The database computes the expected amount (`expectedCash`) while the
 * box is locked. The call is idempotent by `collectionId`: a repeated call of the same manager with the same chair,
 * count, and currency returns the recorded entry.
 */
export async function recordCollection(
  { database, clock }: CashBoxesDependencies,
  caller: ManagerCaller,
  request: RequestOf<typeof operation>,
): Promise<Collection> {
  const now = clock.now();
  const note = readNote(request.note);
  const { deviceId } = request;
  const recorded = await transact(database, async (uow) => {
    const box = await lockBox(uow, deviceId);
    const earlier = await findCollection(uow, request.collectionId);
    if (earlier !== null) return sameCollection(earlier, caller, request);
    const collectedAt = collectionTime(new Date(request.collectedAt), now);
    if (box === null) throw new ProductError("chairNotOfOutlets");
    const { currency } = request;
    const { outletId } = await ownBox(uow, caller, box, { collectedAt, currency });
    const collection = {
      collectionId: request.collectionId,
      deviceId,
      outletId,
      currency,
      countedMinor: request.counted,
      note,
      collectedAt,
      collectedById: caller.accountId,
      recordedAt: now,
      recordedById: caller.accountId,
      movedFromId: null,
    };
    await insertCollection(uow, collection);
    await adjustLaterCollections(uow, collection, { recordedAt: now, accountId: caller.accountId });
    const written = await readWritten(uow, request.collectionId);
    addAuditEntry(uow, {
      at: now,
      actor: actorOf(caller),
      action: "cash.collected",
      subject: `device:${deviceId}`,
      detail: {
        collectionId: written.collectionId,
        countedMinor: written.countedMinor,
        expectedMinor: written.expectedMinor,
        currency,
        collectedAt,
      },
    });
    failPoint("collection.before-commit");
    return written;
  }).catch((error: unknown) => {
    // A concurrent call recorded the same ID for another box, or this box has a collection at the same millisecond.
    if (isUniqueViolation(error)) throw new ProductError("idempotencyKeyReused", { cause: error });
    throw error;
  });
  failPoint("collection.committed");
  return viewCollection(recorded);
}

/**
 * Returns the time at which the box was emptied; `now` if the claimed time is in the future, but within the tolerance.
 * @throws ProductError for a time that is further ahead or too long ago
 */
function collectionTime(claimed: Date, now: Date): Date {
  const age = now.getTime() - claimed.getTime();
  if (age < -maxAheadMs || age > maxDelayMs) throw invalidField("collectedAt", "range");
  return age < 0 ? now : claimed;
}

function sameCollection(
  earlier: CollectionRecord,
  { accountId }: ManagerCaller,
  { deviceId, counted, currency }: RequestOf<typeof operation>,
): CollectionRecord {
  const isSame =
    earlier.recordedById === accountId &&
    earlier.kind === "collection" &&
    earlier.deviceId === deviceId &&
    earlier.countedMinor === counted &&
    earlier.currency === currency;
  if (!isSame) throw new ProductError("idempotencyKeyReused");
  return earlier;
}

async function readWritten(uow: UnitOfWork, collectionId: string): Promise<CollectionRecord> {
  const written = await findCollection(uow, collectionId);
  if (written === null) throw new Error(`collection ${collectionId} was not recorded`);
  return written;
}
