import { type StartRefusal, startRefusals } from "@reposo/contract/devices/start-refusals.ts";
import type { Texts } from "#locales/texts.ts";
import { endedByChair, type OrderFollowed } from "./order-phase.ts";

type TextName = keyof Texts["massage"];

export interface OrderOutcome {
  readonly succeeded: boolean;
  /** The text may have a placeholder for the `deviceId` of the chair on which the massage continued. */
  readonly title: TextName;
  /**
   * Name of the text that explains how the order ended; null if the title states it. The text may have a placeholder for
   * `refusalCode`.
   */
  readonly what: TextName | null;
  /** Whether the chair itself is the reason, so that another one is needed. */
  readonly needsOtherChair: boolean;
  /** The fault code with which the chair refused the start; null if there is none. */
  readonly refusalCode: string | null;
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
const refusedTexts: Record<StartRefusal, TextName> = {
  busy: "refusedBusy",
  fault: "refusedFault",
  gear: "refusedGear",
  seat: "refusedSeat",
  door: "refusedDoor",
};
/** A fault code, such as E7 or ERR-102. Other reasons are not shown, because a chair may send any text. */
const faultCode = /^[A-Z]{0,4}[-_]?[0-9]{1,6}$/i;

/** Explains the reason with which the chair refused the start. */
function refusalOf({ refusalReason }: OrderFollowed): Pick<OrderOutcome, "what" | "refusalCode"> {
  const known = startRefusals.find((reason) => reason === refusalReason);
  if (known !== undefined) return { what: refusedTexts[known], refusalCode: null };
  return refusalReason !== null && faultCode.test(refusalReason)
    ? { what: "refusedCode", refusalCode: refusalReason }
    : { what: "failedRefused", refusalCode: null };
}

const failedTexts: Partial<Record<string, TextName>> = {
  startDeadline: "failedDeadline",
  deviceTaken: "failedElsewhere",
  deviceUnavailable: "failedElsewhere",
};
const refundTexts = {
  requested: "refundRequested",
  onItsWay: "refundPending",
  returned: "refundReturned",
  needsAttention: "refundNeedsAttention",
} as const satisfies Record<string, TextName>;

const continued: OrderOutcome = {
  succeeded: true,
  title: "continuedTitle",
  what: null,
  needsOtherChair: true,
  refusalCode: null,
  money: null,
};

export function outcomeOf(order: OrderFollowed): OrderOutcome {
  if (hasContinued(order)) return continued;
  const reason = order.endReason ?? "";
  if (order.orderStatus === "completed") {
    const what = completedTexts[reason] ?? "completedFinished";
    const succeeded = !endedByChair(order);
    return {
      succeeded,
      title: succeeded ? "completedTitle" : "completedEarly",
      what,
      needsOtherChair: !succeeded,
      refusalCode: null,
      money: returnedOf(order),
    };
  }
  if (order.orderStatus === "cancelled") {
    return {
      succeeded: false,
      title: "cancelledTitle",
      what: cancelledTexts[reason] ?? "cancelledText",
      needsOtherChair: false,
      refusalCode: null,
      money: null,
    };
  }
  return {
    succeeded: false,
    title: failedTitles[reason] ?? "failedTitle",
    // The customer can mend what the chair refuses for these two reasons.
    needsOtherChair: reason !== "stopped" && !["seat", "gear"].includes(order.refusalReason ?? ""),
    ...(reason === "refused" ? refusalOf(order) : { what: failedTexts[reason] ?? null, refusalCode: null }),
    // Nothing is refunded while the massage can continue on another chair.
    money: order.transfer === null ? moneyOf(order) : null,
  };
}

/** Whether the customer has moved the massage to another chair, and nothing shows that it did not start either. */
export const isMoved = ({ orderStatus, refund, transferredTo }: OrderFollowed): boolean =>
  transferredTo !== null && refund === null && orderStatus !== "refunded";

/**
 * Whether the massage has certainly continued on another chair: if that chair had not started either, an order that was
 * paid online would be refunded.
 */
const hasContinued = (order: OrderFollowed): boolean => order.payType === "online" && isMoved(order);

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
  if (payType === "transfer") return { text: "transferFailed", amount };
  if (refund !== null) return { text: refundTexts[refund.state], amount: refund.amount };
  return { text: orderStatus === "refunded" ? "refundReturned" : "refundRequested", amount };
}
