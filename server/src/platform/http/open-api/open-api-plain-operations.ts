import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";

const json = (description: string, properties: Record<string, unknown>) => ({
  description,
  content: {
    "application/json": { schema: { type: "object", required: Object.keys(properties), properties } },
  },
});
const part = { type: "string", enum: ["up", "down"] };
const readiness = (status: string) => ({
  status: { type: "string", enum: [status] },
  version: { type: "string", description: "Version of the server." },
  database: { type: "string", enum: ["up", "down", "readOnly"] },
  storage: part,
  broker: part,
  files: part,
});

/** Operations without an envelope, by path below `/api`. The document lists those that this server serves. */
export const plainOperations: Record<string, Record<string, unknown>> = {
  [liveEventsPath]: {
    operationId: "liveEvents",
    summary:
      "Server-sent events: order, device, revenue, alerts; resumes after Last-Event-ID or sends `reset`.",
    tags: ["events"],
    security: [{ AccessToken: [] }],
    "x-access": "token",
    parameters: [
      {
        name: "Last-Event-ID",
        in: "header",
        required: false,
        description:
          "The ID of the last received event. Of several IDs, separated by commas, the earliest one applies.",
        schema: { type: "string" },
      },
    ],
    responses: {
      200: {
        description: "An event stream that stays open.",
        content: { "text/event-stream": { schema: { type: "string" } } },
      },
      // Also sent if a token that has eight streams opens another one before the time has passed that the field `retry`
      // of its last closed stream contained.
      429: { $ref: "#/components/responses/RateLimited" },
      503: { $ref: "#/components/responses/NotReady" },
    },
  },
  "/health/live": {
    operationId: "healthLive",
    summary: "Responds while the process runs.",
    tags: ["health"],
    security: [],
    "x-access": "anyone",
    responses: { 200: json("Alive.", { status: { type: "string", enum: ["live"] } }) },
  },
  "/health/ready": {
    operationId: "healthReady",
    summary:
      "Responds with 200 if the database can be written, its storage has space, the broker is connected, and the file store can be reached, otherwise with 503. Results are at most a second old.",
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
    summary: "Metrics for Prometheus.",
    tags: ["health"],
    security: [{ MetricsToken: [] }],
    "x-access": "metricsToken",
    responses: {
      200: { description: "Prometheus text.", content: { "text/plain": { schema: { type: "string" } } } },
      404: { description: "The metrics token is missing or wrong." },
    },
  },
};

type Json = Record<string, unknown>;

/** Content types of exported files. In OpenAPI 3.1, the content of a file has no schema. */
const fileTypes = ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"];

export const fileResponse = (failure: Json): Json => ({
  description:
    "The file, streamed while it is written. A failed call has the content type of JSON and an envelope.",
  headers: {
    "Content-Disposition": {
      description: "Attachment with its file name.",
      schema: { type: "string" },
    },
    "Export-Rows": {
      description: "Number of rows in the file, without the heading row.",
      schema: { type: "integer", minimum: 0 },
    },
  },
  content: {
    ...Object.fromEntries(fileTypes.map((type) => [type, {}])),
    "application/json": { schema: failure },
  },
});
