import { sql } from "#platform/postgres/sql.ts";
import type { PaymentPage } from "./payment-provider.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

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
    RETURNING page_attempts AS attempt`.rowOrNull(uow);
  return claimed?.attempt ?? null;
}

export async function recordPageError(uow: UnitOfWork, paymentId: string, message: string): Promise<void> {
  await sql`
    UPDATE payment SET page_error = ${message.slice(0, 1000)}
    WHERE payment_id = ${paymentId} AND provider_ref IS NULL`.execute(uow);
}
