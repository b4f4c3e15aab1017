import { type Endpoint, isRead, type RequestOf } from "@reposo/contract/endpoint.ts";
import type { FastifyRequest } from "fastify";
import { invalidField } from "#platform/http/product-error.ts";
import { requestValidator } from "./request-validation.ts";

interface SentFields {
  readonly fields: object;
  readonly encoding: "json" | "form";
}

const isJson = (request: FastifyRequest): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(request.headers["content-type"] ?? "");

/**
 * Returns the fields of a request before validation. A read operation takes them from the query string and the body.
 */
export function sentFields(endpoint: Endpoint, request: FastifyRequest): SentFields {
  const query = request.query as object;
  if (request.method === "GET") return { fields: query, encoding: "form" };
  const [unexpected] = Object.keys(query);
  if (unexpected !== undefined && !isRead(endpoint)) throw invalidField(unexpected.slice(0, 64), "unknown");
  const body = request.body ?? {};
  // An array or a bare value has no fields to validate.
  if (typeof body !== "object" || Array.isArray(body)) throw invalidField("", "type");
  // A query string contains only text, so fields from both sources are coerced like those of a form.
  const encoding = isJson(request) && unexpected === undefined ? "json" : "form";
  return { fields: { ...query, ...body }, encoding };
}

/** Returns a function that validates the fields of a request and removes unknown fields of a read operation. */
export function requestReader<E extends Endpoint>(endpoint: E): (request: FastifyRequest) => RequestOf<E> {
  const validate = requestValidator(endpoint);
  return (request) => {
    const { fields, encoding } = sentFields(endpoint, request);
    return validate(fields, encoding) as RequestOf<E>;
  };
}
