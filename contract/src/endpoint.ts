import type { Static, TSchema } from "typebox";
import type { ResultName } from "./result-codes.ts";

export const permissions = ["home", "details", "user", "cash"] as const;
export type Permission = (typeof permissions)[number];

/**
 * Who may call: `anyone` needs no token; `token` takes a customer's or a manager's; `manager` a manager's;
 * a permission's name takes a manager's token whose account holds it.
 */
export type Access = "anyone" | "token" | "manager" | Permission;

export interface Endpoint<
  Req extends TSchema | null = TSchema | null,
  Rep extends TSchema = TSchema,
  Acc extends Access = Access,
> {
  /** Unique, also the OpenAPI operationId. */
  readonly name: string;
  readonly method: "GET" | "POST";
  /**
   * Set on a POST that only reads. An operation that reads (every GET does) is served by GET and POST alike and ignores
   * fields that it does not know; one that writes is served by POST alone and refuses them.
   */
  readonly reads?: true;
  /** Below the base `<origin>/api`. */
  readonly path: string;
  readonly access: Acc;
  readonly summary: string;
  /** Fields of the query string of a GET, of the form or JSON body of a POST; null where there are none. */
  readonly request: Req;
  /** Schema of the envelope's `data`. */
  readonly reply: Rep;
  /** Product outcomes beyond success that a caller of this operation must be ready for. */
  readonly codes: readonly ResultName[];
  /**
   * Its answer has the header `Event-Id`: the id of an event up to which the data is complete. An event stream that
   * resumes after it misses no change of what was read.
   */
  readonly carriesEventId?: true;
  /** Takes an `Idempotency-Key` header. */
  readonly idempotent?: true;
  /**
   * Answers a file as it is written, without an envelope; `reply` is ignored then. Whatever goes wrong before its
   * first byte is answered in an envelope as everywhere.
   */
  readonly answersFile?: true;
  /** Set while a later issue still has to build it; such an operation is absent from the server. */
  readonly planned?: true;
}

/** Keeps the literal types of what is declared, so that routes and clients are checked against it. */
export function endpoint<Req extends TSchema | null, Rep extends TSchema, Acc extends Access>(
  declaration: Endpoint<Req, Rep, Acc>,
): Endpoint<Req, Rep, Acc> {
  return declaration;
}

export const isRead = ({ method, reads }: Pick<Endpoint, "method" | "reads">): boolean =>
  method === "GET" || reads === true;

/** The methods that serve an operation, the one that our own client uses first. */
export const methodsOf = (endpoint: Pick<Endpoint, "method" | "reads">): readonly ("GET" | "POST")[] => {
  if (!isRead(endpoint)) return [endpoint.method];
  return endpoint.method === "GET" ? ["GET", "POST"] : ["POST", "GET"];
};

export type RequestOf<E> =
  E extends Endpoint<infer Req, TSchema> ? (Req extends TSchema ? Static<Req> : undefined) : never;
export type ReplyOf<E> = E extends Endpoint<infer _Req, infer Rep> ? Static<Rep> : never;
export type AccessOf<E> = E extends Endpoint<TSchema | null, TSchema, infer Acc> ? Acc : never;

/** What every JSON answer is wrapped in. */
export interface Envelope<T> {
  code: number;
  message: string;
  data: T;
}
