type Json = Record<string, unknown>;

/** In OpenAPI 3.1 bytes have no schema. */
const types = ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"];

/** The answer of an operation that writes a file; the envelope stands beside it for what went wrong before. */
export const fileResponse = (failure: Json): Json => ({
  description: "The file as it is written; or, told by its type, a product outcome that is no success.",
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
