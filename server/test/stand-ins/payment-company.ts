import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A page where somebody may pay, as a company keeps it. */
export interface CompanyPage {
  readonly ref: string;
  readonly paymentId: string;
  amountMinor: number;
  currency: string;
  state: "open" | "pending" | "paid" | "expired";
}

export interface CompanyRefund {
  readonly ref: string;
  /** The server's own name for it. */
  readonly refundId: string;
  readonly pageRef: string;
  readonly amountMinor: number;
  state: "pending" | "succeeded" | "failed";
}

export interface CompanyWebhook {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** What may go wrong between a company and us, for so many of the next calls. */
export interface CompanyFaults {
  /** Answers 500 and does nothing. */
  failing: number;
  /** Answers 400 and does nothing. */
  refusing: number;
  /** Does what it was asked, and the answer is lost. */
  losingAnswers: number;
  /** Makes every refund, and none of their answers arrives. */
  losingRefunds: boolean;
  /** Milliseconds that every answer takes. */
  slowMs: number;
  /** What happens to a refund when it is asked for. */
  refundsEnd: CompanyRefund["state"];
}

/** A stand-in that speaks a payment company's real HTTP API, and lets the test be its customers. */
export interface PaymentCompany {
  readonly name: string;
  /** Settings that point the server at it. */
  readonly env: Record<string, string>;
  readonly pages: Map<string, CompanyPage>;
  readonly refunds: CompanyRefund[];
  readonly faults: CompanyFaults;
  /** Its clock; a test that moves the server's gives it the same. */
  clock: { now(): Date };
  /** How often each call was made, by method and path without ids. */
  readonly calls: Map<string, number>;
  /** The webhook that tells how a page stands, `id` its own name; signed so long ago, where the company signs. */
  webhookOf(page: CompanyPage, id: string, secondsAgo?: number): CompanyWebhook;
  refundWebhook(refund: CompanyRefund, id: string): CompanyWebhook;
  /** As a company does with keys after a day or so: what comes under one again is another request. */
  forgetKeys(): void;
  close(): Promise<void>;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

/** A page of refunds, two at a time, so that whoever looks for one has to turn it. */
export function pageOfRefunds(refunds: readonly CompanyRefund[], after: string | null) {
  const from = refunds.findIndex((one) => one.ref === after) + 1;
  return { refunds: refunds.slice(from, from + 2), hasMore: from + 2 < refunds.length };
}

/** Listens, counts, and goes wrong as told; what an answer holds is the company's own. */
export async function listen(faults: CompanyFaults, answer: (asked: Asked) => Answered) {
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
    if (faults.refusing > 0) {
      faults.refusing -= 1;
      send(400, {
        error: { type: "invalid_request_error", message: "no" },
        error_code: "API_VALIDATION_ERROR",
      });
      return;
    }
    const body = Buffer.concat(chunks).toString("utf8");
    const answered = answer({
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
    if (faults.losingAnswers > 0) {
      faults.losingAnswers -= 1;
      response.destroy();
      return;
    }
    send(answered.status, answered.body);
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
  refusing: 0,
  losingAnswers: 0,
  losingRefunds: false,
  slowMs: 0,
  refundsEnd: "succeeded",
});
