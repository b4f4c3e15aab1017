import type { MassageTexts } from "#locales/texts.ts";
import {
  type Ending,
  moneyOf,
  type OrderFollowed,
  pendingPromise,
  returnedOf,
} from "#customer/orders/order-phase.ts";

export type ExtensionFollowed = OrderFollowed["extensions"][number];
type TextName = keyof MassageTexts;

export interface ExtensionWords {
  readonly kind: "info" | "warn";
  /** `minutes` belongs into it. */
  readonly text: TextName;
  /** Said after it: what happens otherwise. */
  readonly promise: TextName | null;
  readonly money: Ending["money"];
}

const words = (
  kind: "info" | "warn",
  text: TextName,
  more: Partial<ExtensionWords> = {},
): ExtensionWords => ({
  kind,
  text,
  promise: null,
  money: null,
  ...more,
});

/** A customer may read of cash that somebody else took for these minutes, and that only they can hand back. */
const toCustomer: Partial<Record<TextName, TextName>> = {
  cashBack: "cashComesBack",
  pendingCash: "pendingCashYours",
};

/**
 * What is said of minutes that were added, are to be, or were not, and where their money is (START-5): to a manager,
 * who may have taken it, or to the customer.
 */
export function extensionWords(extension: ExtensionFollowed, isManager: boolean): ExtensionWords {
  const said = wordsOf(extension);
  if (isManager) return said;
  const heard = (text: TextName): TextName => toCustomer[text] ?? text;
  return {
    ...said,
    promise: said.promise && heard(said.promise),
    money: said.money && { ...said.money, text: heard(said.money.text) },
  };
}

function wordsOf(extension: ExtensionFollowed): ExtensionWords {
  const { orderStatus, endReason } = extension;
  switch (orderStatus) {
    case "unpaid":
      return words("info", "moreWaiting");
    case "paid":
    case "starting":
      return words("info", "moreAsking", { promise: pendingPromise(extension) });
    case "running":
    case "completed":
      return words("info", "moreAdded", { money: returnedOf(extension) });
    case "cancelled":
      return words("info", "moreUnpaid");
    case "failed":
    case "refunded": {
      const text = endReason === "runEnded" ? "moreTooLate" : "moreRefused";
      return words("warn", text, { money: moneyOf(extension) });
    }
  }
}

/** While a massage runs only the latest is news; once it is over, whatever came of each that was paid for. */
export const shownExtensions = ({ extensions, orderStatus }: OrderFollowed): ExtensionFollowed[] =>
  orderStatus === "running"
    ? extensions.slice(0, 1)
    : extensions.filter((extension) => extension.orderStatus !== "cancelled").reverse();
