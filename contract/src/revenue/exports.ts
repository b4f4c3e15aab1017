import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { Instant, OneOf, Request } from "#fields.ts";

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormatName = (typeof exportFormats)[number];
export const ExportFormat = OneOf(
  exportFormats,
  "Format of the file: CSV in UTF-8 with a byte order mark, or an Excel workbook.",
);

export const ExportTicket = Type.String({
  minLength: 1,
  maxLength: 128,
  description:
    "Ticket of a URL that exportLink returned. It replaces the Access-Token header. It is valid for 10 minutes, but not longer than the session that requested it, and only for the operation and the query of that URL.",
});

export const exportLink = endpoint("exportLink", {
  fieldPermissions: {
    field: "operation",
    permissions: { orderExport: "details", areaExport: "details", collectionExport: "cash" },
  },
  summary: "Creates a link to an export that any browser can open, for in-app browsers that block downloads.",
  request: Request({
    operation: OneOf(
      ["orderExport", "areaExport", "collectionExport"],
      "Operation that the link calls; the caller needs the permission of this operation.",
    ),
    query: Type.String({ maxLength: 8192, description: "Query string of the operation, without a ticket." }),
  }),
  reply: Type.Object({
    url: Type.String({
      description: "Absolute URL of the file, which uses the language and time zone of this call.",
    }),
    expiresAt: Instant,
  }),
  codes: ["outletNotFound"],
});
