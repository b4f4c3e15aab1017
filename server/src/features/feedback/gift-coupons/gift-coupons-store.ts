import type { InstantRange } from "#platform/time/calendar.ts";
import type { GiftLimit, GiftState } from "@reposo/contract/orders/gift-coupons.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { GiftFacts } from "./gift-rules.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface GiftRecord {
  readonly giftId: string;
  readonly feedbackId: string;
  readonly orderId: string;
  readonly outletId: string;
  /** Discount in minor units; null: a free massage at any price. */
  readonly valueMinor: number | null;
  /** Currency of the gift's value; if the gift has no value, the currency of the order. */
  readonly currency: Currency;
  readonly state: GiftState;
  /** The limit because of which the operator must approve the gift; null: within all limits. */
  readonly exceeded: GiftLimit | null;
  /** Null while the gift is requested and after a refusal. */
  readonly couponCode: string | null;
  readonly createdAt: Date;
  /** Null if the operator has not decided on the gift. */
  readonly decidedAt: Date | null;
  /** The operator's note to the manager; null: none. */
  readonly decision: string | null;
}

export interface ListedGift extends GiftRecord {
  /** The reference of the feedback. */
  readonly reference: string;
  readonly orderNumber: string;
  readonly outletName: string;
  /** Name of the manager's account; null for an old gift whose manager is unknown. */
  readonly givenBy: string | null;
  readonly redeemed: boolean;
}

const columns = sql`g.gift_id AS "giftId", g.feedback_id AS "feedbackId", g.order_id AS "orderId",
  g.outlet_id AS "outletId", g.value_minor AS "valueMinor", coalesce(g.currency, o.currency) AS currency, g.state,
  g.exceeded, g.coupon_code AS "couponCode", g.created_at AS "createdAt", g.decided_at AS "decidedAt", g.decision`;
const tables = sql`gift_coupon g JOIN orders o ON o.order_id = g.order_id`;
const listedGiftColumns = sql`${columns}, f.reference, o.order_number AS "orderNumber", outlet.name AS "outletName",
  account.display_name AS "givenBy", coalesce(coupon.uses_taken > 0, false) AS redeemed`;
const listedTables = sql`${tables} JOIN feedback f ON f.feedback_id = g.feedback_id
  JOIN outlet ON outlet.outlet_id = g.outlet_id LEFT JOIN account ON account.account_id = g.account_id
  LEFT JOIN coupon ON coupon.code = g.coupon_code`;

export interface GiftOutlet {
  readonly outletId: string;
  readonly timeZone: string;
}

/** Locks an outlet until the transaction ends, so that concurrent gifts at the outlet cannot exceed a limit. */
export async function lockGiftOutlet(uow: UnitOfWork, outletId: string): Promise<GiftOutlet> {
  const outlet = await sql<GiftOutlet>`
    SELECT outlet_id AS "outletId", time_zone AS "timeZone" FROM outlet
    WHERE outlet_id = ${outletId} FOR NO KEY UPDATE`.rowOrNull(uow);
  if (outlet === null) throw new Error(`outlet ${outletId} of a feedback is missing`);
  return outlet;
}

type GiftCounts = Pick<GiftFacts, "givenToday" | "givenThisMonth">;

/** Counts the gifts that an outlet has given without approval in a day and a month. */
export async function countGifts(
  db: Querier,
  { outletId }: { readonly outletId: string },
  { day, month }: { readonly day: InstantRange; readonly month: InstantRange },
): Promise<GiftCounts> {
  return sql<GiftCounts>`
    SELECT count(*) FILTER (WHERE created_at >= ${day.from} AND created_at < ${day.to})::int AS "givenToday",
      count(*)::int AS "givenThisMonth"
    FROM gift_coupon
    WHERE outlet_id = ${outletId} AND state = 'given' AND created_at >= ${month.from} AND created_at < ${month.to}
    `.firstRow(db);
}

export type NewGift = Pick<
  GiftRecord,
  "giftId" | "feedbackId" | "orderId" | "outletId" | "valueMinor" | "exceeded" | "couponCode" | "createdAt"
> & {
  readonly accountId: string;
  readonly currency: Currency | null;
  /** What could still be given for the order, in minor units. */
  readonly leftMinor: number;
};

/** Inserts a gift: `given` if it exceeds no limit, otherwise `requested`. */
export async function insertGift(uow: UnitOfWork, gift: NewGift): Promise<void> {
  await sql`
    INSERT INTO gift_coupon (gift_id, feedback_id, order_id, outlet_id, account_id, value_minor, currency,
      left_minor, state, exceeded, coupon_code, created_at)
    VALUES (${gift.giftId}, ${gift.feedbackId}, ${gift.orderId}, ${gift.outletId}, ${gift.accountId},
      ${gift.valueMinor}, ${gift.currency}, ${gift.leftMinor}, ${gift.exceeded === null ? "given" : "requested"},
      ${gift.exceeded}, ${gift.couponCode}, ${gift.createdAt})`.execute(uow);
}

export async function giftOfFeedback(db: Querier, feedbackId: string): Promise<GiftRecord | null> {
  return sql<GiftRecord>`
    SELECT ${columns} FROM ${tables} WHERE g.feedback_id = ${feedbackId}`.rowOrNull(db);
}

type GiftDecision = Pick<GiftRecord, "giftId" | "couponCode" | "decision"> & {
  readonly state: "approved" | "refused";
  readonly decidedAt: Date;
  readonly decidedBy: string;
};

/** Stores the operator's decision on a requested gift. @returns false if the gift is not in the state `requested` */
export async function writeGiftDecision(uow: UnitOfWork, decided: GiftDecision): Promise<boolean> {
  return sql`
    UPDATE gift_coupon SET state = ${decided.state}, coupon_code = ${decided.couponCode},
      decided_at = ${decided.decidedAt}, decided_by = ${decided.decidedBy}, decision = ${decided.decision}
    WHERE gift_id = ${decided.giftId} AND state = 'requested' RETURNING 1`.hasRows(uow);
}

export interface GiftFilter {
  /** Null: all outlets. */
  readonly outletIds: readonly string[] | null;
  /** Null: all states. */
  readonly states: readonly GiftState[] | null;
}

const matches = ({ outletIds, states }: GiftFilter) => sql`
  (${outletIds}::text[] IS NULL OR g.outlet_id = ANY(${outletIds}::text[]))
  AND (${states}::text[] IS NULL OR g.state = ANY(${states}::text[]))`;

export interface GiftPage {
  /** ID of the last gift of the previous page; null for the first page. */
  readonly afterId: string | null;
  readonly limit: number;
  readonly oldestFirst?: boolean;
}

export async function selectGifts(
  db: Querier,
  filter: GiftFilter,
  { afterId, limit, oldestFirst = false }: GiftPage,
): Promise<ListedGift[]> {
  const after =
    afterId === null
      ? sql`true`
      : sql`(g.created_at, g.gift_id) ${oldestFirst ? sql`>` : sql`<`}
          (SELECT last.created_at, last.gift_id FROM gift_coupon last WHERE last.gift_id = ${afterId})`;
  return sql<ListedGift>`
    SELECT ${listedGiftColumns} FROM ${listedTables} WHERE ${matches(filter)} AND ${after}
    ORDER BY ${oldestFirst ? sql`g.created_at, g.gift_id` : sql`g.created_at DESC, g.gift_id DESC`}
    LIMIT ${limit}`.rows(db);
}

export async function countListedGifts(db: Querier, filter: GiftFilter): Promise<number> {
  const { total } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM gift_coupon g WHERE ${matches(filter)}`.firstRow(db);
  return total;
}
