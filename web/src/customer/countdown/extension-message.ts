import {
  type OrderOutcome,
  moneyOf,
  type OrderFollowed,
  pendingPromise,
  returnedOf,
} from "#customer/orders/index.ts";
import type { MassageTexts } from "#locales/texts.ts";

export type ExtensionFollowed = OrderFollowed["extensions"][number];
type TextName = keyof MassageTexts;

export interface ExtensionMessage {
  readonly kind: "info" | "warn";
  /** Has a placeholder for `minutes`. */
  readonly text: TextName;
  /** Follows the text: what happens if the chair does not confirm. */
  readonly promise: TextName | null;
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

/** Texts for the customer instead of those for the manager who received the cash and can return it. */
const toCustomer: Partial<Record<TextName, TextName>> = {
  cashBack: "cashRefundPending",
  pendingCash: "pendingCashYours",
};

/** Returns the message for an extension, with the state of its payment (START-5). */
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
      return message("info", "moreWaiting");
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

/** The latest extension of a running massage; of an ended massage, all that were not cancelled, oldest first. */
export const visibleExtensions = ({ extensions, orderStatus }: OrderFollowed): ExtensionFollowed[] =>
  orderStatus === "running"
    ? extensions.slice(0, 1)
    : extensions.filter((extension) => extension.orderStatus !== "cancelled").reverse();
