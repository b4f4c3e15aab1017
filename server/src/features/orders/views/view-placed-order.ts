import type { PaymentRequest } from "@reposo/contract/orders/order-payment.ts";
import type { FollowedOrder } from "@reposo/contract/orders/orders.ts";
import type { Static } from "typebox";
import type { OrderViewer } from "#features/orders/record/order-access.ts";
import type { OrderRecord, PlacedOrder } from "#features/orders/record/order-record.ts";
import { viewFollowedOrder } from "./order-view.ts";
import { redactFollowedOrder } from "./redact-order.ts";

type Followed = Static<typeof FollowedOrder>;

export interface Placement {
  readonly caller: OrderViewer;
  readonly outlet: Pick<OrderRecord, "outletName" | "contact">;
}

/** Returns the caller's view of an order that the current transaction inserts, without reading it from the database. */
export function viewPlacedOrder(
  order: PlacedOrder & { readonly orderNumber: string },
  { caller, outlet: { outletName, contact } }: Placement,
  payment: Static<typeof PaymentRequest> | null = null,
): Followed {
  const record: OrderRecord = {
    ...order,
    outletName,
    contact,
    takenBy: order.payType === "cash" && caller.kind === "manager" ? caller.name : null,
    startedAt: null,
    endsAt: null,
    endedAt: null,
    endReason: null,
    refusalReason: null,
    transferredFrom: null,
    transferredTo: null,
    parentOrderId: order.parentOrderId ?? null,
    extendedMinutes: null,
    refundedMinor: 0,
    refund: null,
    disputedMinor: 0,
    paymentReference: null,
  };
  return { ...viewNewOrder(record, caller), payment };
}

/** Returns the caller's view of an order that was placed just now, and has neither extensions nor a payment. */
export function viewNewOrder(order: OrderRecord, caller: OrderViewer): Followed {
  const details = {
    payment: null,
    extensions: [],
    lateAt: null,
    transfer: null,
    unusedAmount: null,
    receipt: null,
  };
  return redactFollowedOrder(caller, viewFollowedOrder(order, details, order.orderedAt));
}
