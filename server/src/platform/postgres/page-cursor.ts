import { createHash } from "node:crypto";
import { invalidField } from "#platform/http/product-error.ts";
import { isUuid } from "#platform/keys/identifiers.ts";

const bytesOfFilter = 12;

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Normalises a filter, so that omitted fields and the order of fields and list values make no difference. */
function normalised(part: unknown): unknown {
  if (part instanceof Date) return part.getTime();
  if (Array.isArray(part)) return part.map((one) => JSON.stringify(normalised(one))).sort(compareText);
  if (typeof part !== "object" || part === null) return part;
  const fields = Object.entries(part).filter(([, value]) => value !== undefined);
  return fields.sort(([a], [b]) => compareText(a, b)).map(([name, value]) => [name, normalised(value)]);
}

const digestOf = (filter: unknown): Buffer =>
  createHash("sha256")
    .update(JSON.stringify(normalised(filter)))
    .digest()
    .subarray(0, bytesOfFilter);

interface PageOfRows<R> {
  readonly items: R[];
  /** Null for the last page. */
  readonly nextCursor: string | null;
}

/**
 * Returns a page of at most `limit` rows. `found` must come from a query that reads one row more than `limit`, which
 * shows whether there is a next page.
 */
export function pageOf<R>(
  found: readonly R[],
  limit: number,
  cursorAfter: (last: R) => string,
): PageOfRows<R> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last !== undefined && found.length > limit ? cursorAfter(last) : null };
}

/**
 * Returns the total of a list. The page and the counted total are read concurrently and may contradict each other, so
 * the total is corrected by the page. `isFirst` states whether the page is the first one.
 */
export function totalOf(
  counted: number,
  { items, nextCursor }: PageOfRows<unknown>,
  isFirst: boolean,
): number {
  if (nextCursor !== null) return Math.max(counted, items.length + 1);
  return isFirst ? items.length : Math.max(counted, items.length);
}

/** Encodes the position at which a list continues. The cursor is valid for the given filter only. */
export function writePageCursor(filter: unknown, place: string): string {
  return Buffer.concat([digestOf(filter), Buffer.from(place)]).toString("base64url");
}

/**
 * Returns the position that `writePageCursor` encoded.
 * @throws ProductError code 400 if the cursor is invalid or belongs to another filter
 */
export function readPageCursor(filter: unknown, cursor: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  if (!bytes.subarray(0, bytesOfFilter).equals(digestOf(filter))) throw invalidField("cursor", "format");
  return bytes.subarray(bytesOfFilter).toString();
}

/** Returns the ID of the row at which a list continues. @throws ProductError code 400 if the cursor is invalid */
export function readIdCursor(filter: unknown, cursor: string): string {
  const id = readPageCursor(filter, cursor);
  if (!isUuid(id)) throw invalidField("cursor", "format");
  return id;
}
