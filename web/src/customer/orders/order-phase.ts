import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { getOrder } from "@reposo/contract/orders/orders.ts";
import type { OrderStatus } from "@reposo/contract/orders/order-values.ts";
import type { Texts } from "#locales/texts.ts";

export type OrderFollowed = ReplyOf<typeof getOrder>;

export type OrderPhase = "unpaid" | "pending" | "running" | "ended";

const phases: Record<OrderStatus, OrderPhase> = {
  unpaid: "unpaid",
  paid: "pending",
  starting: "pending",
  running: "running",
  completed: "ended",
  cancelled: "ended",
  failed: "ended",
  refunded: "ended",
};

export const phaseOf = (order: OrderFollowed): OrderPhase => phases[order.orderStatus];

/**
 * Whether the order has a receipt, which exists for a completed massage, and for an ended order with a refund, even a
 * pending one, or whose massage continued on another chair.
 */
export const hasReceipt = ({ orderStatus, refund, refunded, transferredTo }: OrderFollowed): boolean =>
  orderStatus === "completed" ||
  (phases[orderStatus] === "ended" && (refund !== null || refunded > 0 || transferredTo !== null));

/** Whether a fault or a power loss of the chair ended the massage early. */
export const endedByChair = ({ orderStatus, endReason }: Pick<OrderFollowed, "orderStatus" | "endReason">) =>
  orderStatus === "completed" && (endReason === "fault" || endReason === "powerLoss");

type TextName = keyof Texts["massage"];

/** Returns the name of the text that states what happens to the payment if the chair does not confirm the start. */
export function pendingPromise({ payType }: Pick<OrderFollowed, "payType">): TextName {
  if (payType === "coupon" || payType === "cashCoupon") return "pendingCoupon";
  if (payType === "transfer") return "pendingTransfer";
  return payType === "cash" ? "pendingCash" : "pendingMoney";
}

/**
 * Returns the name of the text that states what happens to the payment if the order is cancelled before the start. The
 * text may have a placeholder for the formatted `amount`.
 */
export function cancelPromise({ payType }: Pick<OrderFollowed, "payType">): TextName {
  if (payType === "coupon" || payType === "cashCoupon") return "stopStartingCoupon";
  if (payType === "transfer") return "stopStartingTransfer";
  return payType === "cash" ? "stopStartingCash" : "stopStartingRefund";
}
