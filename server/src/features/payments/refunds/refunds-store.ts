import type { refundStates } from "@reposo/contract/orders/order-payment.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
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
  /** Number of the idempotency key of the current request; raised after the provider answered with an error. */
  readonly keyNumber: number;
  readonly requestedAt: Date;
}

const refundColumns = sql`refund_id AS "refundId", order_id AS "orderId", payment_id AS "paymentId",
  amount_minor AS "amountMinor", currency, reason, state, provider_ref AS "providerRef",
  refused_ref AS "refusedRef", key_number AS "keyNumber", requested_at AS "requestedAt"`;

/** Length of the refund's ID, with which the keys of its requests begin. */
export const refundIdLength = 36;

export type NewRefund = Omit<RefundRecord, "providerRef" | "refusedRef" | "keyNumber" | "requestedAt"> & {
  /** Only for a refund that was made at the provider. */
  readonly providerRef?: string;
};

/** Stores one refund per order and reason; returns false if it was requested before. */
export async function insertRefund(uow: UnitOfWork, refund: NewRefund, now: Date): Promise<boolean> {
  return sql`
    INSERT INTO refund (refund_id, order_id, payment_id, amount_minor, currency, reason, state, requested_at,
      returned_at, provider_ref)
    VALUES (${refund.refundId}, ${refund.orderId}, ${refund.paymentId}, ${refund.amountMinor}, ${refund.currency},
      ${refund.reason}, ${refund.state}, ${now}, ${refund.state === "returned" ? now : null},
      ${refund.providerRef ?? null})
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

/** Locks the refunds of a payment until the transaction ends. */
export async function lockRefundsOf(uow: UnitOfWork, paymentId: string): Promise<void> {
  await sql`
    SELECT FROM refund WHERE payment_id = ${paymentId} ORDER BY refund_id FOR UPDATE`.execute(uow);
}

/** @returns false if a concurrent call has stored another reference, or if the refund was restarted or reduced */
export async function storeRefundRef(
  db: Querier,
  {
    refundId,
    amountMinor,
    refusedRef,
    keyNumber,
  }: Pick<RefundRecord, "refundId" | "amountMinor" | "refusedRef" | "keyNumber">,
  providerRef: string,
): Promise<boolean> {
  return sql`
    UPDATE refund SET provider_ref = ${providerRef}
    WHERE refund_id = ${refundId} AND amount_minor = ${amountMinor}
      AND coalesce(provider_ref, ${providerRef}) = ${providerRef}
      AND refused_ref IS NOT DISTINCT FROM ${refusedRef} AND key_number = ${keyNumber}
    RETURNING refund_id`.hasRows(db);
}

/** Makes the next request of a refund use another key, after the provider answered that of `keyNumber` with an error. */
export async function rotateRefundKey(
  uow: UnitOfWork,
  { refundId, keyNumber }: Pick<RefundRecord, "refundId" | "keyNumber">,
): Promise<void> {
  await sql`
    UPDATE refund SET key_number = ${keyNumber + 1}
    WHERE refund_id = ${refundId} AND provider_ref IS NULL AND key_number = ${keyNumber}`.execute(uow);
}

/** Tolerated difference between the clocks of this server and a provider. */
const clockMargin = sql`interval '5 minutes'`;

/**
 * Assigns a refund that a person made at the provider to a refund of the same amount that was requested before and that
 * the provider has not made, so that it is not made twice.
 * @returns null if there is none
 */
export async function adoptRefund(
  uow: UnitOfWork,
  paymentId: string,
  { providerRef, amountMinor, at }: { providerRef: string; amountMinor: number; at: Date },
): Promise<RefundRecord | null> {
  return sql<RefundRecord>`
    UPDATE refund SET provider_ref = ${providerRef}
    WHERE refund_id = (SELECT refund_id FROM refund
      WHERE payment_id = ${paymentId} AND amount_minor = ${amountMinor} AND ${isNotMade}
        AND requested_at <= ${at}::timestamptz + ${clockMargin}
      ORDER BY state = 'returned', requested_at, refund_id LIMIT 1)
    RETURNING ${refundColumns}`.rowOrNull(uow);
}

/** The provider has no refund for this row, or reported it as failed. */
const isNotMade = sql`(provider_ref IS NULL OR provider_ref = refused_ref)`;

/** Returns the refunds of an order that the provider still has to make, oldest first. */
export async function findUnmadeRefunds(db: Querier, orderId: string): Promise<RefundRecord[]> {
  return sql<RefundRecord>`
    SELECT ${refundColumns} FROM refund
    WHERE order_id = ${orderId} AND state IN ('requested', 'needsAttention') AND ${isNotMade}
    ORDER BY requested_at, refund_id`.rows(db);
}

/** Reduces a refund to what is left of its payment; with nothing left, no refund is requested. */
export async function reduceRefund(
  uow: UnitOfWork,
  refundId: string,
  amountMinor: number,
  now: Date,
): Promise<void> {
  await sql`SELECT reduce_refund(${refundId}, ${amountMinor}, ${now})`.execute(uow);
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
 * Restarts a refund that the provider has not accepted, or reported as failed; returns false for any other.
 */
export async function restartRefund(uow: UnitOfWork, refundId: string): Promise<boolean> {
  return sql`
    UPDATE refund SET state = 'requested', provider_ref = NULL, looks = 0
    WHERE refund_id = ${refundId} AND state = 'needsAttention' AND ${isNotMade}
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

/** Sums the refunds of an order in any state that were made for the given reasons, in minor units. */
export async function sumRefundsFor(
  db: Querier,
  orderId: string,
  reasons: readonly string[],
): Promise<number> {
  const { amount } = await sql<{ amount: number }>`
    SELECT coalesce(sum(amount_minor), 0)::bigint AS amount FROM refund
    WHERE order_id = ${orderId} AND reason = ANY(${reasons}::text[])`.firstRow(db);
  return amount;
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
