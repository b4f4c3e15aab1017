import type { refundStates } from "@reposo/contract/orders/order-payment.ts";
import type { RefundRequestState } from "@reposo/contract/orders/refunds.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface NewRequest {
  readonly requestId: string;
  readonly orderId: string;
  readonly feedbackId: string | null;
  readonly accountId: string;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly reason: string;
  readonly requestedAt: Date;
}

export interface RequestRecord extends Omit<NewRequest, "accountId"> {
  readonly state: RefundRequestState;
  /** State of the refund of an approved request; null for other requests. */
  readonly refundState: (typeof refundStates)[number] | null;
  /** Display name of the manager's account; null if no account is recorded. */
  readonly requestedBy: string | null;
  readonly decidedAt: Date | null;
  /** The operator's reason for a refusal or note on an approval; null if there is none. */
  readonly decision: string | null;
}

const columns = sql`q.request_id AS "requestId", q.order_id AS "orderId", q.feedback_id AS "feedbackId",
  q.amount_minor AS "amountMinor", q.currency, q.reason, q.state, r.state AS "refundState",
  q.requested_at AS "requestedAt", account.display_name AS "requestedBy", q.decided_at AS "decidedAt", q.decision`;
const tables = sql`refund_request q LEFT JOIN refund r ON r.refund_id = q.refund_id
  LEFT JOIN account ON account.account_id = q.account_id`;

/** @returns false if the order already has an open request, which a unique index ensures */
export async function insertRequest(uow: UnitOfWork, request: NewRequest): Promise<boolean> {
  return sql`
    INSERT INTO refund_request (request_id, order_id, feedback_id, account_id, amount_minor, currency, reason, state,
      requested_at)
    VALUES (${request.requestId}, ${request.orderId}, ${request.feedbackId}, ${request.accountId},
      ${request.amountMinor}, ${request.currency}, ${request.reason}, 'requested', ${request.requestedAt})
    ON CONFLICT (order_id) WHERE state = 'requested' DO NOTHING RETURNING request_id`.hasRows(uow);
}

export async function requestsOfOrder(db: Querier, orderId: string): Promise<RequestRecord[]> {
  return sql<RequestRecord>`
    SELECT ${columns} FROM ${tables} WHERE q.order_id = ${orderId}
    ORDER BY q.requested_at DESC, q.request_id DESC`.rows(db);
}

/** Locks and returns the open request of an order, or null if there is none. The caller holds the order's lock. */
export async function lockOpenRequest(
  uow: UnitOfWork,
  orderId: string,
): Promise<Pick<RequestRecord, "requestId" | "amountMinor" | "currency" | "reason"> | null> {
  return sql<RequestRecord>`
    SELECT request_id AS "requestId", amount_minor AS "amountMinor", currency, reason FROM refund_request
    WHERE order_id = ${orderId} AND state = 'requested' FOR UPDATE`.rowOrNull(uow);
}

export type RequestDecision = {
  readonly requestId: string;
  readonly decidedAt: Date;
  readonly decidedBy: string;
  readonly decision: string | null;
} & (
  | { readonly state: "approved"; readonly orderId: string; readonly refundReason: string }
  | { readonly state: "refused" }
);

export async function writeDecision(uow: UnitOfWork, decided: RequestDecision): Promise<void> {
  const refundId =
    decided.state === "approved"
      ? sql`(SELECT refund_id FROM refund WHERE order_id = ${decided.orderId} AND reason = ${decided.refundReason})`
      : sql`NULL`;
  await sql`
    UPDATE refund_request SET state = ${decided.state}, refund_id = ${refundId}, decided_at = ${decided.decidedAt},
      decided_by = ${decided.decidedBy}, decision = ${decided.decision}
    WHERE request_id = ${decided.requestId}`.execute(uow);
}

export interface ListedRequest extends RequestRecord {
  readonly orderNumber: string;
  readonly outletName: string;
  /** The short reference of the feedback, e.g. for phone calls; null if the request was made on the order's page. */
  readonly feedbackReference: string | null;
  /** The manager's latest answer to the feedback; null if there is none. */
  readonly feedbackAnswer: string | null;
}

/**
 * Returns when a manual refund of the same amount was last requested for the order, or null if none was since `since`.
 * The caller holds the lock of the order.
 */
export async function findRecentRefund(
  uow: UnitOfWork,
  { orderId, amountMinor, since }: { orderId: string; amountMinor: number; since: Date },
): Promise<Date | null> {
  const found = await sql<{ at: Date }>`
    SELECT requested_at AS at FROM refund
    WHERE order_id = ${orderId} AND amount_minor = ${amountMinor} AND reason LIKE 'byHand-%'
      AND requested_at >= ${since} ORDER BY requested_at DESC LIMIT 1`.rowOrNull(uow);
  return found?.at ?? null;
}

/**
 * Returns at most `limit` requests: those without a decision, oldest first; or with `includeDecided`, all, newest
 * first.
 */
export async function selectRequests(
  db: Querier,
  { includeDecided, limit }: { includeDecided: boolean; limit: number },
): Promise<ListedRequest[]> {
  return sql<ListedRequest>`
    SELECT ${columns}, o.order_number AS "orderNumber", outlet.name AS "outletName",
      feedback.reference AS "feedbackReference", feedback.answer AS "feedbackAnswer"
    FROM ${tables} JOIN orders o ON o.order_id = q.order_id JOIN outlet ON outlet.outlet_id = o.outlet_id
      LEFT JOIN feedback ON feedback.feedback_id = q.feedback_id
    ${includeDecided ? sql`ORDER BY q.requested_at DESC` : sql`WHERE q.state = 'requested' ORDER BY q.requested_at`},
      q.request_id LIMIT ${limit}`.rows(db);
}
