import { randomBytes } from "node:crypto";
import { openDispute, stripeDisputeOf, stripeEventOf } from "./company-disputes.ts";
import { Stripe } from "stripe";
import {
  type CompanyResponse,
  type CompanyRequest,
  type CompanyDispute,
  type CompanyPage,
  type CompanyRefund,
  consoleRefunds,
  leftOf,
  listen,
  type CompanyWebhook,
  noFaults,
  pageOf,
  type PaymentCompany,
} from "./payment-company.ts";

const secretKey = "sk_test_stand_in";
const webhookSecret = "whsec_stand_in";
const signer = new Stripe(secretKey);

/**
 * Opens a stand-in for Stripe with the operations that Checkout needs, according to docs.stripe.com/api (checkout/sessions,
 * refunds, errors, idempotent_requests) and the types of Stripe's library.
 */
export async function openStripeCompany(): Promise<PaymentCompany> {
  const pages = new Map<string, CompanyPage>();
  const refunds: CompanyRefund[] = [];
  const disputes: CompanyDispute[] = [];
  const faults = noFaults();
  const name = (prefix: string) => `${prefix}_${randomBytes(8).toString("hex")}`;

  function respond(request: CompanyRequest): CompanyResponse {
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return problem(401, "Invalid API Key provided");
    return act(request);
  }

  function act({ method, path, query, body }: CompanyRequest): CompanyResponse {
    const form = new URLSearchParams(body);
    if (method === "POST" && path === "/v1/checkout/sessions") return createSession(form);
    if (method === "POST" && path === "/v1/refunds") return createRefund(form);
    if (method === "GET" && path === "/v1/refunds") return listRefunds(query);
    if (method === "GET" && path === "/v1/checkout/sessions") return listSessions(query);
    if (method === "GET" && path === "/v1/disputes") return listDisputes(query);
    const [, kind, ref, verb] =
      /^\/v1\/(checkout\/sessions|refunds|disputes)\/([^/]+)(?:\/(expire))?$/.exec(path) ?? [];
    if (kind === "disputes") {
      const dispute = disputes.find((one) => one.ref === ref);
      return dispute
        ? { status: 200, body: stripeDisputeOf(dispute, true) }
        : problem(404, "No such dispute");
    }
    if (kind === "refunds") {
      const refund = refunds.find((one) => one.ref === ref);
      return refund
        ? { status: 200, body: expandedRefund(refund, query.get("expand[0]")) }
        : problem(404, "No such refund");
    }
    const page = pages.get(ref ?? "");
    if (!page) return problem(404, "No such checkout session");
    if (verb === "expire") {
      if (page.state !== "open")
        return problem(400, "Only Checkout Sessions with a status of open can be expired");
      page.state = "expired";
    }
    return { status: 200, body: sessionOf(page) };
  }

  function listDisputes(query: URLSearchParams): CompanyResponse {
    const since = Number(query.get("created[gte]") ?? 0) * 1000;
    const listed = disputes.filter(({ createdAt }) => createdAt.getTime() >= since).toReversed();
    const { entries, hasMore } = pageOf(listed, query.get("starting_after"));
    const data = entries.map((dispute) => stripeDisputeOf(dispute, true));
    return { status: 200, body: { object: "list", url: "/v1/disputes", data, has_more: hasMore } };
  }

  function createSession(form: URLSearchParams): CompanyResponse {
    const livesSeconds = Number(form.get("expires_at")) - company.clock.now().getTime() / 1000;
    if (livesSeconds < 30 * 60) return problem(400, "expires_at must be at least 30 minutes from creation");
    if (livesSeconds > 24 * 3600) return problem(400, "expires_at must be at most 24 hours from creation");
    const amountMinor = Number(form.get("line_items[0][price_data][unit_amount]"));
    if (amountMinor < faults.minimumMinor)
      return problem(400, "The Checkout Session's total amount is too small", "amount_too_small");
    const page: CompanyPage = {
      ref: name("cs_test"),
      paymentId: form.get("client_reference_id") ?? "",
      amountMinor,
      currency: (form.get("line_items[0][price_data][currency]") ?? "").toUpperCase(),
      state: "open",
    };
    pages.set(page.ref, page);
    return { status: 200, body: sessionOf(page) };
  }

  function listRefunds(query: URLSearchParams): CompanyResponse {
    const intent = query.get("payment_intent");
    const since = Number(query.get("created[gte]") ?? 0) * 1000;
    const listed = refunds
      .filter((one) => intent === null || `pi_${one.pageRef}` === intent)
      .filter(({ createdAt }) => createdAt.getTime() >= since)
      .toReversed();
    const { entries, hasMore } = pageOf(listed, query.get("starting_after"));
    const data = entries.map((refund) =>
      expandedRefund(refund, query.get("expand[0]")?.replace("data.", "") ?? null),
    );
    return { status: 200, body: { object: "list", url: "/v1/refunds", data, has_more: hasMore } };
  }

  /** Lists sessions, newest first; as in a webhook, they contain only the ID of their intent. */
  function listSessions(query: URLSearchParams): CompanyResponse {
    const listed = [...pages.values()]
      .toReversed()
      .map((page) => ({ ref: page.ref, ...sessionOf(page, false) }));
    const matching = listed.filter(({ status }) => status === (query.get("status") ?? status));
    const { entries, hasMore } = pageOf(matching, query.get("starting_after"));
    return {
      status: 200,
      body: { object: "list", url: "/v1/checkout/sessions", data: entries, has_more: hasMore },
    };
  }

  const expandedRefund = (refund: CompanyRefund, expand: string | null) =>
    expand === "payment_intent"
      ? {
          ...refundOf(refund),
          payment_intent: {
            id: `pi_${refund.pageRef}`,
            object: "payment_intent",
            metadata: { paymentId: pages.get(refund.pageRef)?.paymentId },
          },
        }
      : refundOf(refund);

  function createRefund(form: URLSearchParams): CompanyResponse {
    const pageRef = (form.get("payment_intent") ?? "").replace(/^pi_/, "");
    const page = pages.get(pageRef);
    const amountMinor = Number(form.get("amount"));
    if (page?.state !== "paid")
      return problem(400, "This PaymentIntent does not have a successful charge to refund");
    if (amountMinor > leftOf(page, refunds))
      return problem(400, "Refund amount is greater than unrefunded amount on charge");
    const refund: CompanyRefund = {
      ref: name("re"),
      requestKey: form.get("metadata[refundId]"),
      pageRef,
      amountMinor,
      currency: page.currency,
      createdAt: company.clock.now(),
      state: faults.refundsEnd,
    };
    refunds.push(refund);
    return { status: 200, body: refundOf(refund) };
  }

  const server = await listen(faults, respond);
  const company: PaymentCompany = {
    clock: { now: () => new Date() },
    name: "stripe",
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: server.origin,
    },
    pages,
    refunds,
    faults,
    calls: server.calls,
    webhookOf: (page, id, secondsAgo) => sign(id, eventTypes[page.state], sessionOf(page, false), secondsAgo),
    disputes,
    dispute: (page, state = "needsResponse") =>
      openDispute(disputes, name("dp"), page, state, company.clock.now()),
    disputeWebhook: (dispute, id) =>
      signedByStripe(
        JSON.stringify({
          id,
          object: "event",
          type: stripeEventOf(dispute),
          created: Math.floor(company.clock.now().getTime() / 1000),
          data: { object: stripeDisputeOf(dispute) },
        }),
      ),
    refundWebhook: (refund, id) => sign(id, "refund.updated", refundOf(refund)),
    refundInConsole: consoleRefunds(
      refunds,
      () => name("re"),
      () => company.clock.now(),
    ),
    purgeKeys: server.purgeKeys,
    close: server.close,
  };
  return company;
}

const eventTypes = {
  open: "payment_intent.created",
  pending: "checkout.session.completed",
  paid: "checkout.session.completed",
  expired: "checkout.session.expired",
};

const intentStates = {
  open: "requires_payment_method",
  pending: "processing",
  paid: "succeeded",
  expired: "canceled",
};

/** Returns a session, expanded as the server requests it; in a webhook, it contains only the intent's ID. */
function sessionOf(page: CompanyPage, isExpanded = true) {
  const intent = `pi_${page.ref}`;
  return {
    id: page.ref,
    object: "checkout.session",
    mode: "payment",
    client_reference_id: page.paymentId,
    amount_total: page.amountMinor,
    currency: page.currency.toLowerCase(),
    status: page.state === "open" ? "open" : page.state === "expired" ? "expired" : "complete",
    payment_status: page.state === "paid" ? "paid" : "unpaid",
    payment_intent: isExpanded
      ? { id: intent, object: "payment_intent", status: intentStates[page.state] }
      : intent,
    url: page.state === "open" ? `https://checkout.stripe.com/c/pay/${page.ref}` : null,
  };
}

const refundOf = (refund: CompanyRefund) => ({
  id: refund.ref,
  object: "refund",
  amount: refund.amountMinor,
  currency: refund.currency.toLowerCase(),
  created: Math.floor(refund.createdAt.getTime() / 1000),
  metadata: refund.requestKey === null ? {} : { refundId: refund.requestKey },
  payment_intent: `pi_${refund.pageRef}`,
  status: refund.state,
});

const problem = (status: number, message: string, code?: string): CompanyResponse => ({
  status,
  body: { error: { type: "invalid_request_error", message, code } },
});

const sign = (id: string, type: string, object: unknown, secondsAgo = 0): CompanyWebhook =>
  signedByStripe(JSON.stringify({ id, object: "event", type, data: { object } }), secondsAgo);

/** Signs any body with the correct webhook secret. */
export function signedByStripe(body: string, secondsAgo = 0): CompanyWebhook {
  const signature = signer.webhooks.generateTestHeaderString({
    payload: body,
    secret: webhookSecret,
    timestamp: Math.floor(Date.now() / 1000) - secondsAgo,
  });
  return {
    body,
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
  };
}
