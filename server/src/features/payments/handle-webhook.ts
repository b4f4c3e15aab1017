import type { IncomingHttpHeaders } from "node:http";
import { failPoint } from "#platform/processes/fail-points.ts";
import { scheduleCheck } from "./check-payment.ts";
import {
  InvalidSignatureError,
  MalformedEventError,
  type PaymentProvider,
  type ProviderEvent,
} from "./payment-provider.ts";
import { findPaymentByRef, insertProviderEvent } from "./payments-store.ts";
import { recordDispute, scheduleDisputeFetch } from "./disputes/record-dispute.ts";
import { recordRefund, scheduleRefundFetch } from "./refunds/record-refund.ts";
import { applyReport, type PaymentDependencies } from "./settle-payment.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface Webhook {
  /** The unparsed body, because the signature covers these bytes. */
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
}

export type WebhookOutcome =
  | { readonly kind: "processed" | "invalidSignature" }
  | { readonly kind: "malformed"; readonly error: MalformedEventError };

/**
 * Processes each event once. A signed report of a paid payment settles it, and a signed report of a refund or dispute
 * is recorded. Any other event only schedules a check of the status at the provider.
 */
export function createHandleWebhook({ database, clock, wake, listeners }: PaymentDependencies) {
  async function process(uow: UnitOfWork, provider: PaymentProvider, { content }: ProviderEvent) {
    if (content === null) return;
    const now = clock.now();
    if (content.kind === "refund") {
      const outcome = await recordRefund(uow, { clock, listeners }, provider.name, content.report);
      const isOfKnownPayment = outcome === "known" || outcome === "recorded";
      if (!isOfKnownPayment) scheduleRefundFetch(uow, provider.name, content.report.refundRef, now);
      return;
    }
    if (content.kind === "dispute") {
      const outcome = await recordDispute(uow, { clock, listeners }, provider.name, content.report);
      if (outcome !== "recorded") scheduleDisputeFetch(uow, provider.name, content.report.disputeRef, now);
      return;
    }
    if (content.kind === "disputeHint")
      return scheduleDisputeFetch(uow, provider.name, content.disputeRef, now);
    if (content.kind === "refundHint") return scheduleRefundFetch(uow, provider.name, content.refundRef, now);
    const ref = content.kind === "payment" ? content.report.providerRef : content.providerRef;
    const payment = await findPaymentByRef(uow, provider.name, ref);
    if (payment === null) return;
    const isPaid = content.kind === "payment" && content.report.state === "paid";
    if (isPaid) return applyReport(uow, { clock, listeners }, payment, content.report);
    scheduleCheck(uow, payment.paymentId, now, { checks: 0 });
  }

  return async (provider: PaymentProvider, { body, headers }: Webhook): Promise<WebhookOutcome> => {
    let event: ProviderEvent;
    try {
      event = provider.parseWebhook(body, headers);
    } catch (error) {
      if (error instanceof InvalidSignatureError) return { kind: "invalidSignature" };
      if (error instanceof MalformedEventError) return { kind: "malformed", error };
      throw error;
    }
    await transact(database, async (uow) => {
      if (await insertProviderEvent(uow, provider.name, event.eventId, clock.now()))
        await process(uow, provider, event);
      failPoint("webhook.before-commit");
    });
    failPoint("webhook.committed");
    wake();
    return { kind: "processed" };
  };
}
