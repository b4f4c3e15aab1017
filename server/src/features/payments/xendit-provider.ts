import type { Currency } from "@reposo/contract/money/currencies.ts";
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "#platform/time/clock.ts";
import type { XenditSettings } from "#platform/config/config-payments.ts";
import { type XenditDispute, xenditDisputeReport } from "./disputes/xendit-dispute.ts";
import {
  AmountTooSmallError,
  InvalidSignatureError,
  isRefusal,
  isStoredAnswer,
  MalformedEventError,
  NotFoundAtProviderError,
  type PaymentProvider,
  type PaymentReport,
  type ProviderEvent,
  type ProviderRecords,
  ProviderRefusedError,
  RefundAnsweredError,
  type RefundReport,
} from "./payment-provider.ts";

/** The fields that this provider reads; the complete types are in Invoice.d.ts and Refund.d.ts of xendit-node 7.0.0. */
interface Invoice {
  readonly id: string;
  readonly external_id: string;
  readonly status: "PENDING" | "PAID" | "SETTLED" | "EXPIRED";
  readonly amount: number;
  readonly currency?: string;
  readonly invoice_url: string;
}
interface Refund {
  readonly id: string;
  readonly reference_id?: string | null;
  readonly invoice_id?: string | null;
  readonly amount: number;
  readonly currency?: string;
  readonly created?: string;
  readonly status: "PENDING" | "REQUIRES_ACTION" | "SUCCEEDED" | "FAILED" | "CANCELLED";
}

interface RefundPage {
  readonly data: readonly Refund[];
  readonly has_more: boolean;
}

/** Maximum number of entries per page of Xendit's lists. */
const pageSize = "100";

const walletCurrencies: readonly Currency[] = ["PHP", "MYR", "IDR"];

const requestTimeoutMs = 10_000;
const refundsPath = "/refunds";

/**
 * Xendit's invoices: one page for GCash, Maya, GrabPay, QR Ph (Philippines), Touch 'n Go, DuitNow, FPX (Malaysia),
 * QRIS, DANA, and OVO (Indonesia). The account's settings decide which of them a page shows. Uses the REST API
 * (docs.xendit.co/apidocs), with amounts in major units.
 */
export function createXenditProvider(settings: XenditSettings, clock: Clock): PaymentProvider {
  const base = settings.apiBase ?? "https://api.xendit.co";
  const authorization = `Basic ${Buffer.from(`${settings.secretKey}:`).toString("base64")}`;

  async function call<T>(path: string, body?: unknown, idempotencyKey?: string): Promise<T> {
    const response = await fetch(`${base}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      },
      signal: AbortSignal.timeout(requestTimeoutMs),
      redirect: "error",
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) return (await response.json()) as T;
    const { error_code: code } = (await response.json().catch(() => ({}))) as { error_code?: string };
    const message = `Xendit responded ${response.status} ${code ?? ""} to ${path}`;
    if (path === refundsPath && isStoredAnswer(response.status))
      throw new RefundAnsweredError(message, response.status);
    if (response.status === 404) throw new NotFoundAtProviderError(message);
    if (code === "MINIMAL_TRANSFER_AMOUNT_ERROR") throw new AmountTooSmallError(message);
    throw isRefusal(response.status) ? new ProviderRefusedError(message) : new Error(message);
  }

  const getStatus = async (providerRef: string) =>
    reportOf(await call<Invoice>(`/v2/invoices/${encodeURIComponent(providerRef)}`));

  /** Yields refunds, newest first. */
  async function* listRefunds(filter: Record<string, string>): AsyncGenerator<RefundReport> {
    const query = new URLSearchParams({ ...filter, limit: pageSize });
    for (;;) {
      const { data, has_more: hasMore } = await call<RefundPage>(`${refundsPath}?${query.toString()}`);
      for (const refund of data) yield refundReportOf(refund);
      const last = data.at(-1);
      if (!hasMore || last === undefined) return;
      query.set("after_id", last.id);
    }
  }

  const records: ProviderRecords = {
    getDispute: async (disputeRef) =>
      xenditDisputeReport(await call<XenditDispute>(`/v1/disputes/${encodeURIComponent(disputeRef)}`)),
    getRefund: async (refundRef) =>
      refundReportOf(await call<Refund>(`${refundsPath}/${encodeURIComponent(refundRef)}`)),
    async listRefundsOf(providerRef) {
      const reports: RefundReport[] = [];
      for await (const report of listRefunds({ invoice_id: providerRef })) reports.push(report);
      return reports;
    },
    async *listPayments(since) {
      const query = new URLSearchParams({
        statuses: JSON.stringify(["PAID", "SETTLED"]),
        paid_after: since.toISOString(),
        limit: pageSize,
      });
      for (;;) {
        const invoices = await call<Invoice[]>(`/v2/invoices?${query.toString()}`);
        for (const invoice of invoices) yield reportOf(invoice);
        const last = invoices.at(-1);
        if (last === undefined) return;
        query.set("last_invoice", last.id);
      }
    },
    // Xendit has no list of disputes.
    async *listDisputes() {},
    async *listRefunds(since) {
      for await (const refund of listRefunds({})) {
        if (refund.at !== null && refund.at < since) return;
        yield refund;
      }
    },
  };

  return {
    name: "xendit",
    supports: (currency) => (settings.currencies ?? walletCurrencies).includes(currency),
    async openPage({ paymentId, orderNumber, amountMinor, currency, returnUrl, expiresAt }) {
      // Xendit accepts only whole rupiah.
      if (currency === "IDR" && amountMinor % 100 !== 0)
        throw new ProviderRefusedError("Xendit accepts no fractions of a rupiah");
      // Xendit has no idempotency key for invoices, so an invoice whose response was lost is found by our ID.
      const existing = await call<Invoice[]>(`/v2/invoices?external_id=${encodeURIComponent(paymentId)}`);
      const invoice =
        existing[0] ??
        (await call<Invoice>("/v2/invoices/", {
          external_id: paymentId,
          amount: amountMinor / 100,
          currency,
          description: orderNumber,
          // The duration in seconds is positive even if the order has just expired.
          invoice_duration: Math.max(60, Math.ceil((expiresAt.getTime() - clock.now().getTime()) / 1000)),
          success_redirect_url: returnUrl,
          failure_redirect_url: returnUrl,
          should_send_email: false,
        }));
      return { providerRef: invoice.id, redirectUrl: invoice.invoice_url, qrText: null };
    },
    getStatus,
    async expire(providerRef) {
      const report = await getStatus(providerRef);
      if (report.state !== "open") return report;
      try {
        return reportOf(await call<Invoice>(`/invoices/${encodeURIComponent(providerRef)}/expire!`, {}));
      } catch (error) {
        // The customer may have paid, or the invoice expired, between the two calls; the current status is returned.
        const current = await getStatus(providerRef);
        if (current.state === "open") throw error;
        return current;
      }
    },
    async refund({ requestKey, providerRef, amountMinor, currency }) {
      const refund = await call<Refund>(
        refundsPath,
        {
          invoice_id: providerRef,
          reference_id: requestKey,
          amount: amountMinor / 100,
          currency,
          reason: "REQUESTED_BY_CUSTOMER",
        },
        requestKey,
      );
      return refundReportOf(refund);
    },
    getRefundStatus: records.getRefund,
    records,
    parseWebhook: (body, headers) => parseWebhook(settings.callbackToken, body, headers),
  };
}

function reportOf({ id, external_id, status, amount, currency }: Invoice): PaymentReport {
  const isPaid = status === "PAID" || status === "SETTLED";
  return {
    providerRef: id,
    paymentId: external_id,
    state: isPaid ? "paid" : status === "EXPIRED" ? "closed" : "open",
    amountMinor: Math.round(amount * 100),
    currency: currency ?? "",
    transactionRef: null,
  };
}

function refundReportOf({ id, status, amount, currency, created, ...refund }: Refund): RefundReport {
  return {
    refundRef: id,
    state:
      status === "SUCCEEDED"
        ? "returned"
        : status === "FAILED" || status === "CANCELLED"
          ? "refused"
          : "onItsWay",
    requestKey: refund.reference_id ?? null,
    paymentRef: refund.invoice_id ?? null,
    paymentId: null,
    amountMinor: Math.round(amount * 100),
    currency: currency ?? "",
    at: created === undefined ? null : new Date(created),
  };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A constant token authenticates the sender but not the content, so the status is fetched from Xendit. */
function parseWebhook(callbackToken: string, body: Buffer, headers: IncomingHttpHeaders): ProviderEvent {
  const token = headers["x-callback-token"];
  if (typeof token !== "string" || !timingSafeEqual(digest(token), digest(callbackToken)))
    throw new InvalidSignatureError("the callback token does not match");
  const parsed = parse(body);
  const webhookId = headers["webhook-id"];
  const eventId = typeof webhookId === "string" ? webhookId : digest(body.toString("latin1")).toString("hex");
  const { event, data, id } = parsed;
  if (event?.startsWith("dispute.") && id !== undefined)
    return { eventId, content: { kind: "disputeHint", disputeRef: id } };
  if (event !== undefined)
    return {
      eventId,
      content: event.startsWith("refund.") && data?.id ? { kind: "refundHint", refundRef: data.id } : null,
    };
  return { eventId, content: id === undefined ? null : { kind: "paymentHint", providerRef: id } };
}

/** Reads a webhook's body: invoices and disputes have their ID at the top level; refunds are wrapped in an event. */
function parse(body: Buffer): { id?: string; event?: string; data?: { id?: string } } {
  try {
    const parsed = JSON.parse(body.toString("utf8")) as Record<string, unknown> | null;
    const data = parsed?.data as { id?: unknown } | undefined;
    return {
      ...(typeof parsed?.id === "string" && { id: parsed.id }),
      ...(typeof parsed?.event === "string" && { event: parsed.event }),
      ...(typeof data?.id === "string" && { data: { id: data.id } }),
    };
  } catch (cause) {
    throw new MalformedEventError("the body is not JSON", { cause });
  }
}
