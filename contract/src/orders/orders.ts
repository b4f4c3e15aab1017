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

export const orderStatuses = [
  "unpaid",
  "paid",
  "starting",
  "running",
  "completed",
  "cancelled",
  "failed",
  "refunded",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses in which an order holds its chair; the database allows one such order a chair. */
export const liveStatuses = ["paid", "starting", "running"] as const satisfies readonly OrderStatus[];

/** What home counts (HOME-2), in statuses; every status belongs to exactly one. */
export const countedStatuses = {
  normal: ["paid", "starting", "running", "completed"],
  abnormal: ["failed", "refunded"],
  unpaid: ["unpaid", "cancelled"],
} as const satisfies Record<string, readonly OrderStatus[]>;
export type CountedAs = keyof typeof countedStatuses;

export const orderTypes = ["online", "cashCoupon", "coin", "counter", "coupon"] as const;
export type OrderType = (typeof orderTypes)[number];

export const payTypes = ["online", "cash", "coin", "cashCoupon", "coupon"] as const;
export type PayType = (typeof payTypes)[number];

export const endReasons = [
  "finished",
  "stopped",
  "fault",
  "powerLoss",
  "silent",
  "startDeadline",
  "refused",
  "deviceTaken",
  "deviceUnavailable",
  "paymentTimeout",
  "paymentRefused",
  /** Of an extension: the massage that it was to lengthen was over. */
  "runEnded",
] as const;
export type EndReason = (typeof endReasons)[number];

export const couponProperties = ["cash", "free", "minutes", "percent", "amountOff"] as const;
export type CouponProperty = (typeof couponProperties)[number];

const CodeOfOrder = Nullable(Type.String(), "Null for a manager without the permission `details`.");

export const Order = Type.Object({
  orderId: Type.String(),
  orderNumber: Type.String({ description: "For people: on receipts, in feedback." }),
  orderTime: Instant,
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
  refunded: Amount,
  couponProperty: Nullable(OneOf(couponProperties)),
  cashCouponCode: CodeOfOrder,
  couponCode: CodeOfOrder,
  startedAt: Nullable(Instant),
  endsAt: Nullable(Instant),
  endedAt: Nullable(Instant),
  endReason: Nullable(OneOf(endReasons)),
  parentOrderId: Nullable(
    Type.String({
      description: "Of an extension: the order whose massage it lengthens. It ends together with that one.",
    }),
  ),
  extendedMinutes: Type.Integer({
    minimum: 0,
    description: "What extensions that the chair took have added to `minutes`; `endsAt` holds them.",
  }),
});

/** How an unpaid order is to be paid. */
export const PaymentRequest = Type.Object({
  provider: Type.String(),
  redirectUrl: Type.Optional(Type.String({ description: "Where the browser goes to pay." })),
  qrText: Type.Optional(Type.String({ description: "Text of a QR code for another phone's wallet." })),
  pageRetryAt: Type.Optional(
    Type.String({
      format: "date-time",
      description:
        "The payment company could not open its page. It is tried again when the order is fetched from this time on; " +
        "until then there is neither `redirectUrl` nor `qrText`. A company that refuses for good cancels the order " +
        "(`endReason` paymentRefused).",
    }),
  ),
  expiresAt: Instant,
});

export const refundStates = ["requested", "onItsWay", "returned", "needsAttention"] as const;

const RefundOfOrder = Nullable(Type.Object({ state: OneOf(refundStates), amount: Amount }));

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

const Extensions = Type.Array(Extension, {
  description: "The latest that were ordered for this massage, newest first, at most 20.",
});

/** An order as its own customer or its outlet's manager follows it. */
export const FollowedOrder = Type.Object({
  ...Order.properties,
  serverTime: Instant,
  startDeadlineAt: Nullable(
    Type.String({ description: "While paid or starting: until when the chair has to answer. Instant, UTC." }),
  ),
  refund: RefundOfOrder,
  takenBy: Nullable(
    Type.String(),
    "Name of the account that took cash at the counter. Null for a customer and without the permission `details`.",
  ),
  extensions: Extensions,
  payment: Nullable(PaymentRequest),
  paymentReference: Nullable(
    Type.String(),
    "The provider's own name for a confirmed payment. Null for a manager without the permission `details`.",
  ),
});

/** What is bought, and by what it is paid: of a massage and of what lengthens it. */
const howToPay = {
  priceId: Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      "One line of the chair's price list. A price never changes under its id; a replaced one is 20206.",
  }),
  expectedAmount: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      description:
        "What the client showed as to be paid, in minor units, after a coupon that lowers it. Where it would be another amount, nothing is ordered: 20206. Left out: not compared.",
    }),
  ),
  payType: OneOf(["online", "cash", "cashCoupon", "coupon"]),
  couponCode: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  cashCouponCode: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  provider: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
};

export const activate = endpoint({
  name: "activate",
  method: "POST",
  path: "/web/api/v1/data-centre/activate",
  access: "token",
  summary: "Orders a massage: paid at once by counter cash or a coupon, or to be paid online.",
  request: Request({
    deviceId: GivenDeviceId,
    ...howToPay,
  }),
  reply: Type.Object({
    orderId: Type.String(),
    orderStatus: OneOf(orderStatuses),
    payment: Nullable(PaymentRequest),
  }),
  codes: [
    "deviceUnknown",
    "deviceOfOtherOutlet",
    "deviceUnavailable",
    "deviceOutOfService",
    "deviceInUse",
    "priceListMissing",
    "priceChanged",
    "permissionMissing",
    "tooManyTries",
    "couponUnknown",
    "couponUsedUp",
    "couponNotValidNow",
    "couponNotValidHere",
    "couponNeedsPayment",
    "couponIsCash",
    "couponIsNotCash",
    "couponReserved",
    "unpaidOrders",
    "payMethodUnavailable",
    "idempotencyKeyReused",
  ],
  idempotent: true,
});

export const extend = endpoint({
  name: "extend",
  method: "POST",
  path: "/web/api/v1/data-centre/extend",
  access: "token",
  summary:
    "Adds minutes to a running massage by one more order, paid like any other. The chair has to take them: where it does not, everything is returned.",
  request: Request({
    orderId: GivenId,
    ...howToPay,
  }),
  reply: Type.Object({
    orderId: Type.String({ description: "The extension's own." }),
    orderStatus: OneOf(orderStatuses),
    payment: Nullable(PaymentRequest),
  }),
  codes: [
    "orderNotFound",
    "orderStatusForbids",
    "extensionTooLong",
    "deviceUnavailable",
    "deviceOutOfService",
    "priceListMissing",
    "priceChanged",
    "permissionMissing",
    "tooManyTries",
    "couponUnknown",
    "couponUsedUp",
    "couponNotValidNow",
    "couponNotValidHere",
    "couponNeedsPayment",
    "couponIsCash",
    "couponIsNotCash",
    "couponReserved",
    "unpaidOrders",
    "payMethodUnavailable",
    "idempotencyKeyReused",
  ],
  idempotent: true,
});

export const getOrder = endpoint({
  name: "getOrder",
  method: "POST",
  reads: true,
  path: "/web/api/v1/data-centre/get-order",
  access: "token",
  carriesEventId: true,
  summary: "An order to follow: the customer's own, or one of the manager's outlets.",
  request: Request({ orderId: GivenId }),
  reply: FollowedOrder,
  codes: ["orderNotFound"],
});

export const stop = endpoint({
  name: "stop",
  method: "POST",
  path: "/web/api/v1/data-centre/stop",
  access: "token",
  summary: "Ends an order early: cancels an unpaid one, returns a paid or starting one, stops a running one.",
  request: Request({ orderId: GivenId }),
  reply: FollowedOrder,
  codes: ["orderNotFound", "orderStatusForbids", "idempotencyKeyReused"],
  idempotent: true,
});

export const orderDetail = endpoint({
  name: "orderDetail",
  method: "GET",
  path: "/web/api/v1/order",
  access: "token",
  summary: "One order (the original names two list calls; this one is the detail).",
  request: Request({ orderId: GivenId }),
  reply: Type.Object({ ...Order.properties, extensions: Extensions }),
  codes: ["orderNotFound"],
});
