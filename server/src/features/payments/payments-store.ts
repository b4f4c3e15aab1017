import type { Currency } from "@reposo/contract/fields.ts";
import type { refundStates } from "@reposo/contract/orders/order-payment.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { PaymentPage } from "./payment-provider.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface PaymentRecord {
  readonly paymentId: string;
  readonly orderId: string;
  readonly provider: string;
  readonly providerRef: string | null;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly state: "created" | "confirmed" | "refused" | "expired";
  readonly redirectUrl: string | null;
  readonly qrText: string | null;
  /** The earliest time of the next attempt to open the payment page; null unless the last attempt failed. */
  readonly pageRetryAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface RefundRecord {
  readonly refundId: string;
  readonly orderId: string;
  readonly paymentId: string | null;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly reason: string;
  readonly state: (typeof refundStates)[number];
  /** The provider's reference of the current request; null until the provider has returned one. */
  readonly providerRef: string | null;
  /** The provider's reference of the last request that it reported as failed. */
  readonly refusedRef: string | null;
  readonly requestedAt: Date;
}

const paymentColumns = sql`payment_id AS "paymentId", order_id AS "orderId", provider,
  provider_ref AS "providerRef", amount_minor AS "amountMinor", currency, state, redirect_url AS "redirectUrl",
  qr_text AS "qrText", CASE WHEN page_error IS NOT NULL THEN page_retry_at END AS "pageRetryAt", created_at AS "createdAt", expires_at AS "expiresAt"`;
const refundColumns = sql`refund_id AS "refundId", order_id AS "orderId", payment_id AS "paymentId",
  amount_minor AS "amountMinor", currency, reason, state, provider_ref AS "providerRef",
  refused_ref AS "refusedRef", requested_at AS "requestedAt"`;

export async function insertPayment(
  uow: UnitOfWork,
  payment: Pick<
    PaymentRecord,
    "paymentId" | "orderId" | "provider" | "amountMinor" | "currency" | "expiresAt"
  >,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO payment (payment_id, order_id, provider, amount_minor, currency, state, created_at, expires_at)
    VALUES (${payment.paymentId}, ${payment.orderId}, ${payment.provider}, ${payment.amountMinor},
      ${payment.currency}, 'created', ${now}, ${payment.expiresAt})`.execute(uow);
}

/** Stores the page that customers see. A page that is already stored is not replaced. */
export async function storePaymentPage(uow: UnitOfWork, paymentId: string, page: PaymentPage): Promise<void> {
  await sql`
    UPDATE payment SET provider_ref = ${page.providerRef}, redirect_url = ${page.redirectUrl},
      qr_text = ${page.qrText}, page_error = NULL
    WHERE payment_id = ${paymentId} AND provider_ref IS NULL`.execute(uow);
}

/**
 * Delays between attempts to open a payment page. The first is longer than an attempt with all retries of a provider's
 * client; each attempt doubles the delay, up to the maximum.
 */
const [firstDelaySeconds, maxDelaySeconds] = [40, 300];

/**
 * Claims the next attempt to open a payment's page, so that only one caller across all servers makes it.
 * @returns the attempt's number; null if it is not yet due, in progress, or no longer needed
 */
export async function claimPageAttempt(
  uow: UnitOfWork,
  paymentId: string,
  { now, createdBefore }: { now: Date; createdBefore: Date },
): Promise<number | null> {
  const claimed = await sql<{ attempt: number }>`
    UPDATE payment SET page_attempts = page_attempts + 1, page_retry_at = ${now}::timestamptz
      + least(${firstDelaySeconds} * 2 ^ least(page_attempts, 10), ${maxDelaySeconds}) * interval '1 second'
    WHERE payment_id = ${paymentId} AND provider_ref IS NULL AND state = 'created' AND created_at <= ${createdBefore}
      AND coalesce(page_retry_at <= ${now}, true)
    RETURNING page_attempts AS attempt`.execute(uow);
  return claimed.rows[0]?.attempt ?? null;
}

export async function recordPageError(uow: UnitOfWork, paymentId: string, message: string): Promise<void> {
  await sql`
    UPDATE payment SET page_error = ${message.slice(0, 1000)}
    WHERE payment_id = ${paymentId} AND provider_ref IS NULL`.execute(uow);
}

export async function findPayment(db: Querier, paymentId: string): Promise<PaymentRecord | null> {
  return sql<PaymentRecord>`
    SELECT ${paymentColumns} FROM payment WHERE payment_id = ${paymentId}`.rowOrNull(db);
}

export async function findPaymentOfOrder(db: Querier, orderId: string): Promise<PaymentRecord | null> {
  return sql<PaymentRecord>`
    SELECT ${paymentColumns} FROM payment WHERE order_id = ${orderId}`.rowOrNull(db);
}

/** Returns false if this check was counted before; the next check is then already scheduled. */
export async function countPaymentCheck(uow: UnitOfWork, paymentId: string, check: number): Promise<boolean> {
  return sql`
    UPDATE payment SET looks = ${check + 1} WHERE payment_id = ${paymentId} AND looks = ${check}
    RETURNING looks`.hasRows(uow);
}

export async function findPaymentByRef(
  db: Querier,
  provider: string,
  providerRef: string,
): Promise<PaymentRecord | null> {
  return sql<PaymentRecord>`
    SELECT ${paymentColumns} FROM payment
    WHERE provider = ${provider} AND provider_ref = ${providerRef}`.rowOrNull(db);
}

/** Returns false if this event was processed before. */
export async function insertProviderEvent(
  uow: UnitOfWork,
  provider: string,
  eventId: string,
  now: Date,
): Promise<boolean> {
  return sql`
    INSERT INTO provider_event (provider, event_id, received_at) VALUES (${provider}, ${eventId}, ${now})
    ON CONFLICT DO NOTHING RETURNING event_id`.hasRows(uow);
}

/** Deletes the IDs of old events: providers redeliver events for days, not for months. */
export async function purgeProviderEvents(db: Querier, before: Date): Promise<void> {
  await sql`DELETE FROM provider_event WHERE received_at < ${before}`.execute(db);
}

/**
 * Confirms a payment once, even if it was refused before; or refuses a payment that is not settled.
 * @returns null if nothing changed
 */
export async function settle(
  uow: UnitOfWork,
  paymentId: string,
  state: "confirmed" | "refused",
  now: Date,
): Promise<PaymentRecord | null> {
  return sql<PaymentRecord>`
    UPDATE payment SET state = ${state}, settled_at = ${now}
    WHERE payment_id = ${paymentId}
      AND (state = 'created' OR (state <> 'confirmed' AND ${state} = 'confirmed'))
    RETURNING ${paymentColumns}`.rowOrNull(uow);
}

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
 * Records that the money of a refund that needs attention was returned.
 * @returns null if the refund no longer needs attention
 */
export async function settleStuckRefund(
  uow: UnitOfWork,
  refundId: string,
  now: Date,
): Promise<RefundRecord | null> {
  return sql<RefundRecord>`
    UPDATE refund SET state = 'returned', returned_at = ${now}
    WHERE refund_id = ${refundId} AND state = 'needsAttention' RETURNING ${refundColumns}`.rowOrNull(uow);
}

/** Returns false if this check was counted before; the next check is then already scheduled. */
export async function countRefundCheck(uow: UnitOfWork, refundId: string, check: number): Promise<boolean> {
  return sql`
    UPDATE refund SET looks = ${check + 1} WHERE refund_id = ${refundId} AND looks = ${check}
    RETURNING looks`.hasRows(uow);
}

/**
 * Sums all refunds of an order in any state, in minor units. Only the lock of the order prevents a concurrent refund.
 */
export async function sumRefunds(db: Querier, orderId: string): Promise<number> {
  const found = await sql<{ amount: number }>`
    SELECT coalesce(sum(amount_minor), 0)::bigint AS amount FROM refund WHERE order_id = ${orderId}`.execute(
    db,
  );
  return found.rows[0]?.amount ?? 0;
}

/**
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
