import type { Currency } from "@reposo/contract/fields.ts";
import type { CouponProperty } from "@reposo/contract/orders/orders.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface CouponRow {
  readonly code: string;
  readonly property: CouponProperty;
  readonly valueMinor: number | null;
  readonly currency: Currency | null;
  readonly minutes: number | null;
  readonly percent: number | null;
  readonly maxUses: number;
  /** Null: no limit per customer. */
  readonly maxUsesCustomer: number | null;
  readonly validFrom: Date | null;
  readonly validUntil: Date | null;
  /** Null: valid at every outlet. */
  readonly outletIds: readonly string[] | null;
  /** Null: valid for every gear. */
  readonly gears: readonly number[] | null;
}

export interface ExistingCoupon extends CouponRow {
  readonly usesTaken: number;
}

/**
 * Loads coupons by code and locks them until the transaction ends, because a concurrent use could invalidate a
 * change.
 */
export async function lockCoupons(
  uow: UnitOfWork,
  codes: readonly string[],
): Promise<Map<string, ExistingCoupon>> {
  const found = await sql<ExistingCoupon>`
    SELECT code, property, value_minor AS "valueMinor", currency, minutes, percent, max_uses AS "maxUses",
      max_uses_customer AS "maxUsesCustomer", valid_from AS "validFrom", valid_until AS "validUntil",
      outlet_ids AS "outletIds", gears, uses_taken AS "usesTaken"
    FROM coupon WHERE code = ANY(${codes}::text[]) ORDER BY code FOR UPDATE`.execute(uow);
  return new Map(found.rows.map((coupon) => [coupon.code, coupon]));
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
      AND (${outletIds}::text[] IS NULL OR d.outlet_id = ANY(${outletIds}::text[])))`.execute(db);
  return { gears: found.rows[0]?.gears ?? [], currencies: found.rows[0]?.currencies ?? [] };
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
