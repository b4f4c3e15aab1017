import { pipeline, type Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { type Endpoint, methodsOf, type RequestOf } from "@reposo/contract/endpoint.ts";
import type { Access } from "@reposo/contract/permissions.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { ProductError } from "./product-error.ts";
import { actorOf, type Authentication, type ManagerCaller } from "./caller.ts";
import { authorize, authorizeFound } from "./authorize.ts";
import { addressKey } from "./limits/address-key.ts";
import { accessTokenOf, languageOf, requestedZoneOf } from "./requests/request-headers.ts";
import { requestReader, sentFields } from "./requests/request-fields.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

export interface FileCall<E extends Endpoint> {
  readonly request: RequestOf<E>;
  readonly caller: ManagerCaller;
  readonly language: Language;
  /** The time zone of the caller's days (see `requestedZoneOf`); null: the account's own. */
  readonly requestedZone: string | null;
  /** Aborts once the client has disconnected or received the file. */
  readonly signal: AbortSignal;
}

export interface FileResponse {
  readonly name: string;
  readonly type: string;
  /** Number of rows, for the client's progress display. */
  readonly rows: number;
  readonly content: Readable;
}

/**
 * The session, language, and time zone that a download ticket in the URL supplies instead of the headers
 * `Access-Token`, `Lang`, `Timezone-Offset`, and `Time-Zone`.
 */
export interface RedeemedTicket {
  readonly found: Authentication;
  readonly language: Language;
  /** The time zone of the caller's days (see `requestedZoneOf`); null: the account's own. */
  readonly requestedZone: string | null;
}
/** Returns null if the ticket is unknown or has expired, or if it was issued for another operation or query. */
export type RedeemTicket = (
  ticket: string,
  operation: string,
  query: URLSearchParams,
) => Promise<RedeemedTicket | null>;

/**
 * A connection without progress for this long is closed, so that its export no longer counts towards the limit of
 * concurrent exports.
 */
const stalledMs = 120_000;

/**
 * Registers an operation that responds with a file. Each export is recorded in the audit trail and in the security log.
 * Errors before the file's first byte are sent as envelopes.
 */
export function serveFile<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E & { readonly access: Exclude<Access, "anyone" | "token"> },
  handler: (call: FileCall<E>) => Promise<FileResponse>,
  { redeemTicket }: { redeemTicket: RedeemTicket },
): void {
  const readRequest = requestReader(endpoint);
  http.service.served.push(endpoint);

  async function callerOf(request: FastifyRequest) {
    const query = queryOf(sentFields(endpoint, request).fields);
    const ticket = query.get("ticket");
    if (ticket === null || accessTokenOf(request) !== undefined) {
      return {
        caller: await authorize(request, endpoint),
        language: languageOf(request),
        requestedZone: requestedZoneOf(request),
      };
    }
    query.delete("ticket");
    const redeemed = await redeemTicket(ticket, endpoint.name, query);
    if (redeemed === null) throw new ProductError("tokenMissing");
    return { ...redeemed, caller: authorizeFound(redeemed.found, endpoint) };
  }

  http.route({
    method: [...methodsOf(endpoint)],
    url: `/api${endpoint.path}`,
    exposeHeadRoute: false,
    config: { isStream: true },
    handler: async (request, reply) => {
      const { caller, language, requestedZone } = await callerOf(request);
      const fields = readRequest(request);
      const disconnected = new AbortController();
      reply.raw.once("close", () => disconnected.abort());
      if (reply.raw.destroyed) disconnected.abort();
      const call = { request: fields, caller, language, requestedZone, signal: disconnected.signal };
      const file = await handler(call).catch((error: unknown) => {
        if (!disconnected.signal.aborted) throw error;
        // The client has disconnected, so no response can be sent.
        return null;
      });
      if (file === null) return reply.hijack();
      await recordExport(request, endpoint, caller, file).catch((error: unknown) => {
        file.content.destroy();
        throw error;
      });
      return send(request, reply, file);
    },
  });
}

async function recordExport(
  request: FastifyRequest,
  { name: operation }: Endpoint,
  caller: ManagerCaller,
  { name: file, rows }: FileResponse,
): Promise<void> {
  const { clock, database, security } = request.server.service;
  const actor = actorOf(caller);
  await transact(database, (uow) =>
    addAuditEntry(uow, {
      at: clock.now(),
      actor,
      action: "export.started",
      subject: caller.accountId,
      detail: { operation, file, rows },
    }),
  );
  security.record("export.started", { actor, operation, file, rows, address: addressKey(request.ip) });
}

/** Builds the query from the sent fields instead of the URL, since a POST may send them in its body. */
const queryOf = (fields: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields as Record<string, string | string[]>).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  );

function send(request: FastifyRequest, reply: FastifyReply, file: FileResponse): FastifyReply {
  // The client may have disconnected while the first rows were read.
  if (reply.raw.destroyed) file.content.destroy();
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  reply
    .header("cache-control", "no-store")
    .header("content-disposition", dispositionOf(file.name))
    .header("export-rows", file.rows)
    .type(file.type);
  const isCompressed = file.type.startsWith("text/") && /\bgzip\b/.test(acceptedCodings(request));
  return isCompressed
    ? reply.header("content-encoding", "gzip").send(gzipped(file.content))
    : reply.send(file.content);
}

const acceptedCodings = ({ headers }: FastifyRequest): string => headers["accept-encoding"]?.toString() ?? "";

/** Compresses the content, which reduces a long list to a tenth of its size. */
function gzipped(content: Readable): Readable {
  const gzip = createGzip({ level: 4 });
  // `pipeline` closes each stream with the other one; the reader of `gzip` gets the errors of both.
  pipeline(content, gzip, () => {});
  return gzip;
}

/** Returns the header with an ASCII name for old clients and a UTF-8 name for all others. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, "_").replace(/^_+/, "");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
