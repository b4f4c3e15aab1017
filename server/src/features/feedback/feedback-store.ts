import { normaliseCode } from "@reposo/contract/text/typed-text.ts";
import type { FeedbackOutcome, FeedbackProblem, FeedbackState } from "@reposo/contract/feedback/feedback.ts";
import { maxFeedbackPerOrder, openFeedbackStates } from "@reposo/contract/feedback/feedback-limits.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface NewFeedback {
  readonly feedbackId: string;
  readonly reference: string;
  readonly orderId: string;
  readonly outletId: string;
  readonly deviceId: string;
  /** The sender: a customer, or the account of a manager; the other field is null. */
  readonly customerId: string | null;
  readonly accountId: string | null;
  /** Null if the sender chose no problem from the list. */
  readonly problemType: FeedbackProblem | null;
  /** Description of the problem; may be empty. */
  readonly problem: string;
  /** Description of abnormal behaviour of the chair; may be empty. */
  readonly abnormal: string;
  readonly mediaCount: number;
  readonly createdAt: Date;
}

export interface FeedbackRecord extends NewFeedback {
  readonly orderNumber: string;
  readonly orderedAt: Date;
  /** Amount of the order. */
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly outletName: string;
  readonly state: FeedbackState;
  /** Null until the feedback is closed. */
  readonly outcome: FeedbackOutcome | null;
  /** The latest answer; null without an answer. */
  readonly answer: string | null;
  /** Code of the coupon given with an answer; null: no coupon. */
  readonly couponCode: string | null;
  readonly answeredAt: Date | null;
}

const columns = sql`f.feedback_id AS "feedbackId", f.reference, f.order_id AS "orderId",
  o.order_number AS "orderNumber", o.ordered_at AS "orderedAt", o.amount_minor AS "amountMinor", o.currency,
  f.outlet_id AS "outletId", outlet.name AS "outletName",
  f.device_id AS "deviceId", f.customer_id AS "customerId", f.account_id AS "accountId",
  f.problem_type AS "problemType", f.problem, f.abnormal,
  f.media_count AS "mediaCount", f.state, f.outcome, f.answer, f.coupon_code AS "couponCode",
  f.created_at AS "createdAt", f.answered_at AS "answeredAt"`;
const tables = sql`feedback f JOIN orders o ON o.order_id = f.order_id JOIN outlet ON outlet.outlet_id = f.outlet_id`;

/**
 * Inserts feedback. Within its order, it gets the next number.
 * @param maxOpen maximum number of feedback entries of the same customer on the order that wait for a reply; has no
 *   effect on managers
 * @returns false if a limit is reached (`findReachedLimits`), if the reference exists already (references are short, so
 *   that people can read them aloud), or if a concurrent feedback on the order got the same number
 */
export async function insertFeedback(
  uow: UnitOfWork,
  feedback: NewFeedback,
  maxOpen: number,
): Promise<boolean> {
  return sql`
    INSERT INTO feedback (feedback_id, reference, order_id, outlet_id, device_id, customer_id, account_id, problem_type,
      problem, abnormal, media_count, state, created_at, number)
    SELECT ${feedback.feedbackId}, ${feedback.reference}, ${feedback.orderId}, ${feedback.outletId},
      ${feedback.deviceId}, ${feedback.customerId}, ${feedback.accountId}, ${feedback.problemType}, ${feedback.problem},
      ${feedback.abnormal}, ${feedback.mediaCount}, 'sent', ${feedback.createdAt},
      count(*) + 1
    FROM feedback WHERE order_id = ${feedback.orderId} HAVING NOT (${isFull} OR ${isUnanswered(feedback, maxOpen)})
    ON CONFLICT DO NOTHING RETURNING feedback_id`.hasRows(uow);
}

/** Returns how many minor units of an order were returned since an instant. */
export async function returnedSince(db: Querier, orderId: string, since: Date): Promise<number> {
  const { amount } = await sql<{ amount: number }>`
    SELECT coalesce(sum(amount_minor), 0)::bigint AS amount FROM refund
    WHERE order_id = ${orderId} AND state = 'returned' AND returned_at >= ${since}`.firstRow(db);
  return amount;
}

/**
 * Returns which limits prevent a further feedback of this sender on the order. `isFull`: the order has the maximum
 * number of feedback entries. `isUnanswered`: `maxOpen` entries of the customer wait for a reply.
 */
export async function findReachedLimits(
  uow: UnitOfWork,
  sender: Pick<NewFeedback, "orderId" | "customerId">,
  maxOpen: number,
): Promise<{ isFull: boolean; isUnanswered: boolean }> {
  return sql<{ isFull: boolean; isUnanswered: boolean }>`
    SELECT ${isFull} AS "isFull", ${isUnanswered(sender, maxOpen)} AS "isUnanswered"
    FROM feedback WHERE order_id = ${sender.orderId}`.firstRow(uow);
}

const isFull = sql`count(*) >= ${maxFeedbackPerOrder}`;
const isUnanswered = ({ customerId }: Pick<NewFeedback, "customerId">, maxOpen: number) =>
  sql`count(*) FILTER (WHERE customer_id = ${customerId} AND state = ANY(${openFeedbackStates}::text[])) >= ${maxOpen}`;

/** Returns the feedback on an order, newest first: of one customer, or of all senders if `customerId` is null. */
export async function selectFeedbackOfOrder(
  db: Querier,
  orderId: string,
  customerId: string | null,
): Promise<FeedbackRecord[]> {
  const own = customerId === null ? sql`` : sql`AND f.customer_id = ${customerId}`;
  return sql<FeedbackRecord>`
    SELECT ${columns} FROM ${tables} WHERE f.order_id = ${orderId} ${own}
    ORDER BY f.created_at DESC, f.feedback_id DESC`.rows(db);
}

export async function findFeedback(db: Querier, feedbackId: string): Promise<FeedbackRecord | null> {
  return sql<FeedbackRecord>`
    SELECT ${columns} FROM ${tables} WHERE f.feedback_id = ${feedbackId}`.rowOrNull(db);
}

/** Returns the ID of the feedback with a reference as a person types it; null if there is none. */
export async function findFeedbackId(db: Querier, typed: string): Promise<string | null> {
  const plain = normaliseCode(typed).replaceAll("-", "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  const found = await sql<{ feedbackId: string }>`
    SELECT feedback_id AS "feedbackId" FROM feedback WHERE replace(reference, '-', '') = ${plain}`.rowOrNull(
    db,
  );
  return found?.feedbackId ?? null;
}

/** Loads feedback and locks its row until the transaction ends. */
export async function lockFeedback(uow: UnitOfWork, feedbackId: string): Promise<FeedbackRecord | null> {
  return sql<FeedbackRecord>`
    SELECT ${columns} FROM ${tables} WHERE f.feedback_id = ${feedbackId} FOR UPDATE OF f`.rowOrNull(uow);
}

/** A change of a feedback. Omitted fields and fields that are null keep their stored values. */
export interface FeedbackChange {
  readonly state: FeedbackState;
  readonly answer?: string;
  readonly answeredAt?: Date;
  readonly couponCode?: string | null;
  readonly outcome?: FeedbackOutcome;
  readonly closedAt?: Date;
}

export async function changeFeedback(
  uow: UnitOfWork,
  feedbackId: string,
  change: FeedbackChange,
): Promise<void> {
  await sql`
    UPDATE feedback SET state = ${change.state}, answer = coalesce(${change.answer ?? null}, answer),
      answered_at = coalesce(${change.answeredAt ?? null}, answered_at),
      coupon_code = coalesce(${change.couponCode ?? null}, coupon_code),
      outcome = coalesce(${change.outcome ?? null}, outcome),
      closed_at = coalesce(${change.closedAt ?? null}, closed_at)
    WHERE feedback_id = ${feedbackId}`.execute(uow);
}

export interface FeedbackFilter {
  readonly outletIds: readonly string[];
  /** Null: all states. */
  readonly states: readonly FeedbackState[] | null;
  /** Null: all chairs. */
  readonly deviceId: string | null;
}

/** The states are literals, because a generic plan with parameters cannot use the partial index of open feedback. */
const statesAre = (states: readonly FeedbackState[] | null) =>
  states === null ? sql`` : sql`AND f.state IN (${sql.join(states.map((state) => sql.literal(state)))})`;

const matches = ({ outletIds, states, deviceId }: FeedbackFilter) => sql`
  f.outlet_id = ANY(${outletIds}::text[]) ${statesAre(states)}
  ${deviceId === null ? sql`` : sql`AND f.device_id = ${deviceId}`}`;

/**
 * Selects a page of feedback, newest first.
 * @param afterId ID of the last feedback of the previous page; null for the first page
 */
export async function selectFeedback(
  db: Querier,
  filter: FeedbackFilter,
  afterId: string | null,
  limit: number,
): Promise<FeedbackRecord[]> {
  const after =
    afterId === null
      ? sql``
      : sql`AND (f.created_at, f.feedback_id) <
          (SELECT last.created_at, last.feedback_id FROM feedback last WHERE last.feedback_id = ${afterId})`;
  return sql<FeedbackRecord>`
    SELECT ${columns} FROM ${tables} WHERE ${matches(filter)} ${after}
    ORDER BY f.created_at DESC, f.feedback_id DESC LIMIT ${limit}`.rows(db);
}

export async function countFeedback(db: Querier, filter: FeedbackFilter): Promise<number> {
  const { total } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM feedback f WHERE ${matches(filter)}`.firstRow(db);
  return total;
}
