import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import { type LiveEvent, liveEvents } from "@reposo/contract/sessions/live-events.ts";
import { type Endpoint, methodsOf, type ReplyOf, type RequestOf } from "@reposo/contract/endpoint.ts";
import { type Endpoints, endpoints } from "@reposo/contract/endpoints.ts";
import type { OperationName } from "@reposo/contract/operations.ts";
import { type ResultName, resultCodes, transportFaults } from "@reposo/contract/result-codes.ts";
import type { TSchema } from "typebox";
import { Value } from "typebox/value";
/** Result codes that an operation may return without declaring them (see `Endpoint.codes`). */
const generalCodes: readonly ResultName[] = [
  "invalidRequest",
  "tokenMissing",
  "tokenExpired",
  "accountDisabled",
  "permissionMissing",
  "rateLimited",
  "internal",
  "notReady",
];

/** A handler throws it to return a result code other than success. */
export class Refusal extends Error {
  readonly code: ResultName;
  readonly data: unknown;
  constructor(code: ResultName, message: string, data: unknown = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Holds responses back: handlers await `opened` until the test calls `open`. */
export function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

/** A handler throws it to break the connection before a response. */
export class ConnectionLost extends Error {}

/** A handler throws it to return the error page of a proxy whose server is down. */
export class ProxyError extends Error {}

interface Call<N extends OperationName> {
  readonly request: RequestOf<Endpoints[N]>;
  readonly language: string | null;
  readonly token: string | null;
  /** The time zone by which the server counts days. */
  readonly zone: string | null;
  /** The offset of the browser's time zone in minutes. */
  readonly offset: string | null;
  readonly idempotencyKey: string | null;
}

/** Returns the data of a response; throws a `Refusal`, `ProxyError`, or `ConnectionLost` instead. */
type Handler<N extends OperationName> = (
  request: RequestOf<Endpoints[N]>,
  call: Call<N>,
) => ReplyOf<Endpoints[N]> | Promise<ReplyOf<Endpoints[N]>>;

export type Handlers = { readonly [N in OperationName]?: Handler<N> };

export type FakeApi = ReturnType<typeof createFakeApi>;

/**
 * Stands in for the network. A handler per operation returns the data of a response, which has the envelope and the
 * headers of the server. Requests and responses must match the contract. Calls without a handler and violations of the
 * contract are `problems`, which fail the test.
 */
export function createFakeApi(handlers: Handlers) {
  const handlerOf = new Map<string, Handler<OperationName>>(
    Object.entries(handlers) as [string, Handler<OperationName>][],
  );
  const made: { readonly name: string; readonly call: Call<OperationName> }[] = [];
  const problems: string[] = [];
  const streams = new Set<{ open: () => void; send: (text: string) => void; end: () => void }>();
  let isOnline = true;
  let pendingCalls = 0;
  let lastEventId = 0;

  async function respond(
    url: URL,
    { method = "GET", headers: given, body, signal }: RequestInit,
  ): Promise<Response> {
    const path = url.pathname.replace(/^\/api/, "");
    if (!isOnline) throw new TypeError("Failed to fetch");
    if (path === "/health/live") return new Response("ok");
    if (path === liveEventsPath) return openStream(signal ?? null);
    const endpoint = endpoints.find((each) => each.path === path);
    if (endpoint === undefined) throw new TypeError(`the contract has no operation ${path}`);
    const { name } = endpoint;
    const headers = new Headers(given);
    const fields =
      method === "GET" ? url.searchParams : new URLSearchParams(body as URLSearchParams | undefined);
    const call = {
      request: readFields(endpoint, fields),
      language: headers.get("lang"),
      token: headers.get("Access-Token"),
      zone: headers.get("Time-Zone"),
      offset: headers.get("Timezone-Offset"),
      idempotencyKey: headers.get("Idempotency-Key"),
    } as Call<OperationName>;
    made.push({ name, call });
    if (!methodsOf(endpoint).some((each) => each === method))
      throw new TypeError(`${name} does not accept ${method}`);
    if (endpoint.access !== "anyone" && call.token === null) throw new TypeError(`${name} needs a token`);
    if (endpoint.idempotent && call.idempotencyKey === null)
      throw new TypeError(`${name} needs an idempotency key`);
    const handler = handlerOf.get(name);
    if (handler === undefined) throw new TypeError(`the test has no handler for ${name}`);
    try {
      const reply: unknown = await handler(call.request, call);
      return endpoint.respondsWithFile === true ? fileOf(reply) : success(endpoint, reply);
    } catch (error) {
      if (error instanceof Refusal) return refusal(endpoint, error);
      if (error instanceof ProxyError)
        return new Response("<h1>502 Bad Gateway</h1>", {
          status: 502,
          headers: { "content-type": "text/html" },
        });
      throw error;
    }
  }

  function openStream(signal: AbortSignal | null): Promise<Response> {
    return new Promise((resolve, reject) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      const response = new Response(readable, { headers: { "content-type": "text/event-stream" } });
      const stream = {
        open: () => resolve(response),
        send: (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined),
        end: () => {
          streams.delete(stream);
          writer.close().catch(() => undefined);
        },
      };
      streams.add(stream);
      signal?.addEventListener("abort", () => {
        streams.delete(stream);
        reject(new DOMException("aborted", "AbortError"));
        writer.abort().catch(() => undefined);
      });
    });
  }

  /** Like the browser's `fetch`. */
  async function fakeFetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const { signal } = init;
    const aborted = new Promise<never>((_, reject) => {
      const abort = () => reject(new DOMException("aborted", "AbortError"));
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort);
    });
    const url = new URL(input, window.location.href);
    if (!url.pathname.endsWith(liveEventsPath)) pendingCalls += 1;
    const response = respond(url, init)
      .catch((error: unknown) => {
        if (!(error instanceof ConnectionLost) && isOnline && !signal?.aborted) problems.push(String(error));
        throw new TypeError("Failed to fetch", { cause: error });
      })
      .finally(() => {
        if (!url.pathname.endsWith(liveEventsPath)) pendingCalls -= 1;
      });
    return Promise.race([aborted, response]);
  }

  return {
    fetch: fakeFetch,
    problems: problems as readonly string[],
    /** Replaces the handler of an operation. */
    on<N extends OperationName>(name: N, handler: Handler<N>): void {
      handlerOf.set(name, handler);
    },
    /** Returns the calls of an operation, oldest first. */
    calls: <N extends OperationName>(name: N): Call<N>[] =>
      made.filter((each) => each.name === name).map(({ call }) => call as Call<N>),
    pendingCalls: () => pendingCalls,
    /** Opens the stream of live events that the page has requested. Throws if it has requested none. */
    openStream(): void {
      if (streams.size === 0) throw new Error("the page does not follow live events");
      for (const stream of streams) stream.open();
    },
    /** Sends a live event to all streams. */
    push({ name, data }: LiveEvent): void {
      const current = withTime(data);
      assertValid(`event ${name}`, liveEvents[name], current);
      lastEventId += 1;
      for (const stream of streams)
        stream.send(`id: ${lastEventId}\nevent: ${name}\ndata: ${JSON.stringify(current)}\n\n`);
    },
    /** Ends all streams of live events, as a lost connection does. Calls still succeed. */
    endStreams(): void {
      for (const stream of streams) stream.end();
    },
    /** Breaks the connection until it is set again. */
    setOnline(online: boolean): void {
      isOnline = online;
    },
  };
}

/** Converts the texts of a form to the types of the request's fields, as the server does. */
function readFields({ name, request }: Endpoint, form: URLSearchParams): unknown {
  if (request === null) return undefined;
  const { properties } = request as unknown as { properties: Record<string, { type?: string }> };
  const fields = Object.fromEntries(
    [...new Set(form.keys())].map((key) => [key, valueOf(properties[key]?.type, form.getAll(key))]),
  );
  assertValid(`the request of ${name}`, request, fields);
  return fields;
}

function valueOf(type: string | undefined, texts: readonly string[]): unknown {
  const [text = ""] = texts;
  if (type === "array") return texts;
  if (type === "integer" || type === "number") return text === "" ? text : Number(text);
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
}

function assertValid(subject: string, schema: TSchema, value: unknown): void {
  const [error] = Value.Errors(schema, value);
  if (error !== undefined)
    throw new TypeError(`${subject} violates the contract: ${error.instancePath} ${error.message}`);
}

/** Returns the data with the current time as the server's time, if it has this field. */
const withTime = (data: unknown): unknown =>
  typeof data === "object" && data !== null && "serverTime" in data
    ? { ...data, serverTime: new Date().toISOString() }
    : data;

function success(endpoint: Endpoint, data: unknown): Response {
  const { name, reply } = endpoint;
  const current = withTime(data);
  assertValid(`the reply of ${name}`, reply, current);
  // The server sends the declared fields only.
  const declared = Value.Clean(reply, structuredClone(current));
  return json(200, { code: resultCodes.ok, message: "", data: declared });
}

/** Returns the file of a handler: its text, or a response that the test controls. */
const fileOf = (file: unknown): Response =>
  file instanceof Response ? file : new Response(file as string, { headers: { "content-type": "text/csv" } });

function refusal({ name, codes }: Endpoint, { code, message, data }: Refusal): Response {
  if (![...generalCodes, ...codes].includes(code))
    throw new TypeError(`${name} does not declare the code ${code}`);
  const status = code in transportFaults ? transportFaults[code as keyof typeof transportFaults] : 200;
  return json(status, { code: resultCodes[code], message, data });
}

const json = (status: number, envelope: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(envelope), {
    status,
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      date: new Date().toUTCString(),
    },
  });
