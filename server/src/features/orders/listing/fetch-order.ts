import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { orderDetail } from "@reposo/contract/orders/orders.ts";
import { redactOrderDetail } from "#features/orders/redact-order.ts";
import { viewExtension, viewOrder } from "#features/orders/order-view.ts";
import { findOrder } from "#features/orders/orders-store.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { Database } from "#platform/postgres/database.ts";
import { findExtensionsWithPayments, mayView, type OrderViewer } from "./follow-order.ts";

/** @throws ProductError orderNotFound, also for an order that the caller may not see */
export const fetchOrder =
  (database: Database) =>
  async (caller: OrderViewer, orderId: string): Promise<ReplyOf<typeof orderDetail>> => {
    const order = isUuid(orderId) ? await findOrder(database, orderId) : null;
    if (order === null || !mayView(caller, order)) throw new ProductError("orderNotFound");
    const extensions = (await findExtensionsWithPayments(database, order)).map(viewExtension);
    return redactOrderDetail(caller, { ...viewOrder(order), extensions });
  };
