import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

export interface AnswerRecord {
  readonly answer: string;
  /** Code of the coupon given with this answer; null: no coupon. */
  readonly couponCode: string | null;
  readonly answeredAt: Date;
}

/** Returns all answers to a feedback, oldest first. A trigger stores each answer when the feedback changes. */
export async function answersOf(db: Querier, feedbackId: string): Promise<AnswerRecord[]> {
  return sql<AnswerRecord>`
    SELECT answer, coupon_code AS "couponCode", answered_at AS "answeredAt" FROM feedback_answer
    WHERE feedback_id = ${feedbackId} ORDER BY number`.rows(db);
}

export interface GivenCoupon {
  readonly code: string;
  /** Discount in minor units; null: a free massage at any price. */
  readonly amount: number | null;
  /** The coupon's currency; for a coupon without a currency, that of the feedback's outlet. */
  readonly currency: Currency;
  /** Names of the outlets at which the coupon is valid; empty: all outlets. */
  readonly areaNames: readonly string[];
  /** The first instant at which the coupon is no longer valid; null: unlimited. */
  readonly validUntil: Date | null;
  /** Time zone of the feedback's outlet. */
  readonly timeZone: string;
}

/** Returns the coupon that was given with an answer to a feedback; null: none was given. */
export async function couponOf(db: Querier, feedbackId: string): Promise<GivenCoupon | null> {
  return sql<GivenCoupon>`
    SELECT c.code, c.value_minor AS amount, coalesce(c.currency, o.currency) AS currency,
      c.valid_until AS "validUntil", o.time_zone AS "timeZone",
      ARRAY(SELECT name FROM outlet WHERE outlet_id = ANY(c.outlet_ids) ORDER BY name, outlet_id) AS "areaNames"
    FROM feedback f JOIN coupon c ON c.code = f.coupon_code JOIN outlet o ON o.outlet_id = f.outlet_id
    WHERE f.feedback_id = ${feedbackId}`.rowOrNull(db);
}
