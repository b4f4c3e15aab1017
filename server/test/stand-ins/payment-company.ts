import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A payment page as the provider stores it. */
export interface CompanyPage {
  readonly ref: string;
  readonly paymentId: string;
  amountMinor: number;
  currency: string;
  state: "open" | "pending" | "paid" | "expired";
}

export interface CompanyRefund {
  readonly ref: string;
  /** The key of the server's request; null for a refund that was made in the provider's console. */
  readonly requestKey: string | null;
  readonly pageRef: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly createdAt: Date;
  state: "pending" | "succeeded" | "failed";
}

/** A dispute as a payment provider stores it. */
export interface CompanyDispute {
  readonly ref: string;
  readonly page: CompanyPage;
  readonly amountMinor: number;
  readonly createdAt: Date;
  readonly respondBy: Date;
  state: "inquiry" | "needsResponse" | "underReview" | "won" | "lost" | "closed";
}

export interface CompanyWebhook {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Faults between the provider and the server; numbers state how many of the next calls are affected. */
export interface CompanyFaults {
  /** Calls that respond with 500 and have no effect. The response is stored for the call's idempotency key. */
  failing: number;
  /** Calls that respond with 400 and have no effect. The response is stored for the call's idempotency key. */
  rejecting: number;
  /** While true, refund requests respond with 400 and have no effect, as with an insufficient balance. */
  refusingRefunds: boolean;
  /** New pages with a lower amount are refused. */
  minimumMinor: number;
  /** Calls that are processed but whose response is lost. */
  losingResponses: number;
  /** While true, every refund is created but its response is lost. */
  losingRefunds: boolean;
  /** Delay of every response in milliseconds. */
  slowMs: number;
  /** State of new refunds. */
  refundsEnd: CompanyRefund["state"];
}

/** A stand-in for a payment provider with the provider's HTTP API; tests act as its customers. */
export interface PaymentCompany {
  readonly name: string;
  /** Settings of a server that uses this provider. */
  readonly env: Record<string, string>;
  readonly pages: Map<string, CompanyPage>;
  readonly refunds: CompanyRefund[];
  readonly faults: CompanyFaults;
  /** The provider's clock; tests that change the time set it to the server's clock. */
  clock: { now(): Date };
  /** Number of calls by method and path without IDs. */
  readonly calls: Map<string, number>;
  /** Returns a webhook with a page's state; `id` is the event's ID, `secondsAgo` the age of the signature. */
  webhookOf(page: CompanyPage, id: string, secondsAgo?: number): CompanyWebhook;
  refundWebhook(refund: CompanyRefund, id: string): CompanyWebhook;
  /** Makes a refund as a person does in the provider's console. */
  refundInConsole(page: CompanyPage, amountMinor: number, state?: CompanyRefund["state"]): CompanyRefund;
  readonly disputes: CompanyDispute[];
  /** Disputes a payment, as the payer's bank does. */
  dispute(page: CompanyPage, state?: CompanyDispute["state"]): CompanyDispute;
  /** Returns a webhook with the current state of a dispute. */
  disputeWebhook(dispute: CompanyDispute, id: string): CompanyWebhook;
  /** Purges idempotency keys, as a provider does after a day; a repeated request is then processed again. */
  purgeKeys(): void;
  close(): Promise<void>;
}

export interface CompanyRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
export interface CompanyResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Returns at most two entries after an entry, so that a search needs several requests. */
export function pageOf<Entry extends { readonly ref: string }>(all: readonly Entry[], after: string | null) {
  const from = all.findIndex((one) => one.ref === after) + 1;
  return { entries: all.slice(from, from + 2), hasMore: from + 2 < all.length };
}

/** Creates a refund in the console of a provider. The provider refuses more than is left of the payment. */
export const consoleRefunds =
  (refunds: CompanyRefund[], newRef: () => string, now: () => Date): PaymentCompany["refundInConsole"] =>
  (page, amountMinor, state = "succeeded") => {
    if (amountMinor > leftOf(page, refunds)) throw new Error("more than is left of the payment");
    const { ref: pageRef, currency } = page;
    const refund = {
      ref: newRef(),
      requestKey: null,
      pageRef,
      amountMinor,
      currency,
      createdAt: now(),
      state,
    };
    refunds.push(refund);
    return refund;
  };

/** The part of a payment that was not refunded. */
export const leftOf = (page: CompanyPage, refunds: readonly CompanyRefund[]): number =>
  refunds
    .filter(({ pageRef, state }) => pageRef === page.ref && state !== "failed")
    .reduce((left, { amountMinor }) => left - amountMinor, page.amountMinor);

/**
 * Starts an HTTP server with call counts and faults; `respond` implements the provider's API. Responses are stored by
 * idempotency key before faults are injected: a repeated request gets the same response, even an error, and a different
 * request with the key an error.
 */
export async function listen(faults: CompanyFaults, respond: (request: CompanyRequest) => CompanyResponse) {
  const calls = new Map<string, number>();
  const responsesByKey = new Map<string, { body: string; response: CompanyResponse }>();

  function respondOnce(request: CompanyRequest): CompanyResponse {
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string") return respondOrFail(request);
    const before = responsesByKey.get(key);
    if (before) return before.body === request.body ? before.response : problemOf(400, "IDEMPOTENCY_ERROR");
    const response = respondOrFail(request);
    responsesByKey.set(key, { body: request.body, response });
    return response;
  }

  function respondOrFail(request: CompanyRequest): CompanyResponse {
    if (faults.failing > 0) {
      faults.failing -= 1;
      return problemOf(500, "SERVER_ERROR");
    }
    if (faults.rejecting > 0) {
      faults.rejecting -= 1;
      return problemOf(400, "API_VALIDATION_ERROR");
    }
    if (faults.refusingRefunds && isRefundRequest(request)) return problemOf(400, "balance_insufficient");
    return respond(request);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://company");
    const method = request.method ?? "GET";
    const counted = `${method} ${url.pathname.replaceAll(/\/(?:cs|re|inv|rfd)_[^/]+/g, "/:id")}`;
    calls.set(counted, (calls.get(counted) ?? 0) + 1);
    if (faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.slowMs));
    const received = {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    };
    const result = respondOnce(received);
    if (faults.losingRefunds && isRefundRequest(received)) {
      response.destroy();
      return;
    }
    if (faults.losingResponses > 0) {
      faults.losingResponses -= 1;
      response.destroy();
      return;
    }
    response
      .writeHead(result.status, { "content-type": "application/json" })
      .end(JSON.stringify(result.body));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    calls,
    purgeKeys: () => responsesByKey.clear(),
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const isRefundRequest = ({ method, path }: CompanyRequest): boolean =>
  method === "POST" && path.endsWith("/refunds");

/** An error in the forms of both providers. */
const problemOf = (status: number, code: string): CompanyResponse => ({
  status,
  body: {
    error: { type: status < 500 ? "invalid_request_error" : "api_error", message: code },
    error_code: code,
  },
});

export const noFaults = (): CompanyFaults => ({
  failing: 0,
  rejecting: 0,
  refusingRefunds: false,
  minimumMinor: 0,
  losingResponses: 0,
  losingRefunds: false,
  slowMs: 0,
  refundsEnd: "succeeded",
});
