import type { Language } from "@reposo/contract/text/languages.ts";
import { currencyLabels, formatMoney } from "@reposo/contract/money/money.ts";
import type { CouponProperty, OrderStatus, PayType } from "@reposo/contract/orders/order-values.ts";
import type { Texts } from "#locales/texts.ts";
import { fill } from "#shared/i18n/i18n.tsx";
import type { FactLine } from "./customer-order-facts.tsx";
import { endedByChair, type OrderFollowed } from "./order-phase.ts";
import { returnsOf, sumsOf } from "./returned-money.ts";

type PaidType = Exclude<PayType, "transfer">;

/** The payment providers, which the customer's bank names. */
const companies: Partial<Record<string, string>> = { stripe: "Stripe", xendit: "Xendit" };
const payNames: Record<PaidType, keyof Texts["receipts"]> = {
  online: "payOnline",
  cash: "payCash",
  coin: "payCoin",
  cashCoupon: "payCashCoupon",
  coupon: "payCoupon",
};
const couponNames: Record<CouponProperty, keyof Texts["receipts"]> = {
  cash: "couponCash",
  free: "couponFree",
  minutes: "couponMinutes",
  percent: "couponPercent",
  amountOff: "couponAmountOff",
};
const returnNames = {
  requested: "moneyReturning",
  onItsWay: "moneyReturning",
  needsAttention: "refundInReview",
} as const satisfies Record<string, keyof Texts["receipts"]>;

/**
 * Returns the key of the text that names the order's state on the receipt. A massage that ended early has its own
 * keys.
 */
export function stateName({
  orderStatus,
  endReason,
  transferredTo,
}: Pick<OrderFollowed, "orderStatus" | "endReason"> & Partial<Pick<OrderFollowed, "transferredTo">>):
  | OrderStatus
  | "endedByChair"
  | "endedEarly"
  | "transferred" {
  // Lists do not contain the order that continues another one.
  if (transferredTo != null && orderStatus !== "refunded") return "transferred";
  if (endedByChair({ orderStatus, endReason })) return "endedByChair";
  return orderStatus === "completed" && endReason === "stopped" ? "endedEarly" : orderStatus;
}

/** Returns the order and its paid extensions, including refunded ones, oldest first. */
export const ordersPaid = (order: OrderFollowed) => [
  order,
  ...order.extensions
    .filter(
      ({ orderStatus, refund, refunded }) => orderStatus === "completed" || refund !== null || refunded > 0,
    )
    .reverse(),
];

/**
 * Returns the last quarter of a coupon code, at most four characters: they identify the coupon, but do not suffice to
 * redeem it.
 */
const codeEnding = (code: string): string => code.slice(-Math.min(4, Math.ceil(code.length / 4)));

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(" · ");

/** Returns what was bought: a massage, or minutes that were added to one. */
export const boughtOf = (
  { parentOrderId, minutes }: Pick<OrderFollowed, "parentOrderId" | "minutes">,
  text: Texts["receipts"],
): string => fill(parentOrderId === null ? text.massageOf : text.moreMinutes, { minutes });

function wayPaid(payType: PaidType, provider: string | null | undefined, text: Texts["receipts"]): string {
  if (provider === "simulated") return text.paySimulated;
  return joined(text[payNames[payType]], companies[provider ?? ""]);
}

export function receiptFacts(
  order: OrderFollowed,
  text: Texts["receipts"],
  language: Language,
  moment: (instant: string) => string,
): FactLine[] {
  const money = (amount: number) => formatMoney(amount, order.currency, language);
  const { startedAt, endedAt, couponProperty, paymentReference, receipt } = order;
  const code = order.cashCouponCode ?? order.couponCode;

  const facts: [name: string, value: string | null, kind?: "reference"][] = [
    [text.orderNumber, order.orderNumber],
    [text.massage, joined(receipt?.priceName?.[language], fill(text.gear, { gear: order.gear }))],
    [text.ordered, moment(order.orderTime)],
    [text.started, startedAt && moment(startedAt)],
    [text.ended, endedAt && moment(endedAt)],
    // What was paid is on the receipt of the first order.
    [
      text.paidBy,
      order.payType === "transfer" ? null : wayPaid(order.payType, receipt?.paymentProvider, text),
    ],
    [text.couponKind, couponProperty && text[couponNames[couponProperty]]],
    [
      order.cashCouponCode === null ? text.payCoupon : text.payCashCoupon,
      code && fill(text.couponEnding, { digits: codeEnding(code) }),
    ],
    [text.paymentReference, paymentReference, "reference"],
    [text.continues, order.transferredFrom?.orderNumber ?? null],
    [text.continuedBy, order.transferredTo?.orderNumber ?? null],
    [text.amount, money(order.amount)],
    [text.currency, currencyLabels[order.currency]],
    ...returnFacts(order, text).map(([name, amount]): [string, string] => [name, money(amount)]),
  ];
  const paid = ordersPaid(order);
  for (const added of paid.slice(1)) {
    const name = fill(text.moreMinutes, { minutes: added.minutes });
    const value = (amount: number) => `${money(amount)} · ${added.orderNumber}`;
    facts.push([name, value(added.amount)]);
    for (const [state, amount] of returnFacts(added, text)) facts.push([`${name}: ${state}`, value(amount)]);
  }
  const sums = sumsOf(paid);
  if (paid.length > 1) facts.push([text.together, money(sums.paid)]);
  if (sums.left !== sums.paid) facts.push([text.afterReturns, money(sums.left)]);
  return facts.filter((fact): fact is [string, string, "reference"?] => fact[1] !== null);
}

function returnFacts(order: Parameters<typeof returnsOf>[0], text: Texts["receipts"]): [string, number][] {
  const { back, pending } = returnsOf(order);
  const { refund } = order;
  const facts: [string, number][] = back > 0 ? [[text.moneyReturned, back]] : [];
  if (refund !== null && refund.state !== "returned") facts.push([text[returnNames[refund.state]], pending]);
  return facts;
}

type Lines = readonly (string | null | undefined)[];

/** Returns the receipt as plain text, for sharing and copying. */
export const receiptLines = (head: Lines, facts: readonly FactLine[], foot: Lines): string =>
  [head, facts.map(([name, value]) => `${name}: ${value}`), foot]
    .map((lines) => lines.filter((line) => typeof line === "string").join("\n"))
    .join("\n\n");
