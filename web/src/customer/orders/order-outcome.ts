import type { Texts } from "#locales/texts.ts";
import { endedByChair, type OrderFollowed } from "./order-phase.ts";

type TextName = keyof Texts["massage"];

export interface OrderOutcome {
  readonly succeeded: boolean;
  readonly title: TextName;
  /** Name of the text that explains how the order ended; null if the title states it. */
  readonly what: TextName | null;
  /**
   * The state of the payment, such as a pending refund; null if there is nothing to state. The text may have a
   * placeholder for the formatted `amount`, which is in minor units.
   */
  readonly money: { readonly text: TextName; readonly amount: number } | null;
}

const completedTexts: Partial<Record<string, TextName>> = {
  stopped: "completedStopped",
  fault: "completedFault",
  powerLoss: "completedPowerLoss",
  silent: "completedSilent",
};
const cancelledTexts: Partial<Record<string, TextName>> = {
  paymentTimeout: "cancelledTimeout",
  paymentRefused: "cancelledRefused",
};
const failedTitles: Partial<Record<string, TextName>> = {
  deviceTaken: "failedTaken",
  deviceUnavailable: "failedUnavailable",
  stopped: "failedStopped",
};
const failedTexts: Partial<Record<string, TextName>> = {
  startDeadline: "failedDeadline",
  refused: "failedRefused",
  deviceTaken: "failedElsewhere",
  deviceUnavailable: "failedElsewhere",
};
const refundTexts = {
  requested: "refundRequested",
  onItsWay: "refundPending",
  returned: "refundReturned",
  needsAttention: "refundNeedsAttention",
} as const satisfies Record<string, TextName>;

export function outcomeOf(order: OrderFollowed): OrderOutcome {
  const reason = order.endReason ?? "";
  if (order.orderStatus === "completed") {
    const what = completedTexts[reason] ?? "completedFinished";
    const succeeded = !endedByChair(order);
    return {
      succeeded,
      title: succeeded ? "completedTitle" : "completedEarly",
      what,
      money: returnedOf(order),
    };
  }
  if (order.orderStatus === "cancelled") {
    return {
      succeeded: false,
      title: "cancelledTitle",
      what: cancelledTexts[reason] ?? "cancelledText",
      money: null,
    };
  }
  return {
    succeeded: false,
    title: failedTitles[reason] ?? "failedTitle",
    what: failedTexts[reason] ?? null,
    money: moneyOf(order),
  };
}

/**
 * Returns the refund to show after a massage: a pending refund, otherwise the amount refunded so far; null if there is
 * neither.
 */
export function returnedOf({
  payType,
  endReason,
  refund,
  refunded,
}: Pick<OrderFollowed, "payType" | "endReason" | "refund" | "refunded">): OrderOutcome["money"] {
  // A manager has stopped the massage, and returns the cash: customers do not see these orders.
  if (refunded > 0 && endReason === "stopped" && (payType === "cash" || payType === "coin"))
    return { text: "cashBack", amount: refunded };
  if (refund !== null && refund.state !== "returned")
    return { text: refundTexts[refund.state], amount: refund.amount };
  return refunded > 0 ? { text: "partReturned", amount: refunded } : null;
}

/** Returns what happens to the payment of an order that failed or was refunded. */
export function moneyOf({
  payType,
  refund,
  amount,
  orderStatus,
}: Pick<OrderFollowed, "payType" | "refund" | "amount" | "orderStatus">): OrderOutcome["money"] {
  if (payType === "coupon" || payType === "cashCoupon") return { text: "couponFree", amount };
  if (payType === "cash") return { text: "cashBack", amount };
  if (refund !== null) return { text: refundTexts[refund.state], amount: refund.amount };
  return { text: orderStatus === "refunded" ? "refundReturned" : "refundRequested", amount };
}
