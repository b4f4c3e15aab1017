import {
  type OrderOutcome,
  moneyOf,
  type OrderFollowed,
  pendingPromise,
  returnedOf,
} from "#customer/orders/index.ts";
import type { Texts } from "#locales/texts.ts";

export type ExtensionFollowed = OrderFollowed["extensions"][number];
type TextName = keyof Texts["massage"];

export interface ExtensionMessage {
  readonly kind: "info" | "warn";
  /** Name of a text with a placeholder for `minutes`. */
  readonly text: TextName;
  /**
   * Name of the text that states what happens if the chair does not confirm the extension; null unless the extension is
   * pending.
   */
  readonly promise: TextName | null;
  /** What happens to the payment, such as a pending refund; null if there is nothing to state. */
  readonly money: OrderOutcome["money"];
}

const message = (
  kind: "info" | "warn",
  text: TextName,
  more: Partial<ExtensionMessage> = {},
): ExtensionMessage => ({
  kind,
  text,
  promise: null,
  money: null,
  ...more,
});

/** Maps texts for the manager, who took the cash and must return it, to the texts for the customer. */
const toCustomer: Partial<Record<TextName, TextName>> = {
  cashBack: "cashRefundPending",
  pendingCash: "pendingCashYours",
};

/** Returns the message for an extension, including the state of its payment (START-5). */
export function extensionMessage(extension: ExtensionFollowed, isManager: boolean): ExtensionMessage {
  const base = baseMessage(extension);
  if (isManager) return base;
  const adapted = (text: TextName): TextName => toCustomer[text] ?? text;
  return {
    ...base,
    promise: base.promise && adapted(base.promise),
    money: base.money && { ...base.money, text: adapted(base.money.text) },
  };
}

function baseMessage(extension: ExtensionFollowed): ExtensionMessage {
  const { orderStatus, endReason } = extension;
  switch (orderStatus) {
    case "unpaid":
      return message("info", extension.payment?.pageRetryAt === undefined ? "moreWaiting" : "moreSettingUp");
    case "paid":
    case "starting":
      return message("info", "extensionPending", { promise: pendingPromise(extension) });
    case "running":
    case "completed":
      return message("info", "moreAdded", { money: returnedOf(extension) });
    case "cancelled":
      return message("info", "moreUnpaid");
    case "failed":
    case "refunded": {
      const text = endReason === "runEnded" ? "moreTooLate" : "moreRefused";
      return message("warn", text, { money: moneyOf(extension) });
    }
  }
}

/**
 * Returns only the latest extension of a running massage; for an ended massage, all extensions that were not cancelled,
 * oldest first.
 */
export const visibleExtensions = ({ extensions, orderStatus }: OrderFollowed): ExtensionFollowed[] =>
  orderStatus === "running"
    ? extensions.slice(0, 1)
    : extensions.filter((extension) => extension.orderStatus !== "cancelled").reverse();
