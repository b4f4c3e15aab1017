import type { InstantRange } from "#platform/time/calendar.ts";
import type { CollectionKind } from "@reposo/contract/revenue/cash-boxes.ts";
import type { DifferenceGroup } from "@reposo/contract/revenue/report-values.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql, type SqlQuery } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { expectedCash } from "./expected-cash-store.ts";

export interface NewCollection {
  readonly collectionId: string;
  readonly deviceId: string;
  readonly outletId: string;
  readonly currency: Currency;
  readonly countedMinor: number;
  readonly note: string | null;
  readonly collectedAt: Date;
  readonly collectedById: string;
  readonly recordedAt: Date;
  readonly recordedById: string;
  /** The entry of the wrong chair that was voided and recorded again as this collection; null for other collections. */
  readonly movedFromId: string | null;
}

export interface CollectionRecord extends NewCollection {
  readonly kind: CollectionKind;
  readonly outletName: string;
  readonly expectedMinor: number;
  readonly hasPhoto: boolean;
  /** Display name of the manager who emptied the box. */
  readonly collectedBy: string;
  /** Display name of the manager who recorded the entry. */
  readonly recordedBy: string;
  /** The entry that this correction, adjustment, or void replaces; null for the kind `collection`. */
  readonly correctsId: string | null;
  /** The entry that replaces this one; null if there is none. */
  readonly correctedById: string | null;
  /** The chair for which a voided collection was recorded again; null if there is none. */
  readonly movedToDeviceId: string | null;
}

const columns = sql`c.collection_id AS "collectionId", c.kind, c.device_id AS "deviceId", c.outlet_id AS "outletId",
  outlet.name AS "outletName", c.currency, c.counted_minor AS "countedMinor", c.expected_minor AS "expectedMinor",
  c.note, EXISTS (SELECT FROM upload WHERE upload.collection_id = c.collection_id) AS "hasPhoto",
  c.collected_at AS "collectedAt", collector.display_name AS "collectedBy", c.recorded_at AS "recordedAt",
  recorder.display_name AS "recordedBy", c.recorded_by AS "recordedById",
  c.collected_by AS "collectedById", c.corrects_id AS "correctsId",
  newer.collection_id AS "correctedById", c.moved_from_id AS "movedFromId",
  CASE WHEN c.kind = 'void' THEN (SELECT moved.device_id FROM cash_collection moved
    WHERE moved.moved_from_id = c.corrects_id) END AS "movedToDeviceId"`;
const tables = sql`cash_collection c JOIN outlet ON outlet.outlet_id = c.outlet_id
  JOIN account collector ON collector.account_id = c.collected_by
  JOIN account recorder ON recorder.account_id = c.recorded_by
  LEFT JOIN cash_collection newer ON newer.corrects_id = c.collection_id`;

export async function findCollection(db: Querier, collectionId: string): Promise<CollectionRecord | null> {
  return sql<CollectionRecord>`
    SELECT ${columns} FROM ${tables} WHERE c.collection_id = ${collectionId}`.rowOrNull(db);
}

/** Inserts a collection with its expected amount (`expectedCash`). The caller must hold the lock of the box. */
export async function insertCollection(uow: UnitOfWork, row: NewCollection): Promise<void> {
  await sql`
    INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
      coins_total_minor, note, collected_at, collected_by, recorded_at, recorded_by, moved_from_id)
    SELECT ${row.collectionId}, 'collection', ${row.deviceId}, ${row.outletId}, ${row.currency}, ${row.countedMinor},
      box."expectedMinor", box."coinsTotalMinor", ${row.note}, ${row.collectedAt}, ${row.collectedById},
      ${row.recordedAt}, ${row.recordedById}, ${row.movedFromId}
    FROM (${expectedCash(sql`${row.deviceId}`, sql`${row.collectedAt}`)}) AS box`.execute(uow);
}

/**
 * After the collection `after` was added or voided, inserts an adjustment of each later collection of the box whose
 * expected amount changes (`expectedCash`), usually only of the next one. The counted amounts stay the same.
 */
export async function adjustLaterCollections(
  uow: UnitOfWork,
  after: { readonly deviceId: string; readonly collectedAt: Date },
  by: { readonly recordedAt: Date; readonly accountId: string },
): Promise<void> {
  await sql`
    WITH base AS (
      SELECT collected_at, greatest(0, coins_total_minor - coalesce(max(coins_total_minor) OVER (ORDER BY collected_at
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)) AS expected
      FROM cash_collection
      WHERE device_id = ${after.deviceId} AND kind = 'collection' AND NOT collection_is_voided(device_id, collected_at)
    )
    INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
      coins_total_minor, note, collected_at, collected_by, recorded_at, recorded_by, corrects_id)
    SELECT gen_random_uuid(), 'adjustment', newest.device_id, newest.outlet_id, newest.currency, newest.counted_minor,
      base.expected, newest.coins_total_minor, NULL, newest.collected_at, newest.collected_by, ${by.recordedAt},
      ${by.accountId}, newest.collection_id
    FROM base JOIN cash_collection newest ON newest.device_id = ${after.deviceId}
      AND newest.collected_at = base.collected_at
      AND NOT EXISTS (SELECT FROM cash_collection newer WHERE newer.corrects_id = newest.collection_id)
    WHERE base.collected_at > ${after.collectedAt} AND newest.expected_minor <> base.expected`.execute(uow);
}

/** Returns whether the box has a later collection in another currency that was not voided. */
export async function hasLaterCollectionInOtherCurrency(
  uow: UnitOfWork,
  { deviceId, collectedAt, currency }: CollectionRecord,
): Promise<boolean> {
  return sql`
    SELECT FROM cash_collection
    WHERE device_id = ${deviceId} AND kind = 'collection' AND collected_at > ${collectedAt} AND currency <> ${currency}
      AND NOT collection_is_voided(device_id, collected_at) LIMIT 1`.hasRows(uow);
}

export interface NewCorrection {
  readonly collectionId: string;
  readonly correctsId: string;
  readonly countedMinor: number;
  readonly note: string;
  readonly accountId: string;
  readonly recordedAt: Date;
}

/** Inserts a copy of a collection with a corrected count. The caller must hold the lock of the box. */
export async function insertCorrection(uow: UnitOfWork, row: NewCorrection): Promise<void> {
  await sql`
    INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
      coins_total_minor, note, collected_at, collected_by, recorded_at, recorded_by, corrects_id)
    SELECT ${row.collectionId}, 'correction', device_id, outlet_id, currency, ${row.countedMinor}, expected_minor,
      coins_total_minor, ${row.note}, collected_at, collected_by, ${row.recordedAt}, ${row.accountId}, collection_id
    FROM cash_collection WHERE collection_id = ${row.correctsId}`.execute(uow);
}

/** Inserts an entry that voids a collection of the wrong chair. The caller must hold the lock of the box. */
export async function insertVoid(uow: UnitOfWork, row: Omit<NewCorrection, "countedMinor">): Promise<void> {
  await sql`
    INSERT INTO cash_collection (collection_id, kind, device_id, outlet_id, currency, counted_minor, expected_minor,
      coins_total_minor, note, collected_at, collected_by, recorded_at, recorded_by, corrects_id)
    SELECT ${row.collectionId}, 'void', device_id, outlet_id, currency, 0, 0, coins_total_minor, ${row.note},
      collected_at, collected_by, ${row.recordedAt}, ${row.accountId}, collection_id
    FROM cash_collection WHERE collection_id = ${row.correctsId}`.execute(uow);
}

/**
 * Returns the first millisecond from `from` on at which the box has no entry. If there is none within a second, it
 * returns `from`, and the insert violates the unique index.
 */
export async function freeCollectionTime(uow: UnitOfWork, deviceId: string, from: Date): Promise<Date> {
  const found = await sql<{ at: Date }>`
    SELECT at FROM generate_series(${from}::timestamptz, ${from}::timestamptz + interval '1 second',
      interval '1 millisecond') AS at
    WHERE NOT EXISTS (SELECT FROM cash_collection c WHERE c.device_id = ${deviceId} AND c.collected_at = at)
    ORDER BY at LIMIT 1`.execute(uow);
  return found.rows[0]?.at ?? from;
}

export interface CollectionFilter {
  readonly outletIds: readonly string[];
  readonly range: InstantRange;
  /** Null: all chairs of the outlets. */
  readonly deviceId: string | null;
}

const matches = ({ outletIds, range, deviceId }: CollectionFilter) => sql`
  c.outlet_id = ANY(${outletIds}::text[]) AND c.collected_at >= ${range.from} AND c.collected_at < ${range.to}
  ${deviceId === null ? sql`` : sql`AND c.device_id = ${deviceId}`}`;
const newestFirst = sql`ORDER BY c.collected_at DESC, c.recorded_at DESC, c.collection_id DESC`;

/** Returns at most `limit` entries, newest first; only those after the entry `afterId` unless it is null. */
export async function selectCollections(
  db: Querier,
  filter: CollectionFilter,
  afterId: string | null,
  limit: number,
): Promise<CollectionRecord[]> {
  const after =
    afterId === null
      ? sql``
      : sql`AND (c.collected_at, c.recorded_at, c.collection_id) <
          (SELECT last.collected_at, last.recorded_at, last.collection_id FROM cash_collection last
            WHERE last.collection_id = ${afterId})`;
  return sql<CollectionRecord>`
    SELECT ${columns} FROM ${tables} WHERE ${matches(filter)} ${after} ${newestFirst} LIMIT ${limit}`.rows(
    db,
  );
}

/** Returns the query of all collections that match a filter, newest first, to be read with a database cursor. */
export const allCollections = (filter: CollectionFilter): SqlQuery<CollectionRecord> => sql`
  SELECT ${columns} FROM ${tables} WHERE ${matches(filter)} ${newestFirst}`;

export async function countCollections(db: Querier, filter: CollectionFilter): Promise<number> {
  const { total } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM cash_collection c WHERE ${matches(filter)}`.firstRow(db);
  return total;
}

/** Sums of a chair, an outlet, or a collector in one currency. The amounts are in minor units. */
export interface DifferenceRecord {
  readonly id: string;
  readonly name: string;
  readonly currency: Currency;
  readonly collections: number;
  readonly counted: number;
  readonly expected: number;
  /** The counted minus the expected amount; negative if money is missing. */
  readonly difference: number;
}

const sums = sql`count(*) AS collections, sum(c.counted_minor)::bigint AS counted,
  sum(c.expected_minor)::bigint AS expected, sum(c.counted_minor - c.expected_minor)::bigint AS difference`;
const counts = (filter: CollectionFilter) => sql`${matches(filter)}
  AND c.kind <> 'void' AND NOT EXISTS (SELECT FROM cash_collection newer WHERE newer.corrects_id = c.collection_id)`;

const groups = {
  devices: { id: sql`c.device_id`, name: sql`c.device_id` },
  outlets: { id: sql`c.outlet_id`, name: sql`outlet.name` },
  collectors: { id: sql`c.collected_by::text`, name: sql`account.display_name` },
} as const;

/** The last row of the previous page. */
export type DifferencePlace = Pick<DifferenceRecord, "id" | "currency" | "difference">;

/**
 * Sums the entries that were neither replaced nor voided, by group and currency: by currency, the largest shortage
 * first. Returns only the rows after `after` unless it is null, and at most `limit`; null is no limit.
 */
export async function sumDifferences(
  db: Querier,
  filter: CollectionFilter,
  by: DifferenceGroup,
  {
    after = null,
    limit = null,
  }: { readonly after?: DifferencePlace | null; readonly limit?: number | null } = {},
): Promise<DifferenceRecord[]> {
  const { id, name } = groups[by];
  const afterPlace =
    after === null
      ? sql`true`
      : sql`(currency, difference, id) > (${after.currency}, ${after.difference}::bigint, ${after.id})`;
  return sql<DifferenceRecord>`
    SELECT * FROM (
      SELECT ${id} AS id, ${name} AS name, c.currency, ${sums}
      FROM cash_collection c JOIN outlet ON outlet.outlet_id = c.outlet_id
        JOIN account ON account.account_id = c.collected_by
      WHERE ${counts(filter)} GROUP BY 1, 2, c.currency
    ) AS rows
    WHERE ${afterPlace} ORDER BY currency, difference, id LIMIT ${limit}::bigint`.rows(db);
}

/** Sums the same entries by currency, and counts the rows of `sumDifferences`. */
export async function sumAllDifferences(
  db: Querier,
  filter: CollectionFilter,
  by: DifferenceGroup,
): Promise<(Omit<DifferenceRecord, "id" | "name"> & { readonly rows: number })[]> {
  return sql<Omit<DifferenceRecord, "id" | "name"> & { rows: number }>`
    SELECT c.currency, ${sums}, count(DISTINCT ${groups[by].id}) AS rows
    FROM cash_collection c WHERE ${counts(filter)} GROUP BY c.currency ORDER BY c.currency`.rows(db);
}
