import type { Language } from "@reposo/contract/text/languages.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { CouponProperty, OrderStatus, PayType } from "@reposo/contract/orders/order-values.ts";
import type { Texts } from "#locales/texts.ts";
import { colon } from "#shared/i18n/colon.ts";
import { fill } from "#shared/i18n/i18n.tsx";
import type { FactLine } from "./fact-lines.tsx";
import { endedByChair, type OrderFollowed } from "./order-phase.ts";
import { returnsOf, sumsOf } from "./returned-money.ts";

/** The payment providers, which the customer's bank names. */
const companies: Partial<Record<string, string>> = { stripe: "Stripe", xendit: "Xendit" };
const payNames: Record<Exclude<PayType, "transfer">, keyof Texts["receipts"]> = {
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

const joined = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => typeof part === "string").join(" · ");

/** Returns what was bought: a massage, or minutes that were added to one. */
export const boughtOf = (
  { parentOrderId, minutes }: Pick<OrderFollowed, "parentOrderId" | "minutes">,
  text: Texts["receipts"],
): string => fill(parentOrderId === null ? text.massageOf : text.moreMinutes, { minutes });

/** Returns how an order was paid; null for a transfer, because what was paid is on the receipt of the first order. */
function wayPaid(payType: PayType, provider: string | null | undefined, text: Texts["receipts"]) {
  if (payType === "transfer") return null;
  if (provider === "simulated") return text.paySimulated;
  return joined(text[payNames[payType]], companies[provider ?? ""]);
}

/** Returns what the receipt is about: all minutes that were paid, also those that were refunded, and the sums of its rows. */
export function receiptHead(order: OrderFollowed, text: Texts["receipts"]) {
  const paid = ordersPaid(order);
  const minutes = paid.reduce((sum, part) => sum + part.minutes, 0);
  return { bought: boughtOf({ ...order, minutes }, text), ...sumsOf(paid) };
}

export function receiptFacts(
  order: OrderFollowed,
  text: Texts["receipts"],
  language: Language,
  moment: (instant: string) => string,
): FactLine[] {
  const { startedAt, endedAt, couponProperty, paymentReference, receipt } = order;
  const isExtended = ordersPaid(order).length > 1;
  const code = order.cashCouponCode ?? order.couponCode;
  const coupon = joined(
    couponProperty && text[couponNames[couponProperty]],
    code && fill(text.couponEnding, { digits: codeEnding(code) }),
  );
  const facts: { name: string; value: string | null; isReference?: true }[] = [
    { name: text.orderNumber, value: order.orderNumber },
    massageFact(order, text, language),
    { name: text.ordered, value: moment(order.orderTime) },
    { name: text.started, value: startedAt && moment(startedAt) },
    { name: text.ended, value: endedAt && moment(endedAt) },
    // Each amount of an extended massage states how it was paid.
    { name: text.paidBy, value: isExtended ? null : wayPaid(order.payType, receipt?.paymentProvider, text) },
    { name: order.cashCouponCode === null ? text.payCoupon : text.payCashCoupon, value: coupon || null },
    { name: text.paymentReference, value: paymentReference, isReference: true },
    { name: text.continues, value: order.transferredFrom?.orderNumber ?? null },
    { name: text.continuedBy, value: order.transferredTo?.orderNumber ?? null },
  ];
  const amounts = amountFacts(order, text, language);
  return [
    ...facts.filter((fact): fact is FactLine => fact.value !== null),
    // A single amount is the one in the head.
    ...(amounts.length > 1 ? amounts : []),
  ];
}

/** Returns the name of the chosen price, if there is one, and the intensity. */
export const massageFact = (
  { receipt, gear }: Pick<OrderFollowed, "receipt" | "gear">,
  text: Texts["receipts"],
  language: Language,
): FactLine => ({
  name: text.massage,
  value: joined(receipt?.priceName?.[language], fill(text.gear, { gear })),
});

/** Returns the amounts of an order and of its paid extensions, with their refunds, and the totals. */
export function amountFacts(order: OrderFollowed, text: Texts["receipts"], language: Language): FactLine[] {
  const money = (amount: number) => formatMoney(amount, order.currency, language);
  const total = (name: string, amount: number) => ({ name, value: money(amount) });
  const [, ...extensions] = ordersPaid(order);
  const sums = sumsOf([order, ...extensions]);
  const way = extensions.length > 0 ? wayPaid(order.payType, order.receipt?.paymentProvider, text) : null;
  return [
    {
      ...total(boughtOf(order, text), order.amount),
      ...(way !== null && { note: way }),
    },
    ...returnFacts(order, text, money),
    ...extensions.flatMap((added) => [
      {
        name: fill(text.moreMinutes, { minutes: added.minutes }),
        value: money(added.amount),
        note: joined(
          wayPaid(added.payType, added.payType === "online" ? order.receipt?.paymentProvider : null, text),
          added.orderNumber,
        ),
      },
      ...returnFacts(added, text, money),
    ]),
    ...(extensions.length > 0 ? [total(text.together, sums.paid)] : []),
    ...(sums.left === sums.paid ? [] : [total(text.afterReturns, sums.left)]),
  ];
}

function returnFacts(
  order: Parameters<typeof returnsOf>[0],
  text: Texts["receipts"],
  money: (amount: number) => string,
): FactLine[] {
  const { back, pending } = returnsOf(order);
  const { refund } = order;
  return [
    ...(back > 0 ? [{ name: text.moneyReturned, value: money(-back) }] : []),
    ...(refund === null || refund.state === "returned"
      ? []
      : [{ name: text[returnNames[refund.state]], value: money(-pending) }]),
  ];
}

type Lines = readonly (string | null | undefined)[];

/** Returns the receipt as plain text, for sharing and copying. */
export const receiptLines = (
  head: Lines,
  facts: readonly FactLine[],
  foot: Lines,
  language: Language,
): string =>
  [
    head,
    facts.map(({ name, value, note }) =>
      [`${name}${colon(language)}${value}`, note].filter(Boolean).join(" · "),
    ),
    foot,
  ]
    .map((lines) => lines.filter((line) => typeof line === "string").join("\n"))
    .join("\n\n");
