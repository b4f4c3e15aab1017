import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { Texts } from "#locales/texts.ts";
import { fill } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { type DisplayZone, formatInZone } from "#manager/shared/zone/display-zone.ts";
import type { Fact } from "#ui/facts/facts.tsx";
import { type LabelOf, endReasonTexts } from "./order-labels.ts";
import type { DisplayedOrder } from "./use-order.ts";

const moment = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
} as const;

interface FactContext {
  readonly texts: Texts["lists"];
  readonly language: Language;
  readonly zone: DisplayZone;
  readonly labelOf: LabelOf;
  /** Text in place of a missing value. */
  readonly dash: string;
  /** Whether the account may open device pages, so that the device is shown as a link. */
  readonly devicesOpen: boolean;
}

export interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** Returns the fields of an order as labelled values, in groups (ORD-1). */
export function orderFacts(order: DisplayedOrder, context: FactContext): FactGroup[] {
  const { texts, language, zone, labelOf, dash } = context;
  const at = (instant: string | null) =>
    instant === null ? dash : formatInZone(Date.parse(instant), zone, language, moment);
  const money = (minor: number) => formatMoney(minor, order.currency, language);
  const code = (text: string | null) =>
    text === null || text === "" ? { value: dash } : { value: text, code: "short" as const };
  const { deviceId, areaId, endReason, couponProperty } = order;
  return [
    {
      title: texts.order,
      facts: [
        { name: texts.orderNumber, value: order.orderNumber, code: "short" },
        { name: texts.orderId, value: order.orderId, code: "long" },
        { name: texts.orderTime, value: at(order.orderTime) },
        { name: texts.orderType, value: labelOf("orderType", order.orderType) },
        { name: texts.orderStatus, value: labelOf("orderStatus", order.orderStatus) },
        {
          name: texts.device,
          value: deviceId,
          href: context.devicesOpen ? hrefOf("device", { deviceId }) : undefined,
        },
        {
          name: texts.outlet,
          value: order.areaName,
          href: hrefOf("details", { range: "thisMonth", areaId }),
        },
      ],
    },
    {
      title: texts.payment,
      facts: [
        { name: texts.payType, value: labelOf("payType", order.payType) },
        ...(order.payType === "cash" ? [{ name: texts.takenBy, value: order.takenBy ?? dash }] : []),
        { name: texts.amount, value: money(order.amount) },
        { name: texts.refunded, value: order.refunded === 0 ? dash : money(order.refunded) },
        {
          name: texts.couponProperty,
          value: couponProperty === null ? dash : labelOf("couponProperty", couponProperty),
        },
        { name: texts.cashCouponCode, ...code(order.cashCouponCode) },
        { name: texts.couponCode, ...code(order.couponCode) },
      ],
    },
    {
      title: texts.massage,
      facts: [
        { name: texts.gearUsed, value: String(order.gear) },
        { name: texts.duration, value: fill(texts.minutes, { minutes: order.minutes }) },
        { name: texts.started, value: at(order.startedAt) },
        order.endedAt === null
          ? { name: texts.ends, value: at(order.endsAt) }
          : { name: texts.ended, value: at(order.endedAt) },
        { name: texts.endReason, value: endReason === null ? dash : texts[endReasonTexts[endReason]] },
      ],
    },
    ...extensionFacts(order, context),
  ];
}

function extensionFacts(order: DisplayedOrder, { texts, labelOf }: FactContext): FactGroup[] {
  const { parentOrderId, extensions } = order;
  const facts = [
    ...(parentOrderId === null
      ? []
      : [
          {
            name: texts.extendsOrder,
            value: texts.massage,
            href: hrefOf("orders", { orderId: parentOrderId }),
          },
        ]),
    ...extensions.map(({ orderId, orderNumber, minutes, orderStatus }) => ({
      name: orderNumber,
      value: fill(texts.extensionOf, { minutes, status: labelOf("orderStatus", orderStatus) }),
      href: hrefOf("orders", { orderId }),
    })),
  ];
  return facts.length === 0 ? [] : [{ title: texts.extensions, facts }];
}
