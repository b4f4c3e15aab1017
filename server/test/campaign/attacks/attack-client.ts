import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { Endpoint, Envelope, ReplyOf } from "@reposo/contract/endpoint.ts";

export interface AttackRequest {
  readonly method?: string;
  /** Path that is sent without normalisation. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly token?: string | undefined;
  /** Number of the sender's address, since limits apply per address. */
  readonly from?: number;
  /** Timeout in milliseconds, for a call that the server may process for a long time. */
  readonly timeoutMs?: number;
}

export interface AttackAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Code of the envelope; the HTTP status if there is no envelope. */
  readonly code: number;
}

/** A server that does not respond within this time counts as failed; a busy machine may need most of it. */
const silenceMs = 120_000;

/**
 * Returns a sender's address. On Linux, all of 127.0.0.0/8 belongs to this machine; elsewhere the attacks share one
 * address.
 */
export const addressOf = (from: number): string =>
  process.platform === "linux" ? `127.1.${Math.floor(from / 250) % 250}.${(from % 250) + 1}` : "127.0.0.1";

/** What a response must never contain: password hashes, keys, stack traces, and texts of SQL. */
const internals =
  /\$argon2|sk_test_|whsec_|PRIVATE KEY|\bat [^\n]*\.ts:\d+:\d+|\/node_modules\/|\bSELECT [\s\S]+ FROM /;

export type AttackClient = ReturnType<typeof createAttackClient>;

export function createAttackClient(url: string) {
  const { hostname, port } = new URL(url);
  const agents = new Map<string, Agent>();
  const sentTokens = new Set<string>();
  let received = 0;
  let revealing = 0;

  function agentOf(localAddress: string): Agent {
    const known = agents.get(localAddress);
    if (known) return known;
    const agent = new Agent({ keepAlive: true, maxSockets: 16, localAddress });
    agents.set(localAddress, agent);
    return agent;
  }

  function send({
    method = "GET",
    path,
    headers,
    body,
    token,
    from = 0,
    timeoutMs = silenceMs,
  }: AttackRequest): Promise<AttackAnswer> {
    const localAddress = addressOf(from);
    if (token !== undefined) sentTokens.add(token);
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          hostname,
          port,
          method,
          path,
          agent: agentOf(localAddress),
          localAddress,
          headers: { ...headers, ...(token === undefined ? {} : { "access-token": token }) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.once("error", reject);
          response.once("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            const status = response.statusCode as number;
            received += 1;
            if (internals.test(text)) revealing += 1;
            resolve({
              status,
              location: response.headers.location ?? null,
              headers: response.headers,
              text,
              code: codeOf(text) ?? status,
            });
          });
        },
      );
      sent.once("error", reject);
      sent.setTimeout(timeoutMs, () =>
        sent.destroy(new Error(`${method} ${path} was not answered in ${timeoutMs} ms`)),
      );
      sent.end(body);
    });
  }

  return {
    url,
    hostname,
    port: Number(port),
    send,
    /** Calls an operation of the API with the fields as JSON. */
    call: (
      path: string,
      fields: object,
      { idempotencyKey, ...sender }: Pick<AttackRequest, "token" | "from"> & { idempotencyKey?: string } = {},
    ) =>
      send({
        method: "POST",
        path: `/api${path}`,
        headers: {
          "content-type": "application/json",
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        },
        body: JSON.stringify(fields),
        ...sender,
      }),
    /** Every token that was sent, genuine or not. */
    sentTokens: (): readonly string[] => [...sentTokens],
    /** Number of responses so far, and of those that reveal internals of the server. */
    responses: () => ({ received, revealing }),
    close(): void {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

function codeOf(text: string): number | undefined {
  if (!text.startsWith("{")) return undefined;
  const { code } = JSON.parse(text) as { code?: unknown };
  return typeof code === "number" ? code : undefined;
}

/** Returns the data of a successful response. @throws Error for any other response */
export function dataOf<E extends Endpoint>(_endpoint: E, { text, code }: AttackAnswer): ReplyOf<E> {
  if (code !== 200) throw new Error(`the server answered ${text}`);
  return (JSON.parse(text) as Envelope<ReplyOf<E>>).data;
}

/**
 * Runs `count` attempts, up to `atOnce` of them concurrently, and counts the attempts that succeed. After an attempt
 * that throws, it starts no further ones.
 * @throws when all attempts have ended, what the first failed worker threw: the first by number, not by time
 */
export async function attempt(
  count: number,
  one: (index: number) => Promise<boolean>,
  atOnce = 8,
): Promise<{ attempts: number; accepted: number }> {
  let next = 0;
  let accepted = 0;
  const work = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      if (await one(index)) accepted += 1;
    }
  };
  const stopAfterFailure = (error: unknown) => {
    next = count;
    throw error;
  };
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(atOnce, count) }, () => work().catch(stopAfterFailure)),
  );
  // Waits for the other attempts first, so that they do not disturb the next attack.
  const failed = ended.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
  return { attempts: count, accepted };
}
