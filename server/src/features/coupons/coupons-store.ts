import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { CouponTerms } from "./coupons-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface CouponRecord extends CouponTerms {
  readonly couponId: string;
  readonly code: string;
}

const columns = sql`coupon_id AS "couponId", code, property, value_minor AS "valueMinor", currency, minutes, percent,
  max_uses AS "maxUses", uses_taken AS "usesTaken", max_uses_customer AS "maxUsesCustomer",
  valid_from AS "validFrom", valid_until AS "validUntil", outlet_ids AS "outletIds", gears`;

/** Returns the coupon of the first candidate code that exists. */
export async function findCoupon(db: Querier, codes: readonly string[]): Promise<CouponRecord | null> {
  return sql<CouponRecord>`
    SELECT ${columns} FROM coupon WHERE code = ANY(${codes}::text[])
    ORDER BY array_position(${codes}::text[], code) LIMIT 1`.rowOrNull(db);
}

/** Finds and locks a coupon until the transaction ends, so that it does not change between evaluation and use. */
export async function lockCoupon(uow: UnitOfWork, codes: readonly string[]): Promise<CouponRecord | null> {
  return sql<CouponRecord>`
    SELECT ${columns} FROM coupon WHERE code = ANY(${codes}::text[])
    ORDER BY array_position(${codes}::text[], code) LIMIT 1 FOR UPDATE`.rowOrNull(uow);
}

/** Changes the number of uses. A CHECK constraint of the table enforces the limit. */
export async function changeCouponUses(uow: UnitOfWork, couponId: string, by: 1 | -1): Promise<void> {
  await sql`UPDATE coupon SET uses_taken = uses_taken + ${by} WHERE coupon_id = ${couponId}`.execute(uow);
}

/**
 * Returns how often a customer has used or reserved a coupon. The count is exact only while the coupon is locked.
 */
export async function customerUsesOf(
  db: Querier,
  { couponId, customerId }: { couponId: string; customerId: string },
): Promise<number> {
  const found = await sql<{ uses: number }>`
    SELECT uses FROM coupon_customer_use
    WHERE coupon_id = ${couponId} AND customer_id = ${customerId}`.execute(db);
  return found.rows[0]?.uses ?? 0;
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

/**
 * Releases one use of a customer. Changes nothing if no use is recorded, because earlier versions of the server
 * recorded uses only for coupons with a limit per customer.
 */
export async function releaseCustomerUse(
  uow: UnitOfWork,
  { couponId, customerId }: { couponId: string; customerId: string },
): Promise<void> {
  await sql`
    UPDATE coupon_customer_use SET uses = uses - 1
    WHERE coupon_id = ${couponId} AND customer_id = ${customerId} AND uses > 0`.execute(uow);
}
