import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { CouponTerms } from "./coupons-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface CouponRecord extends CouponTerms {
  readonly couponId: string;
  readonly code: string;
}

/** A coupon to create or change. */
export type CouponRow = Omit<CouponRecord, "couponId" | "usesTaken">;

const columns = sql`coupon_id AS "couponId", code, property, value_minor AS "valueMinor", currency, minutes, percent,
  max_uses AS "maxUses", uses_taken AS "usesTaken", max_uses_customer AS "maxUsesCustomer",
  valid_from AS "validFrom", valid_until AS "validUntil", outlet_ids AS "outletIds", gears`;

/**
 * Selects the coupon of the first candidate code that exists, otherwise the only one whose code differs from the first
 * candidate just by hyphens.
 */
const selectByCode = (codes: readonly string[]) => sql`
  SELECT ${columns} FROM coupon
  WHERE code = ANY(${codes}::text[])
    OR replace(code, '-', '') = replace(${codes[0]}, '-', '') AND NOT EXISTS (
      SELECT FROM coupon other
      WHERE replace(other.code, '-', '') = replace(coupon.code, '-', '') AND other.code <> coupon.code)
  ORDER BY array_position(${codes}::text[], code) LIMIT 1`;

export async function findCoupon(db: Querier, codes: readonly string[]): Promise<CouponRecord | null> {
  return sql<CouponRecord>`${selectByCode(codes)}`.rowOrNull(db);
}

/** Finds and locks a coupon until the transaction ends, so that it does not change between evaluation and use. */
export async function lockCoupon(uow: UnitOfWork, codes: readonly string[]): Promise<CouponRecord | null> {
  return sql<CouponRecord>`${selectByCode(codes)} FOR UPDATE`.rowOrNull(uow);
}

/**
 * Loads coupons by code and locks them until the transaction ends, because a concurrent use could invalidate a change.
 * Orders lock coupons in the same order, which is that of the code units of their codes without hyphens.
 */
export async function lockCoupons(
  uow: UnitOfWork,
  codes: readonly string[],
): Promise<Map<string, CouponRecord>> {
  const found = await sql<CouponRecord>`
    SELECT ${columns} FROM coupon WHERE code = ANY(${codes}::text[])
    ORDER BY replace(code, '-', '') COLLATE "C", code COLLATE "C" FOR UPDATE`.rows(uow);
  return new Map(found.map((coupon) => [coupon.code, coupon]));
}

/**
 * Returns the gears and currencies of the current prices of the chairs at these outlets, or at all outlets for
 * null.
 */
export async function findOffers(
  db: Querier,
  outletIds: readonly string[] | null,
): Promise<{ gears: number[]; currencies: Currency[] }> {
  const found = await sql<{ gears: number[] | null; currencies: Currency[] | null }>`
    SELECT array_agg(DISTINCT p.gear) AS gears, array_agg(DISTINCT g.currency) AS currencies
    FROM price p JOIN price_group g USING (price_group_id)
    WHERE p.retired_at IS NULL AND EXISTS (SELECT FROM device d WHERE d.price_group_id = p.price_group_id
      AND (${outletIds}::text[] IS NULL OR d.outlet_id = ANY(${outletIds}::text[])))`.firstRow(db);
  return { gears: found.gears ?? [], currencies: found.currencies ?? [] };
}

/** @returns how many rows were created and changed; identical rows are not written */
export async function upsertCoupons(
  uow: UnitOfWork,
  rows: readonly CouponRow[],
  now: Date,
): Promise<{ created: number; changed: number }> {
  // `xmax = 0` marks a row that this statement inserted rather than updated.
  const written = await sql<{ created: boolean }>`
    INSERT INTO coupon (coupon_id, code, property, value_minor, currency, minutes, percent, max_uses,
      max_uses_customer, valid_from, valid_until, outlet_ids, gears, created_at)
    SELECT gen_random_uuid(), r.code, r.property, r."valueMinor", r.currency, r.minutes, r.percent,
      r."maxUses", r."maxUsesCustomer", r."validFrom", r."validUntil", r."outletIds", r.gears, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (code text, property text, "valueMinor" bigint,
      currency text, minutes integer, percent integer, "maxUses" integer, "maxUsesCustomer" integer, "validFrom" timestamptz, "validUntil" timestamptz, "outletIds" text[],
      gears integer[])
    ON CONFLICT (code) DO UPDATE SET property = excluded.property, value_minor = excluded.value_minor,
      currency = excluded.currency, minutes = excluded.minutes, percent = excluded.percent,
      max_uses = excluded.max_uses, max_uses_customer = excluded.max_uses_customer, valid_from = excluded.valid_from,
      valid_until = excluded.valid_until, outlet_ids = excluded.outlet_ids, gears = excluded.gears
    WHERE (coupon.property, coupon.value_minor, coupon.currency, coupon.minutes, coupon.percent,
        coupon.max_uses, coupon.max_uses_customer, coupon.valid_from, coupon.valid_until, coupon.outlet_ids,
        coupon.gears)
      IS DISTINCT FROM (excluded.property, excluded.value_minor, excluded.currency, excluded.minutes,
        excluded.percent, excluded.max_uses, excluded.max_uses_customer, excluded.valid_from,
        excluded.valid_until, excluded.outlet_ids, excluded.gears)
    RETURNING xmax = 0 AS created`.execute(uow);
  const created = written.rows.filter((row) => row.created).length;
  return { created, changed: written.rows.length - created };
}

/** Changes the number of uses. A CHECK constraint of the table enforces the limit. */
export async function changeCouponUses(uow: UnitOfWork, couponId: string, by: 1 | -1): Promise<void> {
  await sql`UPDATE coupon SET uses_taken = uses_taken + ${by} WHERE coupon_id = ${couponId}`.execute(uow);
}

/**
 * Returns how often a customer has used or reserved a coupon; 0 for an order without a customer. The count is exact
 * only while the coupon is locked.
 */
export async function customerUsesOf(
  db: Querier,
  couponId: string,
  customerId: string | null,
): Promise<number> {
  if (customerId === null) return 0;
  const found = await sql<{ uses: number }>`
    SELECT uses FROM coupon_customer_use
    WHERE coupon_id = ${couponId} AND customer_id = ${customerId}`.rowOrNull(db);
  return found?.uses ?? 0;
}

export async function recordCustomerUse(
  uow: UnitOfWork,
  { couponId, customerId }: { couponId: string; customerId: string },
): Promise<void> {
  await sql`
    INSERT INTO coupon_customer_use AS held (coupon_id, customer_id, uses)
    VALUES (${couponId}, ${customerId}, 1)
    ON CONFLICT (coupon_id, customer_id) DO UPDATE SET uses = held.uses + 1`.execute(uow);
}

/** Releases one use of a customer. */
export async function releaseCustomerUse(
  uow: UnitOfWork,
  { couponId, customerId }: { couponId: string; customerId: string },
): Promise<void> {
  await sql`
    UPDATE coupon_customer_use SET uses = uses - 1
    WHERE coupon_id = ${couponId} AND customer_id = ${customerId} AND uses > 0`.execute(uow);
}
