import { randomBytes } from "node:crypto";
import {
  type CompanyResponse,
  type CompanyRequest,
  type CompanyPage,
  type CompanyRefund,
  listen,
  noFaults,
  pageOfRefunds,
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
  const faults = noFaults();
  const refundsByKey = new Map<string, CompanyRefund>();
  const name = (prefix: string) => `${prefix}_${randomBytes(8).toString("hex")}`;

  function respond({ method, path, query, headers, body }: CompanyRequest): CompanyResponse {
    if (headers.authorization !== `Basic ${Buffer.from(`${secretKey}:`).toString("base64")}`)
      return problem(401, "INVALID_API_KEY");
    if (method === "POST" && path === "/v2/invoices/")
      return createInvoice(JSON.parse(body) as Record<string, unknown>);
    if (method === "GET" && path === "/v2/invoices")
      return {
        status: 200,
        body: [...pages.values()]
          .filter((page) => page.paymentId === query.get("external_id"))
          .map(invoiceOf),
      };
    if (method === "POST" && path === "/refunds")
      return createRefund(String(headers["idempotency-key"]), JSON.parse(body) as Record<string, unknown>);
    if (method === "GET" && path === "/refunds") {
      const ofInvoice = refunds.filter((one) => one.pageRef === query.get("invoice_id"));
      const page = pageOfRefunds(ofInvoice, query.get("after_id"));
      return { status: 200, body: { data: page.refunds.map(refundOf), has_more: page.hasMore } };
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

  function createInvoice(request: Record<string, unknown>): CompanyResponse {
    if (typeof request.external_id !== "string" || typeof request.amount !== "number" || request.amount <= 0)
      return problem(400, "API_VALIDATION_ERROR");
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

  function createRefund(key: string, request: Record<string, unknown>): CompanyResponse {
    const before = refundsByKey.get(key);
    if (before) return { status: 200, body: refundOf(before) };
    const page = pages.get(String(request.invoice_id));
    const amountMinor = Math.round(Number(request.amount) * 100);
    if (page?.state !== "paid") return problem(400, "INELIGIBLE_TRANSACTION");
    const back = refunds.filter((one) => one.pageRef === page.ref && one.state !== "failed");
    if (back.reduce((sum, one) => sum + one.amountMinor, amountMinor) > page.amountMinor)
      return problem(400, "MAXIMUM_REFUND_AMOUNT_REACHED");
    const refund: CompanyRefund = {
      ref: name("rfd"),
      refundId: String(request.reference_id),
      pageRef: page.ref,
      amountMinor,
      state: faults.refundsEnd,
    };
    refundsByKey.set(key, refund);
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
    refundWebhook: (refund, id) => ({
      body: JSON.stringify({ event: `refund.${refund.state}`, data: refundOf(refund) }),
      headers: headersOf(id),
    }),
    purgeKeys: () => refundsByKey.clear(),
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
  reference_id: refund.refundId,
  invoice_id: refund.pageRef,
  amount: refund.amountMinor / 100,
  status: refund.state.toUpperCase(),
});

const problem = (status: number, errorCode: string): CompanyResponse => ({
  status,
  body: { error_code: errorCode, message: errorCode },
});
