import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { ownOrders } from "@reposo/contract/orders/order-lists.ts";
import type { Database } from "#platform/postgres/database.ts";
import { readIdCursor, writePageCursor } from "#platform/postgres/page-cursor.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { OrderViewer } from "./follow-order.ts";
import { viewOrder } from "#features/orders/order-view.ts";
import { selectOwnOrders } from "./order-list-store.ts";

const maxOrderId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** @throws ProductError permissionMissing for a manager, because an empty list would be misleading */
export const listOwnOrders =
  (database: Database) =>
  async (
    caller: OrderViewer,
    { limit = 20, cursor }: RequestOf<typeof ownOrders>,
  ): Promise<ReplyOf<typeof ownOrders>> => {
    if (caller.kind === "manager") throw new ProductError("permissionMissing");
    const { customerId, ticketOrderIds = [] } = caller;
    const position = { customerId };
    const before = cursor === undefined ? maxOrderId : readIdCursor(position, cursor);
    const orders = await selectOwnOrders(database, { customerId, ticketOrderIds }, before, limit + 1);
    const items = orders.slice(0, limit);
    const last = items.at(-1);
    return {
      items: items.map(viewOrder),
      nextCursor: orders.length > limit && last ? writePageCursor(position, last.orderId) : null,
    };
  };
