import { maxNoteCharacters } from "@reposo/contract/revenue/cash-boxes.ts";
import { countCharacters, normaliseNote } from "@reposo/contract/text/text-length.ts";
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

/** @throws ProductError collectionNotFound, also for a collection of an outlet that the caller does not manage */
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

/** How much later than the chair itself its move may be recorded. */
const maxMoveDelayMs = 24 * 3_600_000;

/**
 * Returns a box with the outlet where the chair stood at the time of a collection. A manager of the outlet to which it
 * was moved may have emptied it before the move was recorded.
 * @throws ProductError chairNotOfOutlets, or collectionCurrency if only the currency differs
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

/** Returns the normalised note, or null for an empty one. @throws ProductError for a note that is too long */
export function readNote(given: string | undefined): string | null {
  const note = normaliseNote(given ?? "");
  if (countCharacters(note) > maxNoteCharacters) throw invalidField("note", "tooLong");
  return note === "" ? null : note;
}

/** Returns the normalised note. @throws ProductError for a note that is empty or too long */
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
