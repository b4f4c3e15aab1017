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
  /** The server's ID of the refund. */
  readonly refundId: string;
  readonly pageRef: string;
  readonly amountMinor: number;
  state: "pending" | "succeeded" | "failed";
}

export interface CompanyWebhook {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** Faults between the provider and the server; numbers state how many of the next calls are affected. */
export interface CompanyFaults {
  /** Calls that respond with 500 and have no effect. */
  failing: number;
  /** Calls that respond with 400 and have no effect. */
  rejecting: number;
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

/** Returns at most two refunds after a refund, so that a search needs several requests. */
export function pageOfRefunds(refunds: readonly CompanyRefund[], after: string | null) {
  const from = refunds.findIndex((one) => one.ref === after) + 1;
  return { refunds: refunds.slice(from, from + 2), hasMore: from + 2 < refunds.length };
}

/** Starts an HTTP server with call counts and faults; `respond` implements the provider's API. */
export async function listen(faults: CompanyFaults, respond: (request: CompanyRequest) => CompanyResponse) {
  const calls = new Map<string, number>();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://company");
    const method = request.method ?? "GET";
    const counted = `${method} ${url.pathname.replaceAll(/\/(?:cs|re|inv|rfd)_[^/]+/g, "/:id")}`;
    calls.set(counted, (calls.get(counted) ?? 0) + 1);
    if (faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.slowMs));
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (faults.failing > 0) {
      faults.failing -= 1;
      send(500, { error: { type: "api_error", message: "down" }, error_code: "SERVER_ERROR" });
      return;
    }
    if (faults.rejecting > 0) {
      faults.rejecting -= 1;
      send(400, {
        error: { type: "invalid_request_error", message: "no" },
        error_code: "API_VALIDATION_ERROR",
      });
      return;
    }
    const body = Buffer.concat(chunks).toString("utf8");
    const result = respond({
      method,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
    });
    if (faults.losingRefunds && method === "POST" && url.pathname.endsWith("/refunds")) {
      response.destroy();
      return;
    }
    if (faults.losingResponses > 0) {
      faults.losingResponses -= 1;
      response.destroy();
      return;
    }
    send(result.status, result.body);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    calls,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const noFaults = (): CompanyFaults => ({
  failing: 0,
  rejecting: 0,
  losingResponses: 0,
  losingRefunds: false,
  slowMs: 0,
  refundsEnd: "succeeded",
});
