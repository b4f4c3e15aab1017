import type { Static, TSchema } from "typebox";
import { type Operation, type OperationName, operations } from "./operations.ts";
import type { Access, Permission } from "./permissions.ts";
import type { ResultName } from "./result-codes.ts";

export interface Endpoint<
  Req extends TSchema | null = TSchema | null,
  Rep extends TSchema = TSchema,
  Acc extends Access = Access,
> extends Operation {
  /** Unique name, which is also the OpenAPI operationId. */
  readonly name: string;
  readonly access: Acc;
  /** Permission that a manager needs in addition for a value of a field of the request. */
  readonly fieldPermissions?: {
    readonly field: string;
    readonly permissions: Readonly<Record<string, Permission>>;
  };
  readonly summary: string;
  /** Fields of the query string (GET), or of the form or JSON body (POST); null without fields. */
  readonly request: Req;
  /** Schema of the envelope's `data`. */
  readonly reply: Rep;
  /**
   * Result codes that are specific to this operation, in addition to success and the codes that follow from its
   * validation, `access`, and `idempotent`.
   */
  readonly codes: readonly ResultName[];
  /**
   * The response is a streamed file without an envelope, and `reply` is ignored. Errors before the first byte are
   * returned in an envelope.
   */
  readonly respondsWithFile?: true;
  /** Marks an operation that the server does not implement yet. */
  readonly planned?: true;
}

/** Declares the schemas of an operation. Routes and clients are checked against the literal types. */
export function endpoint<N extends OperationName, Req extends TSchema | null, Rep extends TSchema>(
  name: N,
  schemas: Omit<Endpoint<Req, Rep>, "name" | keyof Operation>,
): Endpoint<Req, Rep, (typeof operations)[N]["access"]> {
  return { name, ...operations[name], ...schemas };
}

export const isRead = ({ method, reads }: Pick<Endpoint, "method" | "reads">): boolean =>
  method === "GET" || reads === true;

/** Returns the HTTP methods that the server accepts for an operation, the declared method first. */
export const methodsOf = (endpoint: Pick<Endpoint, "method" | "reads">): readonly ("GET" | "POST")[] => {
  if (!isRead(endpoint)) return [endpoint.method];
  return endpoint.method === "GET" ? ["GET", "POST"] : ["POST", "GET"];
};

/**
 * The values that a schema describes. `infer` defers `Static` until the schema is known: resolved for a type parameter,
 * it compares all kinds of schemas with each other, which takes seconds per project.
 */
type ValueOf<S extends TSchema> = Static<S> extends infer Value ? Value : never;

export type RequestOf<E> =
  E extends Endpoint<infer Req, TSchema> ? (Req extends TSchema ? ValueOf<Req> : undefined) : never;
export type ReplyOf<E> = E extends Endpoint<infer _Req, infer Rep> ? ValueOf<Rep> : never;
export type AccessOf<E> = E extends Endpoint<TSchema | null, TSchema, infer Acc> ? Acc : never;

/** The JSON body of a response. */
export interface Envelope<T> {
  /** A code of `resultCodes`. */
  code: number;
  message: string;
  data: T;
}
