import { pipeline, type Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { type Access, type Endpoint, methodsOf, type RequestOf } from "@reposo/contract/endpoint.ts";
import type { Language } from "@reposo/contract/languages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { writeAudit } from "#platform/postgres/audit-trail.ts";
import { ProductError } from "./product-error.ts";
import { actorOf, type Authentication, type ManagerCaller } from "./caller.ts";
import { authorize, authorizeFound } from "./authorize.ts";
import { addressKey } from "./limits/address-key.ts";
import { accessTokenOf, languageOf, offsetOf } from "./requests/request-headers.ts";
import { requestReader, sentFields } from "./requests/request-fields.ts";

export interface FileCall<E extends Endpoint> {
  readonly request: RequestOf<E>;
  readonly caller: ManagerCaller;
  readonly language: Language;
  /** Minutes east of UTC; null where the account's own zone counts. */
  readonly offsetMinutes: number | null;
  /** Aborts once nobody receives the file any more, or all of it has been received. */
  readonly over: AbortSignal;
}

export interface FileAnswer {
  readonly name: string;
  readonly type: string;
  /** How many rows there will be: what a client shows its progress by. */
  readonly rows: number;
  /** Read as fast as the client takes it. */
  readonly content: Readable;
}

/** What a ticket in the address stands for, in place of a token and of the headers beside it. */
export interface TicketBearer {
  readonly found: Authentication;
  readonly language: Language;
  readonly offsetMinutes: number | null;
}
export type RedeemTicket = (
  ticket: string,
  operation: string,
  query: URLSearchParams,
) => Promise<TicketBearer | null>;

/** A client that takes nothing for so long is gone, whatever its connection says; others may need its place. */
const stalledMs = 120_000;

/** Puts an operation that answers a file under `/api`; what goes wrong before its first byte is an envelope. */
export function serveFile<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E & { readonly access: Exclude<Access, "anyone" | "token"> },
  handler: (call: FileCall<E>) => Promise<FileAnswer>,
  { redeemTicket }: { redeemTicket: RedeemTicket },
): void {
  const readRequest = requestReader(endpoint);
  http.service.served.push(endpoint);

  async function bearerOf(request: FastifyRequest) {
    const query = queryOf(sentFields(endpoint, request).fields);
    const ticket = query.get("ticket");
    if (ticket === null || accessTokenOf(request) !== undefined) {
      return {
        caller: await authorize(request, endpoint.access),
        language: languageOf(request),
        offsetMinutes: offsetOf(request),
      };
    }
    query.delete("ticket");
    const bearer = await redeemTicket(ticket, endpoint.name, query);
    if (bearer === null) throw new ProductError("tokenMissing");
    return { ...bearer, caller: authorizeFound(bearer.found, endpoint.access) };
  }

  http.route({
    method: [...methodsOf(endpoint)],
    url: `/api${endpoint.path}`,
    exposeHeadRoute: false,
    config: { isStream: true },
    handler: async (request, reply) => {
      const { caller, language, offsetMinutes } = await bearerOf(request);
      const fields = readRequest(request);
      const over = new AbortController();
      reply.raw.once("close", () => over.abort());
      if (reply.raw.destroyed) over.abort();
      const call = { request: fields, caller, language, offsetMinutes, over: over.signal };
      const file = await handler(call).catch((error: unknown) => {
        if (!over.signal.aborted) throw error;
        // Nobody is there to be told that the reading was broken off.
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

/** Who took which data is kept in the audit trail. */
async function recordExport(
  request: FastifyRequest,
  { name: operation }: Endpoint,
  caller: ManagerCaller,
  { name: file, rows }: FileAnswer,
): Promise<void> {
  const { clock, database, security } = request.server.service;
  const actor = actorOf(caller);
  await writeAudit(database, {
    at: clock.now(),
    actor,
    action: "export.started",
    subject: caller.accountId,
    detail: { operation, file, rows },
  });
  security.record("export.started", { actor, operation, file, rows, address: addressKey(request.ip) });
}

/** What the handler will be given and not what stands in the address: the two can be made to read differently. */
const queryOf = (fields: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields as Record<string, string | string[]>).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  );

function send(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply {
  // The client may have left while the first rows were looked for.
  if (reply.raw.destroyed) file.content.destroy();
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  reply
    .header("cache-control", "no-store")
    .header("content-disposition", dispositionOf(file.name))
    .header("export-rows", file.rows)
    .type(file.type);
  const isSmaller = file.type.startsWith("text/") && /\bgzip\b/.test(acceptedCodings(request));
  return isSmaller
    ? reply.header("content-encoding", "gzip").send(gzipped(file.content))
    : reply.send(file.content);
}

const acceptedCodings = ({ headers }: FastifyRequest): string => headers["accept-encoding"]?.toString() ?? "";

/** A long list is a tenth of itself then, which counts on a phone; the browser unpacks it as it comes. */
function gzipped(content: Readable): Readable {
  const gzip = createGzip({ level: 4 });
  // Each ends the other; what went wrong is told by the one that is read.
  pipeline(content, gzip, () => {});
  return gzip;
}

/** Names are of the server's making, but in the caller's language: plain for old clients, whole for all others. */
function dispositionOf(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, "_").replace(/^_+/, "");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
