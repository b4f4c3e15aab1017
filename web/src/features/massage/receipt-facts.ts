import { type Language, languageTags } from "@reposo/contract/languages.ts";
import { currencyLabels, formatMoney } from "@reposo/contract/money.ts";
import type { CouponProperty, PayType } from "@reposo/contract/orders.ts";
import type { ReceiptsTexts } from "#locales/texts.ts";
import { fill } from "#platform/i18n.tsx";
import type { OrderFollowed } from "./order-phase.ts";

export type ReceiptFact = readonly [name: string, value: string];

const payNames: Record<PayType, keyof ReceiptsTexts> = {
  online: "payOnline",
  cash: "payCash",
  coin: "payCoin",
  cashCoupon: "payCashCoupon",
  coupon: "payCoupon",
};
const couponNames: Record<CouponProperty, keyof ReceiptsTexts> = {
  cash: "couponCash",
  free: "couponFree",
  minutes: "couponMinutes",
  percent: "couponPercent",
  amountOff: "couponAmountOff",
};
const returnNames = {
  requested: "moneyReturning",
  onItsWay: "moneyReturning",
  needsAttention: "moneyLookedAt",
} as const satisfies Record<string, keyof ReceiptsTexts>;

/** As many as tell one coupon from another, and too few to use it: a receipt is shown to others. */
const shownDigits = 4;

/** What a receipt says under its head, which names outlet and chair, in the order in which it is read. */
export function receiptFacts(order: OrderFollowed, text: ReceiptsTexts, language: Language): ReceiptFact[] {
  const parts: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" };
  const moments = new Intl.DateTimeFormat(languageTags[language], parts);
  const moment = (instant: string) => moments.format(new Date(instant));
  const money = (amount: number) => formatMoney(amount, order.currency, language);
  const { startedAt, endedAt, couponProperty, refund, refunded, paymentReference } = order;
  // Several returns may lie behind an order: what is back, and beside it the one that is still under way.
  const returned = refund?.state === "returned" ? Math.max(refunded, refund.amount) : refunded;
  const code = order.cashCouponCode ?? order.couponCode;

  const facts: [string, string | null][] = [
    [text.orderNumber, order.orderNumber],
    [
      text.massage,
      `${fill(text.gear, { gear: order.gear })} · ${fill(text.minutes, { minutes: order.minutes })}`,
    ],
    [text.ordered, moment(order.orderTime)],
    [text.started, startedAt && moment(startedAt)],
    [text.ended, endedAt && moment(endedAt)],
    [text.paidBy, text[payNames[order.payType]]],
    [text.couponKind, couponProperty && text[couponNames[couponProperty]]],
    [
      order.cashCouponCode === null ? text.payCoupon : text.payCashCoupon,
      code && fill(text.couponEnding, { digits: code.slice(-shownDigits) }),
    ],
    [text.amount, money(order.amount)],
    [text.currency, currencyLabels[order.currency]],
    [text.moneyReturned, returned > 0 ? money(returned) : null],
    ...(refund === null || refund.state === "returned"
      ? []
      : [[text[returnNames[refund.state]], money(refund.amount)] as [string, string]]),
    [text.paymentReference, paymentReference],
  ];
  const taken = order.extensions.filter(({ orderStatus }) => orderStatus === "completed");
  for (const { minutes, amount, orderNumber } of [...taken].reverse())
    facts.push([fill(text.moreMinutes, { minutes }), `${money(amount)} · ${orderNumber}`]);
  if (taken.length > 0)
    facts.push([text.together, money(taken.reduce((sum, { amount }) => sum + amount, order.amount))]);
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** The zone that the browser's times stand in, as people write it: GMT+8. */
export function zoneOfTimes(at: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(languageTags[language], { timeZoneName: "short" }).formatToParts(
    new Date(at),
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** A receipt to be sent as a message or kept in a note. */
export const receiptLines = (head: readonly string[], facts: readonly ReceiptFact[], note: string): string =>
  [...head, "", ...facts.map(([name, value]) => `${name}: ${value}`), "", note].join("\n");
