import type { OperationName } from "@reposo/contract/operations.ts";
import type { LiveEvent } from "@reposo/contract/sessions/live-events.ts";
import type { QueryClient } from "@tanstack/react-query";
import { isList } from "./shared/lists/list-query.ts";
import { replaceRow } from "./shared/lists/live-rows.ts";
import { orderQuery } from "#shared/api/order-query.ts";

/** Operations whose data are updated by events, so that they are refetched only if events were missed. */
export const updatedOperations: readonly OperationName[] = ["orderList", "deviceList", "getOrder"];

/** Updates the orders and devices of all queries by a live event, which contains their new state. */
export function updateByEvent(client: QueryClient, event: LiveEvent): void {
  if (event.name === "order") {
    const { orderId } = event.data;
    replaceRow(client, "orderList", event.data, (row) => row.orderId === orderId);
    // The options of this query keep the newer state of the order.
    client.setQueryData(orderQuery(orderId).queryKey, (known) => known && event.data);
  }
  if (event.name === "device") {
    const { deviceId } = event.data;
    replaceRow(client, "deviceList", event.data, (row) => row.deviceId === deviceId);
  }
  // Lists that are not displayed may lack new rows, so they are refetched when they are displayed again.
  void client.invalidateQueries({ predicate: isList, type: "inactive", refetchType: "none" });
}
