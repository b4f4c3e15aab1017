import { currencies } from "@reposo/contract/money/currencies.ts";
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Stripe as StripeClient } from "stripe";
import type { Clock } from "#platform/time/clock.ts";
import type { StripeSettings } from "#platform/config/config-payments.ts";
import { stripeDisputeReport } from "./disputes/stripe-dispute.ts";
import {
  AmountTooSmallError,
  InvalidSignatureError,
  MalformedEventError,
  NotFoundAtProviderError,
  isRefusal,
  isStoredAnswer,
  type PaymentProvider,
  type PaymentReport,
  type ProviderRecords,
  ProviderRefusedError,
  type ProviderEvent,
  RefundAnsweredError,
  type RefundReport,
} from "./payment-provider.ts";

type Session = StripeClient.Checkout.Session;
type Refund = StripeClient.Refund;

/**
 * Stripe keeps a page open for 30 minutes to 24 hours after its creation, by Stripe's clock
 * (docs.stripe.com/api/checkout/sessions/create#expires_at). Orders normally expire earlier; `expire` then closes the
 * page.
 */
const [minPageMs, maxPageMs] = [30 * 60_000, 24 * 3_600_000];
/** Tolerated difference between the clocks of this server and Stripe. */
const clockMarginMs = 5 * 60_000;

const requestTimeoutMs = 10_000;

/**
 * Stripe Checkout: cards, GrabPay, FPX, Alipay, WeChat Pay, and other methods that the account's dashboard enables for
 * the currency. Stripe's minor units of all supported currencies have two decimals, like ours
 * (docs.stripe.com/currencies#minor-units).
 */
export async function createStripeProvider(settings: StripeSettings, clock: Clock): Promise<PaymentProvider> {
  const { Stripe } = await import("stripe");
  const base = settings.apiBase === null ? null : new URL(settings.apiBase);
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 2,
    timeout: requestTimeoutMs,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === "http:" ? ("http" as const) : ("https" as const),
    }),
  });

  const found = <T>(pending: Promise<T>): Promise<T> =>
    pending.catch((cause: unknown) => {
      if (cause instanceof Stripe.errors.StripeError && cause.statusCode === 404)
        throw new NotFoundAtProviderError(cause.message, { cause });
      throw cause;
    });

  const retrieve = (id: string): Promise<Session> =>
    found(stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }));

  async function intentOf(providerRef: string): Promise<string> {
    const { payment_intent: intent } = await retrieve(providerRef);
    if (intent === null) throw new Error(`${providerRef} is not paid`);
    return idOf(intent);
  }

  const records: ProviderRecords = {
    async getDispute(disputeRef) {
      const dispute = await found(stripe.disputes.retrieve(disputeRef, { expand: ["payment_intent"] }));
      return stripeDisputeReport(dispute, secondsOf(clock.now()));
    },
    getRefund: async (refundRef) =>
      refundReportOf(await found(stripe.refunds.retrieve(refundRef, { expand: ["payment_intent"] }))),
    async listRefundsOf(providerRef) {
      const reports: RefundReport[] = [];
      const payment_intent = await intentOf(providerRef);
      for await (const refund of stripe.refunds.list({ payment_intent, limit: 100 }))
        reports.push(refundReportOf(refund));
      return reports;
    },
    async *listPayments(since) {
      // A page can be paid until it expires, so pages that were opened earlier are listed, too.
      const created = { gte: secondsOf(since) - maxPageMs / 1000 };
      for await (const session of stripe.checkout.sessions.list({ created, status: "complete", limit: 100 }))
        yield reportOf(session);
    },
    async *listDisputes(since) {
      const created = { gte: secondsOf(since) };
      for await (const dispute of stripe.disputes.list({
        created,
        limit: 100,
        expand: ["data.payment_intent"],
      }))
        yield stripeDisputeReport(dispute, secondsOf(clock.now()));
    },
    async *listRefunds(since) {
      const created = { gte: secondsOf(since) };
      for await (const refund of stripe.refunds.list({
        created,
        limit: 100,
        expand: ["data.payment_intent"],
      }))
        yield refundReportOf(refund);
    },
  };

  /** Returns when the page expires, in seconds since 1970. */
  function pageExpiry(orderExpiresAt: Date): number {
    const now = clock.now().getTime();
    const earliest = now + minPageMs + clockMarginMs;
    const latest = now + maxPageMs - clockMarginMs;
    return Math.ceil(Math.min(Math.max(orderExpiresAt.getTime(), earliest), latest) / 1000);
  }

  function parseWebhook(body: Buffer, headers: IncomingHttpHeaders): ProviderEvent {
    const signature = headers["stripe-signature"];
    if (typeof signature !== "string") throw new InvalidSignatureError("no signature");
    let event: StripeClient.Event;
    try {
      event = stripe.webhooks.constructEvent(body, signature, settings.webhookSecret);
    } catch (cause) {
      // Stripe verifies the signature before it parses the body, so any other error means a malformed body.
      if (!(cause instanceof Stripe.errors.StripeSignatureVerificationError))
        throw new MalformedEventError("the body is not an event", { cause });
      throw new InvalidSignatureError("the signature does not match the body", { cause });
    }
    try {
      return { eventId: requireId(event.id), content: contentOf(event) };
    } catch (cause) {
      throw new MalformedEventError("the event lacks its id or its object", { cause });
    }
  }

  return {
    name: "stripe",
    supports: (currency) => (settings.currencies ?? currencies).includes(currency),
    async openPage({ paymentId, orderNumber, amountMinor, currency, returnUrl, expiresAt }) {
      const expiry = pageExpiry(expiresAt);
      const creating = stripe.checkout.sessions.create(
        {
          mode: "payment",
          client_reference_id: paymentId,
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: amountMinor,
                product_data: { name: orderNumber },
              },
            },
          ],
          payment_intent_data: { description: orderNumber, metadata: { paymentId } },
          success_url: returnUrl,
          cancel_url: returnUrl,
          expires_at: expiry,
        },
        // The key includes the return URL and the expiry, because Stripe refuses a reused key with other
        // parameters. A new key is safe: the customer never saw the page of a failed request.
        { idempotencyKey: `begin-${paymentId}-${digest(`${returnUrl} ${expiry}`)}` },
      );
      const session = await creating.catch((cause: unknown) => {
        if (!(cause instanceof Stripe.errors.StripeError && isRefusal(cause.statusCode ?? 0))) throw cause;
        const message = `Stripe refused to open a page: ${cause.message}`;
        if (cause.code === "amount_too_small") throw new AmountTooSmallError(message, { cause });
        throw new ProviderRefusedError(message, { cause });
      });
      return { providerRef: session.id, redirectUrl: session.url, qrText: null };
    },
    getStatus: async (providerRef) => reportOf(await retrieve(providerRef)),
    async expire(providerRef) {
      const session = await retrieve(providerRef);
      if (session.status !== "open") return reportOf(session);
      try {
        return reportOf(await stripe.checkout.sessions.expire(providerRef));
      } catch (error) {
        // The customer may have paid, or the session expired, between the two calls; the current status is returned.
        const current = await retrieve(providerRef);
        if (current.status === "open") throw error;
        return reportOf(current);
      }
    },
    async refund({ requestKey, providerRef, amountMinor }) {
      const creating = stripe.refunds.create(
        {
          payment_intent: await intentOf(providerRef),
          amount: amountMinor,
          metadata: { refundId: requestKey },
        },
        { idempotencyKey: `refund-${requestKey}` },
      );
      return refundReportOf(
        await creating.catch((cause: unknown) => {
          const status = cause instanceof Stripe.errors.StripeError ? (cause.statusCode ?? 0) : 0;
          if (!isStoredAnswer(status)) throw cause;
          throw new RefundAnsweredError(`Stripe responded ${status} to a refund`, status, { cause });
        }),
      );
    },
    getRefundStatus: async (refundRef) => refundReportOf(await stripe.refunds.retrieve(refundRef)),
    parseWebhook,
    records,
  };
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000);

const idOf = (object: string | { readonly id: string }): string =>
  typeof object === "string" ? object : object.id;

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16);

function requireId(id: unknown): string {
  if (typeof id !== "string" || id === "") throw new TypeError("no id");
  return id;
}

function reportOf(session: Session): PaymentReport {
  return {
    providerRef: requireId(session.id),
    paymentId: session.client_reference_id,
    state: stateOf(session),
    amountMinor: session.amount_total ?? 0,
    currency: (session.currency ?? "").toUpperCase(),
    transactionRef: session.payment_intent === null ? null : idOf(session.payment_intent),
  };
}

/**
 * Maps a session's state. A session is complete before a delayed payment method has paid; a failure shows only in its
 * payment intent.
 */
function stateOf({ status, payment_status, payment_intent: intent }: Session): PaymentReport["state"] {
  if (payment_status === "paid") return "paid";
  if (status === "expired") return "closed";
  if (status !== "complete" || intent === null || typeof intent === "string") return "open";
  return intent.status === "canceled" || intent.status === "requires_payment_method" ? "closed" : "open";
}

function refundReportOf({
  id,
  status,
  amount,
  currency,
  metadata,
  created,
  ...refund
}: Refund): RefundReport {
  const { payment_intent: intent } = refund;
  const isExpanded = intent !== null && typeof intent !== "string";
  return {
    refundRef: requireId(id),
    state:
      status === "succeeded"
        ? "returned"
        : status === "failed" || status === "canceled"
          ? "refused"
          : "onItsWay",
    requestKey: metadata?.refundId ?? null,
    paymentRef: intent === null ? null : idOf(intent),
    paymentId: isExpanded ? (intent.metadata.paymentId ?? null) : null,
    amountMinor: amount,
    currency: (currency as string | undefined)?.toUpperCase() ?? "",
    at: Number.isFinite(created) ? new Date(created * 1000) : null,
  };
}

function contentOf(event: StripeClient.Event): ProviderEvent["content"] {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return { kind: "payment", report: reportOf(event.data.object) };
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired":
      return { kind: "paymentHint", providerRef: requireId(event.data.object.id) };
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return { kind: "refund", report: refundReportOf(event.data.object) };
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed":
      return { kind: "dispute", report: stripeDisputeReport(event.data.object, event.created) };
    default:
      return null;
  }
}
