import { collectionExport } from "@reposo/contract/revenue/cash-boxes.ts";
import { exportLink } from "@reposo/contract/revenue/exports.ts";
import { orderExport } from "@reposo/contract/orders/order-lists.ts";
import { areaExport } from "@reposo/contract/revenue/revenue.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import { serveFile } from "#platform/http/serve-file.ts";
import type { Exports } from "./create-exports.ts";

export function registerExportsRoutes(http: FastifyInstance, exports: Exports): void {
  const { redeemTicket } = exports;
  serveFile(http, orderExport, (call) => exports.exportOrders(call), { redeemTicket });
  serveFile(http, areaExport, (call) => exports.exportReport(call), { redeemTicket });
  serveFile(http, collectionExport, (call) => exports.exportCollections(call), { redeemTicket });
  serve(http, exportLink, (call) => exports.link(call));
}
