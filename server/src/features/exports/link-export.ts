import { collectionExport } from "@reposo/contract/revenue/cash-boxes.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { exportLink } from "@reposo/contract/revenue/exports.ts";
import { orderExport } from "@reposo/contract/orders/order-lists.ts";
import { areaExport } from "@reposo/contract/revenue/revenue.ts";
import { type OrderFilterRequest, readOrderFilter } from "#features/orders/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import { zoneOf } from "#platform/time/calendar.ts";
import type { Call } from "#platform/http/serve.ts";
import { requestValidator } from "#platform/http/requests/request-validation.ts";
import { invalidField, ProductError } from "#platform/http/product-error.ts";
import { collectionFilterOf } from "#features/cash-boxes/index.ts";
import type { CollectionsRequest } from "./export-collections.ts";
import { readReport, type ReportRequest } from "./export-report.ts";
import { type createExportTickets, sortQuery } from "./export-tickets.ts";

const validators = {
  orderExport: requestValidator(orderExport),
  areaExport: requestValidator(areaExport),
  collectionExport: requestValidator(collectionExport),
};
const operations = { orderExport, areaExport, collectionExport };

/** Returns the fields of a query. The value of a name that occurs several times is a list. */
function fieldsOf(query: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

/**
 * Creates a link that downloads an export without the caller's token, for example in another app, until the link
 * expires or the caller's session ends. The request is validated like the request of the export, so that an invalid
 * request fails now instead of when the link is opened.
 * @throws ProductError permissionMissing, outletNotFound, or code 400 for an invalid query
 */
export const linkExport =
  ({
    clock,
    publicUrl,
    tickets,
  }: {
    clock: Clock;
    publicUrl: string;
    tickets: ReturnType<typeof createExportTickets>;
  }) =>
  async ({
    caller,
    request,
    language,
    requestedZone,
  }: Call<typeof exportLink>): Promise<ReplyOf<typeof exportLink>> => {
    const { operation } = request;
    const query = sortQuery(new URLSearchParams(request.query));
    if (query.has("ticket")) throw invalidField("query", "format");
    let fields: unknown;
    try {
      fields = validators[operation](fieldsOf(query), "form");
    } catch (error) {
      throw error instanceof ProductError ? invalidField("query", "format") : error;
    }
    if (operation === "orderExport")
      readOrderFilter(caller, fields as OrderFilterRequest, zoneOf(caller, requestedZone));
    else if (operation === "collectionExport")
      collectionFilterOf(caller, requestedZone, fields as CollectionsRequest, clock.now());
    else readReport({ caller, request: fields as ReportRequest, requestedZone }, clock.now());
    const { ticket, expiresAt } = await tickets.issue({
      sessionHash: caller.tokenHash,
      operation,
      query,
      language,
      requestedZone,
    });
    query.set("ticket", ticket);
    return {
      url: `${publicUrl}/api${operations[operation].path}?${query.toString()}`,
      expiresAt: expiresAt.toISOString(),
    };
  };
