import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  Amount,
  CurrencyField,
  DeviceId,
  Gear,
  GivenDeviceId,
  GivenId,
  Instant,
  Minutes,
  Nullable,
  OneOf,
  Request,
} from "#fields.ts";
import { maxRefusalLength } from "#devices/chair-topics.ts";
import { ContactOfOutlet } from "#outlets/contact.ts";
import { PaymentRequest, purchase, purchaseCodes, RefundOfOrder } from "./order-payment.ts";
import { TransferOffer, TransferPeer } from "./transfer-fields.ts";
import { couponProperties, endReasons, orderStatuses, orderTypes, payTypes } from "./order-values.ts";

const codeDescription = (what: string) =>
  `${what}; null without one, and for a manager without the permission \`details\`.`;

export const Order = Type.Object({
  orderId: Type.String(),
  orderNumber: Type.String({ description: "Order number shown to people, for example on receipts." }),
  orderTime: { ...Instant, description: "Instant at which the order was placed." },
  deviceId: DeviceId,
  areaId: Type.String(),
  areaName: Type.String(),
  orderType: OneOf(orderTypes),
  payType: OneOf(payTypes),
  orderStatus: OneOf(orderStatuses),
  gear: Gear,
  minutes: Minutes,
  amount: Amount,
  currency: CurrencyField,
  refunded: { ...Amount, description: "Refunded amount in minor units." },
  couponProperty: Nullable(OneOf(couponProperties), "Kind of the coupon; null without one."),
  cashCouponCode: Nullable(Type.String(), codeDescription("Code of the cash coupon")),
  couponCode: Nullable(Type.String(), codeDescription("Code of the coupon")),
  startedAt: Nullable(Instant, "Instant at which the chair started; null before."),
  endsAt: Nullable(Instant, "Expected end of the massage; null before the start."),
  endedAt: Nullable(Instant, "Instant at which the order ended; null before."),
  endReason: Nullable(
    OneOf(endReasons),
    "Reason of the end; null before the end. `finished`: the bought time was over. `stopped`: a customer, a manager, or the button of the chair ended the order. `fault`, `powerLoss`: the chair reported a fault or a loss of power. `silent`: the chair did not report the end. `startDeadline`: the chair did not confirm the start in time. `refused`: the chair refused the start. `deviceTaken`, `deviceUnavailable`: when the payment was confirmed, another order had taken the chair or it could not be started. `paymentTimeout`: the order was not paid in time. `paymentRefused`: the payment was refused. `runEnded`: the massage ended before the chair confirmed its extension.",
  ),
  parentOrderId: Nullable(
    Type.String(),
    "ID of the order that this extension extends; both end together. Null for other orders.",
  ),
  extendedMinutes: Type.Integer({
    minimum: 0,
    description:
      "Minutes added by extensions that the chair confirmed; included in `endsAt`, not in `minutes`.",
  }),
});

/** An order that is read alone, which also contains what is not listed. */
const SingleOrder = {
  ...Order.properties,
  disputed: {
    ...Amount,
    description:
      "Amount in minor units that banks have withdrawn because of disputes, and have not returned.",
  },
  transferredFrom: TransferPeer(
    "The order that this order continues on another chair; null for other orders.",
  ),
  transferredTo: TransferPeer(
    "The order that continues this order on another chair, with the minutes that did not run; null without one.",
  ),
};

/** An extension of a running massage: a separate order, listed with the order that it extends. */
export const Extension = Type.Object({
  orderId: Type.String(),
  orderNumber: Type.String(),
  orderTime: Instant,
  payType: OneOf(payTypes),
  orderStatus: OneOf(orderStatuses),
  minutes: Minutes,
  amount: Amount,
  currency: CurrencyField,
  refunded: Amount,
  endReason: Nullable(OneOf(endReasons)),
  refund: RefundOfOrder,
  payment: Nullable(PaymentRequest),
});

/** Maximum number of extensions of a massage in a response, and of its unpaid extensions. */
export const maxListedExtensions = 20;

const Extensions = Type.Array(Extension, {
  description: `Latest extensions of this massage, newest first; at most ${maxListedExtensions}.`,
});

export const FollowedOrder = Type.Object({
  ...SingleOrder,
  contact: ContactOfOutlet,
  serverTime: { ...Instant, description: "Current time of the server." },
  refusalReason: Nullable(
    Type.String({ maxLength: maxRefusalLength }),
    "Reason with which the chair refused the start, as the chair sent it (see `reply` of the chair protocol); null unless `endReason` is `refused`, and if the chair sent none or the command was purged.",
  ),
  startDeadlineAt: Nullable(
    Type.String(),
    "Instant (UTC) until which the chair must confirm the start; null unless the order is paid or starting.",
  ),
  refund: RefundOfOrder,
  transfer: TransferOffer,
  unusedAmount: Nullable(
    Type.Object({ online: Amount, cash: Amount }),
    "Amounts that would be refunded if a manager stopped the massage now, in minor units: to online payments, and in cash by the manager; null unless the order is running, and for customers.",
  ),
  takenBy: Nullable(
    Type.String(),
    "Name of the account that received counter cash; null without counter cash, for customers, and for managers without the permission `details`.",
  ),
  lateAt: Nullable(
    Instant,
    "Instant at which the server last recorded an amount of the order after its month was closed; null without such a late entry, for customers, and for managers without the permission `details`.",
  ),
  extensions: Extensions,
  payment: Nullable(PaymentRequest),
  paymentReference: Nullable(
    Type.String(),
    "The provider's ID of a confirmed payment; null without one, and for managers without the permission `details`.",
  ),
  receipt: Nullable(
    Type.Object({
      paymentProvider: Nullable(
        Type.String(),
        "Name of the payment provider of a confirmed payment; null without one.",
      ),
      priceName: Nullable(
        Type.Object({
          en_US: Type.String(),
          zh_CN: Type.String(),
          zh_TW: Type.String(),
          id_ID: Type.String(),
        }),
        "Name of the chosen price by language; null for orders without a price, such as coin orders.",
      ),
    }),
    "What a receipt states about the purchase besides the order; null until the order has ended.",
  ),
});

export const activate = endpoint("activate", {
  summary: "Orders a massage, paid immediately by counter cash or a coupon, or to be paid online.",
  request: Request({
    deviceId: GivenDeviceId,
    ...purchase,
  }),
  reply: Type.Object({
    orderId: Type.String(),
    orderStatus: OneOf(orderStatuses),
    payment: Nullable(PaymentRequest),
    order: { ...FollowedOrder, description: "The placed order, as of its `serverTime`." },
  }),
  codes: [
    "deviceUnknown",
    "deviceOfOtherOutlet",
    "deviceUnavailable",
    "deviceOutOfService",
    "deviceInUse",
    ...purchaseCodes,
  ],
});

export const extend = endpoint("extend", {
  summary:
    "Extends a running massage by a separate order. If the chair does not confirm the extension, the amount of this order is refunded.",
  request: Request({
    orderId: GivenId,
    ...purchase,
  }),
  reply: Type.Object({
    orderId: Type.String({ description: "ID of the extension's order." }),
    orderStatus: OneOf(orderStatuses),
    payment: Nullable(PaymentRequest),
    order: { ...FollowedOrder, description: "The extension's order, as of its `serverTime`." },
  }),
  codes: [
    "orderNotFound",
    "orderStatusForbids",
    "extensionTooLong",
    "massageTooLong",
    "extensionUnpaid",
    "deviceUnavailable",
    "deviceOutOfService",
    ...purchaseCodes,
  ],
});

export const getOrder = endpoint("getOrder", {
  summary:
    "Retrieves an order with its live data. A customer may retrieve their own orders, a manager the orders of their outlets.",
  request: Request({ orderId: GivenId }),
  reply: FollowedOrder,
  codes: ["orderNotFound"],
});

export const stop = endpoint("stop", {
  summary:
    "Ends an order early: cancels an unpaid order, fails and refunds a paid or starting order, or sends a stop command to the chair of a running order. After a stop by a manager, the unused minutes of a running order are refunded.",
  request: Request({
    orderId: GivenId,
    beforeStart: Type.Optional(
      Type.Boolean({
        description:
          "True: end the order only if its massage has not started; a running order is refused with `massageStarted`. Set by a client that asked its user to confirm a cancellation: a cancellation returns all money, a stop by a customer returns none.",
      }),
    ),
  }),
  reply: FollowedOrder,
  codes: ["orderNotFound", "orderStatusForbids", "massageStarted", "idempotencyKeyReused"],
});

export const orderDetail = endpoint("orderDetail", {
  summary: "Retrieves an order with its extensions.",
  request: Request({ orderId: GivenId }),
  reply: Type.Object({ ...SingleOrder, extensions: Extensions }),
  codes: ["orderNotFound"],
});
