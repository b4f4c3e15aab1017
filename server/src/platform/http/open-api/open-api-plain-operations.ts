import { liveEventsPath } from "@reposo/contract/sessions/live-events.ts";

const json = (description: string, properties: Record<string, unknown>) => ({
  description,
  content: {
    "application/json": { schema: { type: "object", required: Object.keys(properties), properties } },
  },
});
const part = { type: "string", enum: ["up", "down"] };
const readiness = (status: string) => ({
  status: { type: "string", enum: [status] },
  database: part,
  storage: part,
  broker: part,
});

/** Operations without an envelope, by path below `/api`; in the document only where the server has the route. */
export const plainOperations: Record<string, Record<string, unknown>> = {
  [liveEventsPath]: {
    operationId: "liveEvents",
    summary: "Server-sent events: order, device, revenue; resumes after Last-Event-ID or sends `reset`.",
    tags: ["events"],
    security: [{ AccessToken: [] }],
    "x-access": "token",
    parameters: [
      {
        name: "Last-Event-ID",
        in: "header",
        required: false,
        description:
          "The id of the last event that was seen; of several, separated by commas, the earliest counts.",
        schema: { type: "string" },
      },
    ],
    responses: {
      200: {
        description: "A stream that stays open.",
        content: { "text/event-stream": { schema: { type: "string" } } },
      },
      // Also sent for a ninth stream of a token before the `retry` time of the last closed stream.
      429: { $ref: "#/components/responses/RateLimited" },
    },
  },
  "/health/live": {
    operationId: "healthLive",
    summary: "The process answers.",
    tags: ["health"],
    security: [],
    "x-access": "anyone",
    responses: { 200: json("Alive.", { status: { type: "string", enum: ["live"] } }) },
  },
  "/health/ready": {
    operationId: "healthReady",
    summary: "Database, its storage, and broker can be used.",
    tags: ["health"],
    security: [],
    "x-access": "anyone",
    responses: {
      200: json("Ready.", readiness("ready")),
      503: json("Not ready.", readiness("notReady")),
    },
  },
  "/metrics": {
    operationId: "metrics",
    summary: "Figures for Prometheus.",
    tags: ["health"],
    security: [{ MetricsToken: [] }],
    "x-access": "metricsToken",
    responses: {
      200: { description: "Prometheus text.", content: { "text/plain": { schema: { type: "string" } } } },
      404: { description: "Without the token there is nothing here." },
    },
  },
};

type Json = Record<string, unknown>;

/** In OpenAPI 3.1 bytes have no schema. */
const types = ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"];

export const fileResponse = (failure: Json): Json => ({
  description:
    "The file as it is written; or a failed product outcome, which its content type distinguishes.",
  headers: {
    "Content-Disposition": {
      description: "An attachment, and its name.",
      schema: { type: "string" },
    },
    "Export-Rows": {
      description: "How many rows the file will have, headings aside.",
      schema: { type: "integer", minimum: 0 },
    },
  },
  content: {
    ...Object.fromEntries(types.map((type) => [type, {}])),
    "application/json": { schema: failure },
  },
});
