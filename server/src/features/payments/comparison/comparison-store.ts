import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface OwnMovement {
  readonly orderId: string;
  readonly ref: string;
  readonly amountMinor: number;
  readonly currency: Currency;
}

/** Returns the payments that this product booked in the period. */
export async function findBookedPayments(
  db: Querier,
  provider: string,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<OwnMovement[]> {
  return sql<OwnMovement>`
    SELECT order_id AS "orderId", provider_ref AS ref, amount_minor AS "amountMinor", currency FROM payment
    WHERE provider = ${provider} AND state = 'confirmed' AND settled_at >= ${since} AND settled_at < ${until}
      AND provider_ref IS NOT NULL
    ORDER BY settled_at, payment_id`.rows(db);
}

/** Returns the refunds that this product booked in the period, except those that were not made by the provider. */
export async function findBookedRefunds(
  db: Querier,
  provider: string,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<OwnMovement[]> {
  return sql<OwnMovement>`
    SELECT r.order_id AS "orderId", r.provider_ref AS ref, r.amount_minor AS "amountMinor", r.currency
    FROM refund r JOIN payment p USING (payment_id)
    WHERE p.provider = ${provider} AND r.state = 'returned' AND r.returned_at >= ${since} AND r.returned_at < ${until}
      AND r.provider_ref IS NOT NULL AND r.refused_ref IS DISTINCT FROM r.provider_ref
    ORDER BY r.returned_at, r.refund_id`.rows(db);
}

/** Returns the disputes of a provider that are not decided. */
export async function findOpenDisputes(db: Querier, provider: string): Promise<OwnMovement[]> {
  return sql<OwnMovement>`
    SELECT order_id AS "orderId", dispute_ref AS ref, amount_minor AS "amountMinor", currency FROM dispute
    WHERE provider = ${provider} AND state IN ('inquiry', 'needsResponse', 'underReview')
    ORDER BY dispute_ref`.rows(db);
}

/**
 * Claims the next comparison with a provider, so that one server makes it.
 * @returns false if it is not due
 */
export async function claimComparison(
  uow: UnitOfWork,
  provider: string,
  { now, nextAt, firstSince }: { readonly now: Date; readonly nextAt: Date; readonly firstSince: Date },
): Promise<boolean> {
  return sql`
    INSERT INTO provider_comparison AS last (provider, compared_until, next_at)
    VALUES (${provider}, ${firstSince}, ${nextAt})
    ON CONFLICT (provider) DO UPDATE SET next_at = ${nextAt} WHERE last.next_at <= ${now}
    RETURNING provider`.hasRows(uow);
}

/** Returns until when everything was compared with the provider; null if nothing was. */
export async function findComparedUntil(db: Querier, provider: string): Promise<Date | null> {
  const found = await sql<{ at: Date }>`
    SELECT compared_until AS at FROM provider_comparison WHERE provider = ${provider}`.rowOrNull(db);
  return found?.at ?? null;
}

export async function storeComparedUntil(uow: UnitOfWork, provider: string, until: Date): Promise<void> {
  await sql`
    UPDATE provider_comparison SET compared_until = ${until} WHERE provider = ${provider}`.execute(uow);
}
