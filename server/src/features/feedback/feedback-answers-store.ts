import type { Currency } from "@reposo/contract/fields.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

export interface AnswerRecord {
  readonly answer: string;
  readonly couponCode: string | null;
  readonly answeredAt: Date;
}

/** Every answer of a feedback, oldest first; a trigger stores them. */
export async function answersOf(db: Querier, feedbackId: string): Promise<AnswerRecord[]> {
  return sql<AnswerRecord>`
    SELECT answer, coupon_code AS "couponCode", answered_at AS "answeredAt" FROM feedback_answer
    WHERE feedback_id = ${feedbackId} ORDER BY number`.rows(db);
}

export interface GivenCoupon {
  readonly code: string;
  /** Discount in minor units; null: a free massage of any price. */
  readonly amount: number | null;
  readonly currency: Currency;
  readonly areaNames: readonly string[];
  /** Exclusive: the first instant at which the coupon is no longer valid. */
  readonly validUntil: Date | null;
  /** The time zone of the feedback's outlet. */
  readonly timeZone: string;
}

export async function couponOf(db: Querier, feedbackId: string): Promise<GivenCoupon | null> {
  return sql<GivenCoupon>`
    SELECT c.code, c.value_minor AS amount, coalesce(c.currency, o.currency) AS currency, c.valid_until AS "validUntil", o.time_zone AS "timeZone",
      ARRAY(SELECT name FROM outlet WHERE outlet_id = ANY(c.outlet_ids) ORDER BY name, outlet_id) AS "areaNames"
    FROM feedback f JOIN coupon c ON c.code = f.coupon_code JOIN outlet o ON o.outlet_id = f.outlet_id
    WHERE f.feedback_id = ${feedbackId}`.rowOrNull(db);
}
