import { type Endpoint, isRead, methodsOf } from "@reposo/contract/endpoint.ts";
import { type Access, permissions } from "@reposo/contract/permissions.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import { typedFormats } from "@reposo/contract/text/typed-text.ts";
import { productVersion } from "@reposo/contract/product-version.ts";
import {
  idempotentOutcomes,
  resultCodes,
  type ResultName,
  transportFaults,
} from "@reposo/contract/result-codes.ts";
import type { TSchema } from "typebox";
import { fileResponse, plainOperations } from "./open-api-plain-operations.ts";

type Json = Record<string, unknown>;

const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });
const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const accessTexts: Partial<Record<Access, string>> = {
  anyone: "Needs no token.",
  token: "Takes a customer's or a manager's token.",
  manager: "Takes a manager's token.",
};

function accessTextOf({ access, managerPermission, fieldPermissions }: Endpoint): string {
  const byField = Object.entries(fieldPermissions?.permissions ?? {}).map(
    ([value, permission]) => `\`${permission}\` if \`${fieldPermissions?.field}\` is \`${value}\``,
  );
  return [
    accessTexts[access] ?? `Takes a manager's token whose account holds the permission \`${access}\`.`,
    ...(managerPermission ? [`A manager's account also needs the permission \`${managerPermission}\`.`] : []),
    ...(byField.length > 0 ? [`The account also needs the permission ${byField.join(", ")}.`] : []),
  ].join(" ");
}

/** Removes from a schema the schema library's own properties, and the format that only this server understands. */
const plain = (schema: TSchema): Json =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === "format" && String(value) in typedFormats ? undefined : value,
    ),
  ) as Json;

function codesOf(endpoint: Endpoint): ResultName[] {
  const tokenCodes: ResultName[] = ["tokenMissing", "tokenExpired", "accountDisabled"];
  const guarded = endpoint.access !== "anyone";
  const permission =
    (endpoint.access !== "anyone" && endpoint.access !== "token") || endpoint.managerPermission !== undefined;
  return [
    ...new Set<ResultName>([
      "ok",
      "invalidRequest",
      ...(guarded ? tokenCodes : []),
      ...(permission ? (["permissionMissing"] as const) : []),
      ...endpoint.codes,
      ...(endpoint.idempotent ? (["idempotencyKeyReused"] as const) : []),
    ]),
  ];
}

function queryParameters(request: TSchema): Json[] {
  const { properties = {}, required = [] } = plain(request) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...((schema as Json)["description"] ? { description: (schema as Json)["description"] } : {}),
    schema,
    ...((schema as Json)["type"] === "array" ? { style: "form", explode: true } : {}),
  }));
}

const securityOf = ({ access, respondsWithFile }: Endpoint): Json[] =>
  access === "anyone" ? [] : [{ AccessToken: [] }, ...(respondsWithFile ? [{ ExportTicket: [] }] : [])];

const envelopeResponse = (name: string): Json => ({
  description: "The outcome of the call, success or error, as given by `code`.",
  content: {
    "application/json": {
      schema: { oneOf: [ref("schemas", `${name}Answer`), ref("schemas", "Failure")] },
    },
  },
});

const readText =
  "Reads only: GET and POST return the same response. POST also accepts fields in the query string. Unknown fields are ignored.";

/** Operation IDs must be unique: the endpoint's own method gets the plain name, the other method a suffix. */
const operationIdOf = (endpoint: Endpoint, method: "GET" | "POST"): string =>
  method === endpoint.method ? endpoint.name : `${endpoint.name}By${capitalised(method.toLowerCase())}`;

function operationOf(endpoint: Endpoint, method: "GET" | "POST"): Json {
  const name = capitalised(endpoint.name);
  const codes = codesOf(endpoint);
  const codeLines = codes.map((code) => `- \`${resultCodes[code]}\` ${code}`).join("\n");
  const isGet = method === "GET";
  const parameters = [
    ref("parameters", "Lang"),
    ref("parameters", "TimezoneOffset"),
    ref("parameters", "TimeZone"),
    ...(endpoint.idempotent ? [ref("parameters", "IdempotencyKey")] : []),
    ...(isGet && endpoint.request ? queryParameters(endpoint.request) : []),
  ];
  const body = { schema: ref("schemas", `${name}Request`) };
  return {
    operationId: operationIdOf(endpoint, method),
    summary: endpoint.summary,
    description: [
      accessTextOf(endpoint),
      ...(isRead(endpoint) ? [readText] : []),
      `Codes:\n${codeLines}`,
    ].join("\n\n"),
    tags: [endpoint.path.split("/").at(-2) ?? "api"],
    security: securityOf(endpoint),
    "x-operation": endpoint.name,
    "x-access": endpoint.access,
    "x-codes": codes.map((code) => resultCodes[code]),
    parameters,
    ...(!isGet && endpoint.request
      ? {
          requestBody: {
            content: { "application/x-www-form-urlencoded": body, "application/json": body },
          },
        }
      : {}),
    responses: {
      200: endpoint.respondsWithFile ? fileResponse(ref("schemas", "Failure")) : envelopeResponse(name),
      ...(isGet
        ? {}
        : { 413: ref("responses", "BodyTooLarge"), 415: ref("responses", "BodyTypeUnsupported") }),
      429: ref("responses", "RateLimited"),
      500: ref("responses", "Internal"),
      503: ref("responses", "NotReady"),
    },
  };
}

function schemasOf(endpoint: Endpoint): [string, Json][] {
  const name = capitalised(endpoint.name);
  const answer: Json = {
    type: "object",
    required: ["code", "message", "data"],
    properties: {
      code: { type: "integer", enum: [resultCodes.ok, resultCodes.okLegacy] },
      message: { type: "string" },
      data: plain(endpoint.reply),
    },
  };
  const request: [string, Json][] = endpoint.request
    ? [[`${name}Request`, { ...plain(endpoint.request), additionalProperties: isRead(endpoint) }]]
    : [];
  return endpoint.respondsWithFile ? request : [...request, [`${name}Answer`, answer]];
}

const header = (name: string, description: string, schema: Json): Json => ({
  name,
  in: "header",
  required: false,
  description,
  schema,
});

const failure: Json = {
  type: "object",
  required: ["code", "message", "data"],
  properties: {
    code: { type: "integer", not: { enum: [resultCodes.ok, resultCodes.okLegacy] } },
    message: { type: "string", description: "In the language of the `lang` header." },
    data: {
      description:
        "Null for most codes. 400 has `fields`, 429 and the limits of attempts, unpaid orders, and feedback have `retryAfterSeconds`, and 500 has `requestId`; other codes may have other fields.",
      type: ["object", "null"],
      properties: {
        fields: {
          type: "array",
          items: {
            type: "object",
            required: ["path", "message"],
            properties: { path: { type: "string" }, message: { type: "string" } },
          },
        },
        retryAfterSeconds: { type: "integer", minimum: 0 },
        requestId: { type: "string" },
      },
    },
  },
};

const failureResponse = (description: string, headers?: Json): Json => ({
  description,
  ...(headers ? { headers } : {}),
  content: { "application/json": { schema: ref("schemas", "Failure") } },
});
const retryAfter = {
  "Retry-After": { description: "Seconds until the call may be repeated.", schema: { type: "integer" } },
};

export interface OpenApiSource {
  readonly served: readonly Endpoint[];
  readonly planned: readonly Endpoint[];
  /** Whether this server serves the given path of `plainOperations`, whose responses have no envelope. */
  readonly hasPlain: (path: string) => boolean;
}

const transientCodes = Object.entries(idempotentOutcomes).flatMap(([name, outcome]) =>
  outcome === "transient" ? [resultCodes[name as ResultName]] : [],
);

/** Returns the OpenAPI document of the operations that this server serves, with a list of planned operations. */
export function openApiDocument({ served, planned, hasPlain }: OpenApiSource): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of served) {
    for (const method of methodsOf(endpoint))
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [method.toLowerCase()]: operationOf(endpoint, method),
      };
  }
  for (const [path, operation] of Object.entries(plainOperations)) {
    if (hasPlain(path)) paths[path] = { get: operation };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Reposo",
      version: productVersion,
      description:
        "Every JSON response is an envelope `{code, message, data}`. A success or a business error, including an invalid request, has HTTP status 200 and its code in the body. An unknown path, a rate limit, an unavailable database, and similar errors have their own HTTP status and the same envelope. POST accepts the same fields as a form or as JSON. Operations that read are served by GET and POST and ignore unknown fields; operations that write reject them.",
    },
    servers: [{ url: "/api" }],
    paths,
    components: {
      securitySchemes: {
        AccessToken: { type: "apiKey", in: "header", name: "Access-Token" },
        ExportTicket: { type: "apiKey", in: "query", name: "ticket" },
        MetricsToken: { type: "http", scheme: "bearer" },
      },
      parameters: {
        Lang: header("lang", "Language of messages; anything else falls back to the default.", {
          type: "string",
          enum: [...languages],
        }),
        TimezoneOffset: header(
          "Timezone-Offset",
          "Minutes east of UTC (+480 in Manila), for clients that do not know the name of their zone; without this header and " +
            "Time-Zone, the account's own zone.",
          { type: "integer", minimum: -720, maximum: 840, multipleOf: 15 },
        ),
        TimeZone: header(
          "Time-Zone",
          "Name of the zone in which days are counted, such as `America/New_York`, or `account` for the account's own zone. " +
            "It takes precedence over the offset, which differs by season; an unknown name has no effect.",
          { type: "string" },
        ),
        IdempotencyKey: header(
          "Idempotency-Key",
          "For 24 hours, a call with the same key and body returns the first response, including a failure; with another " +
            "body, code 20303. Failures in `x-transient-codes` are not stored: repeat the call with the same key.",
          { type: "string", pattern: "^[\\x21-\\x7e]{1,128}$" },
        ),
      },
      responses: {
        BodyTooLarge: failureResponse("The body is over 64 KB."),
        BodyTypeUnsupported: failureResponse("The body is neither a form nor JSON."),
        RateLimited: failureResponse("Too many calls from this address.", retryAfter),
        Internal: failureResponse("An unexpected server error; the log contains `data.requestId`."),
        NotReady: failureResponse(
          "The server is stopping, or a dependency such as the database is unavailable.",
          retryAfter,
        ),
      },
      schemas: { Failure: failure, ...Object.fromEntries(served.flatMap(schemasOf)) },
    },
    "x-codes": resultCodes,
    "x-transport-faults": transportFaults,
    "x-transient-codes": transientCodes,
    "x-permissions": permissions,
    "x-planned": planned.map(({ name, method, path, summary }) => ({
      operationId: name,
      method,
      path,
      summary,
    })),
  };
}
