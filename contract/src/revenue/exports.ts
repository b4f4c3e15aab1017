import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { Instant, OneOf, Request } from "#fields.ts";

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormatName = (typeof exportFormats)[number];
export const ExportFormat = OneOf(
  exportFormats,
  "CSV in UTF-8 with a byte order mark, or an Excel workbook.",
);

export const ExportTicket = Type.String({
  minLength: 1,
  maxLength: 128,
  description:
    "From exportLink, in place of the Access-Token header: good for this very request, for 10 minutes.",
});

export const exportLink = endpoint({
  name: "exportLink",
  method: "POST",
  path: "/web/api/v1/export/link",
  access: "manager",
  summary: "A link to an export that any browser may open, for where an app blocks downloads.",
  request: Request({
    operation: OneOf(
      ["orderExport", "areaExport", "collectionExport"],
      "The export; its own permission applies.",
    ),
    query: Type.String({ maxLength: 8192, description: "Its query string, without a ticket." }),
  }),
  reply: Type.Object({
    url: Type.String({ description: "Absolute. Answers in this call's language and zone." }),
    expiresAt: Instant,
  }),
  codes: ["outletNotFound"],
});
