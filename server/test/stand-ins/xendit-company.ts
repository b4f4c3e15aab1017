import { randomBytes } from "node:crypto";
import { openDispute, xenditDisputeOf } from "./company-disputes.ts";
import {
  type CompanyResponse,
  type CompanyRequest,
  type CompanyDispute,
  type CompanyPage,
  type CompanyRefund,
  consoleRefunds,
  leftOf,
  listen,
  noFaults,
  pageOf,
  type PaymentCompany,
} from "./payment-company.ts";

const secretKey = "xnd_development_stand_in";
const callbackToken = "callback-token-of-the-stand-in";

/**
 * Opens a stand-in for Xendit's invoices and refunds, according to its documentation (docs.xendit.co/apidocs) and the
 * models of xendit-node 7.0.0: Invoice, CreateInvoiceRequest, InvoiceCallback, Refund, CreateRefund.
 */
export async function openXenditCompany(): Promise<PaymentCompany> {
  const pages = new Map<string, CompanyPage>();
  const refunds: CompanyRefund[] = [];
  const disputes: CompanyDispute[] = [];
  const faults = noFaults();
  const name = (prefix: string) => `${prefix}_${randomBytes(8).toString("hex")}`;

  function respond({ method, path, query, headers, body }: CompanyRequest): CompanyResponse {
    if (headers.authorization !== `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}`)
      return problem(401, "INVALID_API_KEY");
    if (method === "POST" && path === "/v2/invoices/")
      return createInvoice(JSON.parse(body) as Record<string, unknown>);
    if (method === "GET" && path === "/v2/invoices") return listInvoices(query);
    if (method === "POST" && path === "/refunds")
      return createRefund(JSON.parse(body) as Record<string, unknown>);
    if (method === "GET" && path === "/refunds") {
      const invoiceId = query.get("invoice_id");
      const listed = refunds
        .filter(({ pageRef }) => invoiceId === null || pageRef === invoiceId)
        .toReversed();
      const { entries, hasMore } = pageOf(listed, query.get("after_id"));
      return { status: 200, body: { data: entries.map(refundOf), has_more: hasMore } };
    }
    const [, disputeRef] = /^\/v1\/disputes\/([^/]+)$/.exec(path) ?? [];
    if (disputeRef !== undefined) {
      const dispute = disputes.find((one) => one.ref === disputeRef);
      return dispute
        ? { status: 200, body: xenditDisputeOf(dispute, company.clock.now()) }
        : problem(404, "DATA_NOT_FOUND");
    }
    const [, refundRef] = /^\/refunds\/([^/]+)$/.exec(path) ?? [];
    if (refundRef !== undefined) {
      const refund = refunds.find((one) => one.ref === refundRef);
      return refund ? { status: 200, body: refundOf(refund) } : problem(404, "DATA_NOT_FOUND");
    }
    const [, ref = "", verb] = /^(?:\/v2)?\/invoices\/([^/]+?)(?:\/(expire!))?$/.exec(path) ?? [];
    const page = pages.get(ref);
    if (!page) return problem(404, "INVOICE_NOT_FOUND_ERROR");
    if (verb !== undefined) {
      if (page.state !== "open" && page.state !== "pending")
        return problem(400, "INVOICE_ALREADY_PAID_ERROR");
      page.state = "expired";
    }
    return { status: 200, body: invoiceOf(page) };
  }

  /** Lists invoices, newest first. An invoice has no time of payment here, so `paid_after` selects all. */
  function listInvoices(query: URLSearchParams): CompanyResponse {
    const externalId = query.get("external_id");
    const statuses = JSON.parse(query.get("statuses") ?? "null") as string[] | null;
    const listed = [...pages.values()]
      .filter(({ paymentId }) => externalId === null || paymentId === externalId)
      .filter(({ state }) => statuses === null || statuses.includes(invoiceStates[state]))
      .toReversed();
    return { status: 200, body: pageOf(listed, query.get("last_invoice")).entries.map(invoiceOf) };
  }

  function createInvoice(request: Record<string, unknown>): CompanyResponse {
    if (typeof request.external_id !== "string" || typeof request.amount !== "number" || request.amount <= 0)
      return problem(400, "API_VALIDATION_ERROR");
    if (request.amount * 100 < faults.minimumMinor) return problem(400, "MINIMAL_TRANSFER_AMOUNT_ERROR");
    const page: CompanyPage = {
      ref: name("inv"),
      paymentId: request.external_id,
      amountMinor: Math.round(request.amount * 100),
      currency: String(request.currency),
      state: "open",
    };
    pages.set(page.ref, page);
    return { status: 200, body: invoiceOf(page) };
  }

  function createRefund(request: Record<string, unknown>): CompanyResponse {
    const page = pages.get(String(request.invoice_id));
    const amountMinor = Math.round(Number(request.amount) * 100);
    if (page?.state !== "paid") return problem(400, "INELIGIBLE_TRANSACTION");
    if (amountMinor > leftOf(page, refunds)) return problem(400, "MAXIMUM_REFUND_AMOUNT_REACHED");
    const refund: CompanyRefund = {
      ref: name("rfd"),
      requestKey: String(request.reference_id),
      pageRef: page.ref,
      amountMinor,
      currency: page.currency,
      createdAt: company.clock.now(),
      state: faults.refundsEnd,
    };
    refunds.push(refund);
    return { status: 200, body: refundOf(refund) };
  }

  const server = await listen(faults, respond);
  const headersOf = (id: string) => ({
    "content-type": "application/json",
    "x-callback-token": callbackToken,
    "webhook-id": id,
  });
  const company: PaymentCompany = {
    clock: { now: () => new Date() },
    name: "xendit",
    env: {
      XENDIT_SECRET_KEY: secretKey,
      XENDIT_CALLBACK_TOKEN: callbackToken,
      XENDIT_API_BASE: server.origin,
    },
    pages,
    refunds,
    faults,
    calls: server.calls,
    webhookOf: (page, id) => ({ body: JSON.stringify(invoiceOf(page)), headers: headersOf(id) }),
    disputes,
    dispute: (page, state = "needsResponse") =>
      openDispute(disputes, name("mi-dspt"), page, state, company.clock.now()),
    disputeWebhook: (dispute, id) => ({
      body: JSON.stringify({
        event: `dispute.${dispute.state}`,
        ...xenditDisputeOf(dispute, company.clock.now()),
      }),
      headers: headersOf(id),
    }),
    refundWebhook: (refund, id) => ({
      body: JSON.stringify({ event: `refund.${refund.state}`, data: refundOf(refund) }),
      headers: headersOf(id),
    }),
    refundInConsole: consoleRefunds(
      refunds,
      () => name("rfd"),
      () => company.clock.now(),
    ),
    purgeKeys: server.purgeKeys,
    close: server.close,
  };
  return company;
}

const invoiceStates = { open: "PENDING", pending: "PENDING", paid: "PAID", expired: "EXPIRED" };

const invoiceOf = (page: CompanyPage) => ({
  id: page.ref,
  external_id: page.paymentId,
  status: invoiceStates[page.state],
  amount: page.amountMinor / 100,
  currency: page.currency,
  invoice_url: `https://checkout.xendit.co/web/${page.ref}`,
});

const refundOf = (refund: CompanyRefund) => ({
  id: refund.ref,
  reference_id: refund.requestKey,
  invoice_id: refund.pageRef,
  amount: refund.amountMinor / 100,
  currency: refund.currency,
  created: refund.createdAt.toISOString(),
  status: refund.state.toUpperCase(),
});

const problem = (status: number, errorCode: string): CompanyResponse => ({
  status,
  body: { error_code: errorCode, message: errorCode },
});
