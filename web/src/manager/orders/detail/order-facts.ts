import { dateAndTime } from "@reposo/contract/text/date-styles.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { Texts } from "#locales/texts.ts";
import { fill } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { type DisplayZone, formatInZone } from "#manager/shared/zone/display-zone.ts";
import type { Fact } from "#ui/list/facts.tsx";
import type { LabelOf } from "#manager/orders/order-labels.ts";
import type { DisplayedOrder } from "./use-order.ts";

const moment = { ...dateAndTime, second: "2-digit" } as const;

export interface OrderContext {
  readonly texts: Texts["lists"];
  readonly language: Language;
  readonly zone: DisplayZone;
  readonly labelOf: LabelOf;
}

export const orderMoment = (at: string, { zone, language }: OrderContext): string =>
  formatInZone(Date.parse(at), zone, language, moment);

/**
 * What a manager looks for first, without empty fields.
 * @param devicesOpen whether the account may open device pages, so that the device is shown as a link
 */
export function mainFacts(order: DisplayedOrder, context: OrderContext, devicesOpen: boolean): Fact[] {
  const { texts, language, labelOf } = context;
  const { deviceId, areaId, takenBy, refunded, amount, parentOrderId, couponProperty } = order;
  const money = (minor: number) => formatMoney(minor, order.currency, language);
  return [
    { name: texts.payType, value: labelOf("payType", order.payType) },
    ...(takenBy === null ? [] : [{ name: texts.takenBy, value: takenBy }]),
    ...(couponProperty === null
      ? []
      : [{ name: texts.couponProperty, value: labelOf("couponProperty", couponProperty) }]),
    ...(refunded === 0
      ? []
      : [
          { name: texts.refunded, value: money(-refunded) },
          { name: texts.kept, value: money(amount - refunded) },
        ]),
    {
      name: texts.massage,
      value: `${fill(texts.minutes, { minutes: order.minutes })} · ${fill(texts.gear, { gear: order.gear })}`,
    },
    {
      name: texts.device,
      value: deviceId,
      href: devicesOpen ? hrefOf("device", { deviceId }) : undefined,
    },
    {
      name: texts.outlet,
      value: order.areaName,
      href: hrefOf("details", { range: "thisMonth", areaId }),
    },
    ...(parentOrderId === null
      ? []
      : [
          {
            name: texts.extendsOrder,
            value: texts.massage,
            href: hrefOf("orders", { orderId: parentOrderId }),
          },
        ]),
    ...peerFact(texts.continuesOrder, order.transferredFrom),
    ...peerFact(texts.continuedByOrder, order.transferredTo),
  ];
}

/** The other order of a massage that continued on another chair. */
const peerFact = (name: string, peer: DisplayedOrder["transferredTo"]): Fact[] =>
  peer === null ? [] : [{ name, value: peer.orderNumber, href: hrefOf("orders", { orderId: peer.orderId }) }];

/** Every field of the order, with a dash for empty ones (ORD-1), and with buttons that copy numbers and codes. */
export function allFacts(order: DisplayedOrder, context: OrderContext, dash: string): Fact[] {
  const { texts, labelOf } = context;
  const { couponProperty, paymentReference } = order;
  const code = (text: string | null, size: "short" | "long" = "short") =>
    text === null || text === "" ? { value: dash } : { value: text, code: size, isCopied: true };
  return [
    { name: texts.orderNumber, ...code(order.orderNumber) },
    { name: texts.orderId, ...code(order.orderId, "long") },
    ...(paymentReference === null
      ? []
      : [{ name: texts.paymentReference, ...code(paymentReference, "long") }]),
    { name: texts.cashCouponCode, ...code(order.cashCouponCode) },
    { name: texts.couponCode, ...code(order.couponCode) },
    {
      name: texts.couponProperty,
      value: couponProperty === null ? dash : labelOf("couponProperty", couponProperty),
    },
    { name: texts.orderTime, value: orderMoment(order.orderTime, context) },
    { name: texts.orderType, value: labelOf("orderType", order.orderType) },
    { name: texts.orderStatus, value: labelOf("orderStatus", order.orderStatus) },
    { name: texts.gearUsed, value: String(order.gear) },
  ];
}
