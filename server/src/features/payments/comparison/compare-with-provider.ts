import { openCase } from "#features/cases/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { enqueue, type OutboxHandler } from "#platform/jobs/outbox.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { scheduleCheck } from "#features/payments/check-payment.ts";
import type { PaymentProvider } from "#features/payments/payment-provider.ts";
import { findPaymentByRef } from "#features/payments/payments-store.ts";
import { scheduleDisputeFetch } from "#features/payments/disputes/record-dispute.ts";
import { scheduleRefundFetch } from "#features/payments/refunds/record-refund.ts";
import type { PaymentDependencies } from "#features/payments/settle-payment.ts";
import { claimComparison, findComparedUntil, storeComparedUntil } from "./comparison-store.ts";
import { type Difference, findDifferences, isListing, type ListingProvider } from "./find-differences.ts";

export const compareProviderJob = "compare-provider";

/** Time in which webhooks and status checks are normally processed. */
const processingMs = 10 * 60_000;

const dayMs = 24 * 3_600_000;
/** Period of the first comparison with a provider. */
export const firstDays = 7;

/**
 * Compares a period with a provider's lists. Each difference becomes a case, and is recorded by the jobs that also process
 * the provider's webhooks.
 */
export async function compareWithProvider(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  provider: ListingProvider,
  period: { readonly since: Date; readonly until: Date },
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for await (const difference of findDifferences(database, provider, period)) {
    differences.push(difference);
    await reportDifference(database, difference, clock.now());
  }
  return differences;
}

async function reportDifference(database: Database, difference: Difference, now: Date): Promise<void> {
  const { provider, kind, ref, orderId, ...detail } = difference;
  await transact(database, async (uow) => {
    await openCase(uow, {
      kind: "providerDiffers",
      deviceId: null,
      orderId,
      subject: `${provider}:${kind}:${ref}`,
      detail: { provider, [kind]: ref, ...detail },
      openedAt: now,
    });
    if (difference.problem !== "notBooked" && difference.problem !== "failed") return;
    if (kind === "dispute") return scheduleDisputeFetch(uow, provider, ref, now);
    if (kind === "refund") return scheduleRefundFetch(uow, provider, ref, now);
    const payment = await findPaymentByRef(uow, provider, ref);
    if (payment !== null) scheduleCheck(uow, payment.paymentId, now, { checks: 0 });
  });
}

/** Enqueues the comparisons that are due: one per provider and day. */
export const createScheduleComparisons =
  (
    { database, clock }: { readonly database: Database; readonly clock: Clock },
    providers: readonly PaymentProvider[],
  ) =>
  async (): Promise<void> => {
    const now = clock.now();
    const due = {
      now,
      nextAt: new Date(now.getTime() + dayMs),
      firstSince: new Date(now.getTime() - firstDays * dayMs),
    };
    for (const { name } of providers.filter(isListing))
      await transact(database, async (uow) => {
        if (await claimComparison(uow, name, due))
          enqueue(uow, { kind: compareProviderJob, subject: name, payload: {}, dueAt: now });
      });
  };

/** Creates the job that compares what happened since the last comparison; it is retried until the provider answers. */
export function createCompareProvider(dependencies: PaymentDependencies): OutboxHandler {
  const { database, clock, wake, findProvider } = dependencies;
  return async ({ subject }, { confirmLease, log }) => {
    const provider = findProvider(subject);
    const since = await findComparedUntil(database, subject);
    if (since === null || !isListing(provider)) return;
    const until = new Date(clock.now().getTime() - processingMs);
    const differences = await compareWithProvider(dependencies, provider, { since, until });
    await transact(database, async (uow) => {
      await confirmLease(uow);
      await storeComparedUntil(uow, subject, until);
    });
    wake();
    if (differences.length > 0)
      log.warn({ provider: subject, count: differences.length }, "a provider's lists differ from the ledger");
  };
}
