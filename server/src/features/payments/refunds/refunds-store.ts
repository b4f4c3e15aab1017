import type { Currency } from "@reposo/contract/fields.ts";
import type { refundStates } from "@reposo/contract/orders/order-payment.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface RefundRecord {
  readonly refundId: string;
  readonly orderId: string;
  /** The refunded online payment; null if the order was not paid online. */
  readonly paymentId: string | null;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly reason: string;
  readonly state: (typeof refundStates)[number];
  /** The provider's reference of the current request; null until the provider has returned one. */
  readonly providerRef: string | null;
  /** The provider's reference of the last request that it reported as failed; null if there is none. */
  readonly refusedRef: string | null;
  readonly requestedAt: Date;
}

const refundColumns = sql`refund_id AS "refundId", order_id AS "orderId", payment_id AS "paymentId",
  amount_minor AS "amountMinor", currency, reason, state, provider_ref AS "providerRef",
  refused_ref AS "refusedRef", requested_at AS "requestedAt"`;

export type NewRefund = Omit<RefundRecord, "providerRef" | "refusedRef" | "requestedAt">;

/** Stores one refund per order and reason; returns false if it was requested before. */
export async function insertRefund(uow: UnitOfWork, refund: NewRefund, now: Date): Promise<boolean> {
  return sql`
    INSERT INTO refund (refund_id, order_id, payment_id, amount_minor, currency, reason, state, requested_at,
      returned_at)
    VALUES (${refund.refundId}, ${refund.orderId}, ${refund.paymentId}, ${refund.amountMinor}, ${refund.currency},
      ${refund.reason}, ${refund.state}, ${now}, ${refund.state === "returned" ? now : null})
    ON CONFLICT (order_id, reason) DO NOTHING RETURNING refund_id`.hasRows(uow);
}

export async function findRefund(db: Querier, refundId: string): Promise<RefundRecord | null> {
  return sql<RefundRecord>`
    SELECT ${refundColumns} FROM refund WHERE refund_id = ${refundId}`.rowOrNull(db);
}

export async function findRefundByRef(db: Querier, providerRef: string): Promise<RefundRecord | null> {
  return sql<RefundRecord>`
    SELECT ${refundColumns} FROM refund WHERE provider_ref = ${providerRef}`.rowOrNull(db);
}

/** @returns false if a concurrent call has stored a reference, or if the refund was restarted */
export async function storeRefundRef(
  db: Querier,
  { refundId, refusedRef }: Pick<RefundRecord, "refundId" | "refusedRef">,
  providerRef: string,
): Promise<boolean> {
  return sql`
    UPDATE refund SET provider_ref = ${providerRef}
    WHERE refund_id = ${refundId} AND provider_ref IS NULL AND refused_ref IS NOT DISTINCT FROM ${refusedRef}
    RETURNING refund_id`.hasRows(db);
}

/** Records that the provider reported this request as failed; only then is a new request safe. */
export async function storeRejectedRefundRef(
  db: Querier,
  refundId: string,
  providerRef: string,
): Promise<void> {
  await sql`
    UPDATE refund SET refused_ref = ${providerRef}
    WHERE refund_id = ${refundId} AND provider_ref = ${providerRef}`.execute(db);
}

/** Returns the refunds of an order that an operator has to resolve, oldest first. */
export async function findStuckRefunds(db: Querier, orderId: string): Promise<RefundRecord[]> {
  return sql<RefundRecord>`
    SELECT ${refundColumns} FROM refund WHERE order_id = ${orderId} AND state = 'needsAttention'
    ORDER BY requested_at, refund_id`.rows(db);
}

/**
 * Restarts the refund, once per failed request; returns false if the provider has not reported the current request as
 * failed.
 */
export async function restartRefund(uow: UnitOfWork, refundId: string): Promise<boolean> {
  return sql`
    UPDATE refund SET state = 'requested', provider_ref = NULL, looks = 0
    WHERE refund_id = ${refundId} AND state = 'needsAttention' AND provider_ref = refused_ref
    RETURNING refund_id`.hasRows(uow);
}

/**
 * Records that the operator returned the money of a refund that needs attention. Also marks the current request as
 * failed, so that a later report of its failure by the provider opens no case.
 * @returns null if the refund no longer needs attention
 */
export async function settleStuckRefund(
  uow: UnitOfWork,
  refundId: string,
  now: Date,
): Promise<RefundRecord | null> {
  return sql<RefundRecord>`
    UPDATE refund SET state = 'returned', returned_at = ${now}, refused_ref = coalesce(provider_ref, refused_ref)
    WHERE refund_id = ${refundId} AND state = 'needsAttention' RETURNING ${refundColumns}`.rowOrNull(uow);
}

/**
 * Records that the provider reported a refund as failed after it had reported it as paid.
 * @returns null if the refund is not returned, or if its failure was recorded before
 */
export async function recordFailureAfterReturn(
  uow: UnitOfWork,
  { refundId, providerRef }: Pick<RefundRecord, "refundId" | "providerRef">,
): Promise<RefundRecord | null> {
  return sql<RefundRecord>`
    UPDATE refund SET refused_ref = provider_ref
    WHERE refund_id = ${refundId} AND state = 'returned' AND provider_ref = ${providerRef}
      AND refused_ref IS DISTINCT FROM provider_ref
    RETURNING ${refundColumns}`.rowOrNull(uow);
}

/** Returns false if this check was counted before; the next check is then already scheduled. */
export async function countRefundCheck(uow: UnitOfWork, refundId: string, check: number): Promise<boolean> {
  return sql`
    UPDATE refund SET looks = ${check + 1} WHERE refund_id = ${refundId} AND looks = ${check}
    RETURNING looks`.hasRows(uow);
}

/**
 * Changes the state of a refund.
 * @returns null if the refund is already in that state or returned, or if `providerRef` belongs to an earlier request
 */
export async function moveRefund(
  uow: UnitOfWork,
  { refundId, providerRef }: Pick<RefundRecord, "refundId" | "providerRef">,
  state: "onItsWay" | "returned" | "needsAttention",
  now: Date,
): Promise<RefundRecord | null> {
  return sql<RefundRecord>`
    UPDATE refund SET state = ${state}, returned_at = ${state === "returned" ? now : null}
    WHERE refund_id = ${refundId} AND state <> 'returned' AND state <> ${state}
      AND provider_ref IS NOT DISTINCT FROM ${providerRef}
    RETURNING ${refundColumns}`.rowOrNull(uow);
}
