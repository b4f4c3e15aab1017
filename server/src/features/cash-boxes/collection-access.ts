import { countCharacters } from "@reposo/contract/text/text-length.ts";
import { maxNoteCharacters } from "@reposo/contract/text/text-limits.ts";
import type { Uploads } from "#features/uploads/index.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";
import { isUniqueViolation } from "#platform/postgres/database-errors.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { boxAt, type LockedBox } from "./boxes-store.ts";
import { type CollectionRecord, findCollection } from "./collections-store.ts";

export interface CashBoxesDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly photos: Pick<Uploads, "attachPhoto" | "photoLink">;
}

/**
 * Returns a collection of the caller's outlets.
 * @throws ProductError collectionNotFound, also for a collection of an outlet that the caller does not manage
 */
export async function ownCollection(
  db: Querier,
  caller: ManagerCaller,
  collectionId: string,
): Promise<CollectionRecord> {
  const found = isUuid(collectionId) ? await findCollection(db, collectionId) : null;
  if (found === null || !caller.outletIds.includes(found.outletId))
    throw new ProductError("collectionNotFound");
  return found;
}

/** Maximum time between the move of a chair to another outlet and the recording of the move. */
const maxMoveDelayMs = 24 * 3_600_000;

/**
 * Returns a box with the outlet where the caller emptied it. This is the outlet where the chair stood at the time of
 * the collection or, because a move may be recorded late, the outlet where the chair stood `maxMoveDelayMs` later.
 * @throws ProductError chairNotOfOutlets if the caller manages neither outlet; collectionCurrency if the caller manages
 *   one of them, but it has another currency than the collection
 */
export async function ownBox(
  uow: UnitOfWork,
  { outletIds }: ManagerCaller,
  box: LockedBox,
  { collectedAt, currency }: Pick<CollectionRecord, "collectedAt" | "currency">,
): Promise<LockedBox> {
  const afterMove = new Date(collectedAt.getTime() + maxMoveDelayMs);
  const boxes = [await boxAt(uow, box, collectedAt), await boxAt(uow, box, afterMove)];
  const own = boxes.filter(({ outletId }) => outletIds.includes(outletId));
  const [first] = own;
  if (first === undefined) throw new ProductError("chairNotOfOutlets");
  const found = own.find((one) => one.currency === currency);
  if (found === undefined)
    throw new ProductError("collectionCurrency", { data: { currency: first.currency } });
  return found;
}

/** Returns null for an empty note. @throws ProductError for a note that is too long */
export function readNote(note = ""): string | null {
  if (countCharacters(note) > maxNoteCharacters) throw invalidField("note", "tooLong");
  return note === "" ? null : note;
}

/** @throws ProductError for a note that is empty or too long */
export function requireNote(given: string): string {
  const note = readNote(given);
  if (note === null) throw invalidField("note", "tooShort");
  return note;
}

/** Translates the violation of a unique constraint by a concurrent call into a ProductError, and throws the error. */
export function throwConflict(error: unknown): never {
  if (isUniqueViolation(error, "cash_collection_corrects_id_key"))
    throw new ProductError("collectionCorrected", { cause: error });
  if (isUniqueViolation(error)) throw new ProductError("idempotencyKeyReused", { cause: error });
  throw error;
}
