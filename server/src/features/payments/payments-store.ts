import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { PaymentPage } from "./payment-provider.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface PaymentRecord {
  readonly paymentId: string;
  readonly orderId: string;
  readonly provider: string;
  /** The provider's ID of the payment; null until the payment page is stored. */
  readonly providerRef: string | null;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly state: "created" | "confirmed" | "refused" | "expired";
  readonly redirectUrl: string | null;
  readonly qrText: string | null;
  /** Time of the next attempt to open the payment page; null unless an attempt failed and no page exists. */
  readonly pageRetryAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const paymentColumns = sql`payment_id AS "paymentId", order_id AS "orderId", provider,
  provider_ref AS "providerRef", amount_minor AS "amountMinor", currency, state, redirect_url AS "redirectUrl",
  qr_text AS "qrText", CASE WHEN page_error IS NOT NULL THEN page_retry_at END AS "pageRetryAt", created_at AS "createdAt", expires_at AS "expiresAt"`;

export type NewPayment = Pick<
  PaymentRecord,
  "paymentId" | "orderId" | "provider" | "amountMinor" | "currency" | "expiresAt"
>;

export async function insertPayment(uow: UnitOfWork, payment: NewPayment, now: Date): Promise<void> {
  await sql`
    INSERT INTO payment (payment_id, order_id, provider, amount_minor, currency, state, created_at, expires_at)
    VALUES (${payment.paymentId}, ${payment.orderId}, ${payment.provider}, ${payment.amountMinor},
      ${payment.currency}, 'created', ${now}, ${payment.expiresAt})`.execute(uow);
}

export async function findPayment(db: Querier, paymentId: string): Promise<PaymentRecord | null> {
  return sql<PaymentRecord>`
    SELECT ${paymentColumns} FROM payment WHERE payment_id = ${paymentId}`.rowOrNull(db);
}

export async function findPaymentOfOrder(db: Querier, orderId: string): Promise<PaymentRecord | null> {
  return sql<PaymentRecord>`
    SELECT ${paymentColumns} FROM payment WHERE order_id = ${orderId}`.rowOrNull(db);
}

/** Stores the page that customers see. A page that is already stored is not replaced. */
export async function storePaymentPage(uow: UnitOfWork, paymentId: string, page: PaymentPage): Promise<void> {
  await sql`
    UPDATE payment SET provider_ref = ${page.providerRef}, redirect_url = ${page.redirectUrl},
      qr_text = ${page.qrText}, page_error = NULL
    WHERE payment_id = ${paymentId} AND provider_ref IS NULL`.execute(uow);
}

/** Changes the provider of a payment that has no page yet. */
export async function changeProvider(uow: UnitOfWork, paymentId: string, provider: string): Promise<void> {
  await sql`
    UPDATE payment SET provider = ${provider} WHERE payment_id = ${paymentId} AND provider_ref IS NULL`.execute(
    uow,
  );
}

/** Stores why the page could not be opened, and when the next attempt is due. */
export async function recordPageError(
  uow: UnitOfWork,
  paymentId: string,
  { message, retryAt }: { readonly message: string; readonly retryAt: Date },
): Promise<void> {
  await sql`
    UPDATE payment SET page_error = ${message.slice(0, 1000)}, page_retry_at = ${retryAt}
    WHERE payment_id = ${paymentId} AND provider_ref IS NULL`.execute(uow);
}

/** Returns false if this check was counted before; the next check is then already scheduled. */
export async function countPaymentCheck(uow: UnitOfWork, paymentId: string, check: number): Promise<boolean> {
  return sql`
    UPDATE payment SET looks = ${check + 1} WHERE payment_id = ${paymentId} AND looks = ${check}
    RETURNING looks`.hasRows(uow);
}

/** Finds a payment by the provider's ID of its page or of its transaction. */
export async function findPaymentByRef(
  db: Querier,
  provider: string,
  ref: string,
): Promise<PaymentRecord | null> {
  return sql<PaymentRecord>`
    SELECT ${paymentColumns} FROM payment
    WHERE provider = ${provider} AND (provider_ref = ${ref} OR transaction_ref = ${ref})`.rowOrNull(db);
}

/** Finds the payment that a report of a refund or dispute names by the provider's ID or by ours. */
export async function findReportedPayment(
  db: Querier,
  provider: string,
  { paymentId, paymentRef }: { readonly paymentId: string | null; readonly paymentRef: string | null },
): Promise<PaymentRecord | null> {
  const byRef = paymentRef === null ? null : await findPaymentByRef(db, provider, paymentRef);
  if (byRef !== null || paymentId === null || !isUuid(paymentId)) return byRef;
  const byId = await findPayment(db, paymentId);
  return byId?.provider === provider ? byId : null;
}

/** Stores the provider's ID of the transaction, by which it names the payment in refunds and disputes. */
export async function storeTransactionRef(
  uow: UnitOfWork,
  paymentId: string,
  transactionRef: string,
): Promise<void> {
  await sql`
    UPDATE payment SET transaction_ref = ${transactionRef}
    WHERE payment_id = ${paymentId} AND transaction_ref IS NULL`.execute(uow);
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
