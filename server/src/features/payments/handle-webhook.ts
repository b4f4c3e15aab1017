import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Transaction } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { enqueue } from "#platform/jobs/outbox.ts";
import { transact } from "#platform/postgres/transactions.ts";
import { planCheck } from "./check-payment.ts";
import {
  ForgedNewsError,
  MalformedNewsError,
  type PaymentProvider,
  type ProviderNews,
} from "./payment-provider.ts";
import { findPaymentByRef, findRefundByRef, insertProviderEvent } from "./payments-store.ts";
import { returnPaymentJob } from "./refund-payment.ts";
import { believeReport, type PaymentListener } from "./settle-payment.ts";

export interface Webhook {
  /** Exactly as it came: the signature is over these bytes. */
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
}

export type NewsOutcome =
  | { readonly kind: "taken" | "forged" }
  | { readonly kind: "malformed"; readonly error: MalformedNewsError };

/**
 * Takes a provider's webhook: each piece of news once, in any order. A signed report that matches the payment settles
 * it at once; whatever leaves doubt only makes the provider be asked.
 */
export function createHearNews({
  database,
  clock,
  wake,
  listeners,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly wake: () => void;
  readonly listeners: readonly PaymentListener[];
}) {
  async function take(tx: Transaction, provider: PaymentProvider, { about }: ProviderNews): Promise<void> {
    if (about === null) return;
    const now = clock.now();
    if (about.kind === "refund") {
      const refund = await findRefundByRef(tx, about.refundRef);
      if (refund === null) return;
      return enqueue(tx, { kind: returnPaymentJob, subject: refund.refundId, payload: {}, dueAt: now });
    }
    const ref = about.kind === "payment" ? about.report.providerRef : about.providerRef;
    const payment = await findPaymentByRef(tx, provider.name, ref);
    if (payment === null) return;
    const isSure = about.kind === "payment" && about.report.state === "paid";
    if (isSure) return believeReport(tx, { clock, listeners }, payment, about.report);
    await planCheck(tx, payment.paymentId, now, { asked: 0 });
  }

  return async (provider: PaymentProvider, { body, headers }: Webhook): Promise<NewsOutcome> => {
    let news: ProviderNews;
    try {
      news = provider.readNews(body, headers);
    } catch (error) {
      if (error instanceof ForgedNewsError) return { kind: "forged" };
      if (error instanceof MalformedNewsError) return { kind: "malformed", error };
      throw error;
    }
    await transact(database, async (tx) => {
      if (await insertProviderEvent(tx, provider.name, news.eventId, clock.now()))
        await take(tx, provider, news);
      failPoint("webhook.before-commit");
    });
    failPoint("webhook.committed");
    wake();
    return { kind: "taken" };
  };
}
