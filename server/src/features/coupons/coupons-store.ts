import { sql } from "kysely";
import type { Transaction } from "#platform/database.ts";
import type { CouponTerms } from "./coupons-rules.ts";

export interface CouponRecord extends CouponTerms {
  readonly couponId: string;
  readonly code: string;
}

/** Locked, so that what is judged next still holds when the use is taken. */
export async function lockCoupon(tx: Transaction, code: string): Promise<CouponRecord | null> {
  const found = await sql<CouponRecord>`
    SELECT coupon_id AS "couponId", code, property, value_minor AS "valueMinor", currency, max_uses AS "maxUses",
      uses_taken AS "usesTaken", valid_from AS "validFrom", valid_until AS "validUntil",
      outlet_ids AS "outletIds", gears
    FROM coupon WHERE code = ${code} FOR UPDATE`.execute(tx);
  return found.rows[0] ?? null;
}

/** The table's CHECK has the last word on how often. */
export async function changeUses(tx: Transaction, couponId: string, by: 1 | -1): Promise<void> {
  await sql`UPDATE coupon SET uses_taken = uses_taken + ${by} WHERE coupon_id = ${couponId}`.execute(tx);
}
