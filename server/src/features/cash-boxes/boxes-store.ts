import type { Currency } from "@reposo/contract/money/currencies.ts";
import { expectedCash } from "./expected-cash-store.ts";
import type { BoxSort } from "@reposo/contract/revenue/report-values.ts";
import { type SqlQuery, sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface BoxRecord {
  readonly deviceId: string;
  readonly outletId: string;
  readonly outletName: string;
  readonly currency: Currency;
  /** The expected contents in minor units. */
  readonly cashMinor: number;
  /** Null if the box was never emptied. */
  readonly lastCollectedAt: Date | null;
  /** Display name of the manager; null if the box was never emptied. */
  readonly lastCollectedBy: string | null;
}

export interface BoxFilter {
  readonly outletIds: readonly string[];
  /** Null: all chairs of the outlets. */
  readonly deviceId: string | null;
}

/** The last box of the previous page, as it was then, so that a box that has changed since skips no others. */
export type BoxPlace = Pick<BoxRecord, "deviceId" | "outletId" | "currency" | "cashMinor"> & {
  readonly lastCollectedAt: string | null;
};

const matches = ({ outletIds, deviceId }: BoxFilter) => sql`
  d.outlet_id = ANY(${outletIds}::text[]) ${deviceId === null ? sql`` : sql`AND d.device_id = ${deviceId}`}`;

const collectedAt = (at: SqlQuery) => sql`coalesce(${at}, '-infinity'::timestamptz)`;

const placeOf = {
  outlet: (after: BoxPlace) => sql`
    ((SELECT name FROM outlet WHERE outlet_id = ${after.outletId}), ${after.outletId}, ${after.deviceId})`,
  amount: (after: BoxPlace) => sql`(${after.currency}, ${-after.cashMinor}::bigint, ${after.deviceId})`,
  days: (
    after: BoxPlace,
  ) => sql`(${collectedAt(sql`${after.lastCollectedAt}::timestamptz`)}, ${after.currency},
    ${-after.cashMinor}::bigint, ${after.deviceId})`,
} as const;

/**
 * Selects at most `limit` chairs of the outlets with the expected contents of their cash boxes and their last
 * collections; only those after the box `after` unless it is null.
 */
export async function selectBoxes(
  db: Querier,
  filter: BoxFilter,
  { sort, after, limit }: { readonly sort: BoxSort; readonly after: BoxPlace | null; readonly limit: number },
): Promise<BoxRecord[]> {
  const byOutlet = sql`d."outletName", d."outletId", d."deviceId"`;
  const keys = {
    outlet: byOutlet,
    amount: sql`d.currency, -box."expectedMinor", d."deviceId"`,
    days: sql`${collectedAt(sql`box."lastCollectedAt"`)}, d.currency, -box."expectedMinor", d."deviceId"`,
  } as const;
  const afterPlace = after === null ? sql`true` : sql`(${keys[sort]}) > ${placeOf[sort](after)}`;
  const isByOutlet = sort === "outlet";
  // The contents of all boxes are computed only if they determine the order.
  return sql<BoxRecord>`
    WITH d AS MATERIALIZED (
      SELECT * FROM (
        SELECT d.device_id AS "deviceId", d.outlet_id AS "outletId", outlet.name AS "outletName", outlet.currency
        FROM device d JOIN outlet ON outlet.outlet_id = d.outlet_id WHERE ${matches(filter)}
      ) AS d
      ${isByOutlet ? sql`WHERE ${afterPlace} ORDER BY ${byOutlet} LIMIT ${limit}` : sql``}
    )
    SELECT d.*, box."expectedMinor" AS "cashMinor", box."lastCollectedAt", account.display_name AS "lastCollectedBy"
    FROM d CROSS JOIN LATERAL (${expectedCash(sql`d."deviceId"`, sql`'infinity'`)}) AS box
    LEFT JOIN account ON account.account_id = box."lastCollectedById"
    ${isByOutlet ? sql`` : sql`WHERE ${afterPlace}`}
    ORDER BY ${keys[sort]} LIMIT ${limit}`.rows(db);
}

export async function countBoxes(db: Querier, filter: BoxFilter): Promise<number> {
  const { total } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM device d WHERE ${matches(filter)}`.firstRow(db);
  return total;
}

export interface OutletCashRecord {
  readonly areaId: string;
  readonly areaName: string;
  readonly currency: Currency;
  /** In minor units. */
  readonly cash: number;
  readonly boxes: number;
}

/** Selects at most `limit` outlets with the sums of their boxes, only those after `after` unless it is null. */
export async function selectOutletCash(
  db: Querier,
  outletIds: readonly string[],
  after: Pick<OutletCashRecord, "areaId" | "currency" | "cash"> | null,
  limit: number,
): Promise<OutletCashRecord[]> {
  const afterPlace =
    after === null
      ? sql`true`
      : sql`(currency, -cash, "areaId") > (${after.currency}, ${-after.cash}::bigint, ${after.areaId})`;
  return sql<OutletCashRecord>`
    SELECT * FROM (
      SELECT outlet.outlet_id AS "areaId", outlet.name AS "areaName", outlet.currency,
        sum(box."expectedMinor")::bigint AS cash, count(*) AS boxes
      FROM device d JOIN outlet ON outlet.outlet_id = d.outlet_id
      CROSS JOIN LATERAL (${expectedCash(sql`d.device_id`, sql`'infinity'`)}) AS box
      WHERE d.outlet_id = ANY(${outletIds}::text[]) GROUP BY outlet.outlet_id
    ) AS sums
    WHERE ${afterPlace} ORDER BY currency, -cash, "areaId" LIMIT ${limit}`.rows(db);
}

export async function countOutletsWithBoxes(db: Querier, outletIds: readonly string[]): Promise<number> {
  const { total } = await sql<{ total: number }>`
    SELECT count(DISTINCT outlet_id) AS total FROM device WHERE outlet_id = ANY(${outletIds}::text[])`.firstRow(
    db,
  );
  return total;
}

export interface LockedBox {
  readonly deviceId: string;
  readonly outletId: string;
  readonly currency: Currency;
}

/**
 * Locks a chair's row until the transaction ends, which serialises the recording of collections of its cash box.
 * Returns null for an unknown chair.
 */
export async function lockBox(uow: UnitOfWork, deviceId: string): Promise<LockedBox | null> {
  // The outlet is joined after the lock, because the chair may be moved while this statement waits for the lock.
  return sql<LockedBox>`
    WITH locked AS MATERIALIZED (
      SELECT device_id, outlet_id FROM device WHERE device_id = ${deviceId} FOR NO KEY UPDATE
    )
    SELECT locked.device_id AS "deviceId", outlet_id AS "outletId", outlet.currency
    FROM locked JOIN outlet USING (outlet_id)`.rowOrNull(uow);
}

/** Returns a box with the outlet where the chair stood at time `at`, and the currency of that outlet. */
export async function boxAt(uow: UnitOfWork, box: LockedBox, at: Date): Promise<LockedBox> {
  const earlier = await sql<Pick<LockedBox, "outletId" | "currency">>`
    SELECT outlet_id AS "outletId", outlet.currency
    FROM device_move m JOIN outlet ON outlet.outlet_id = m.from_outlet_id
    WHERE m.device_id = ${box.deviceId} AND m.moved_at > ${at} ORDER BY m.moved_at LIMIT 1`.rowOrNull(uow);
  return { ...box, ...earlier };
}
