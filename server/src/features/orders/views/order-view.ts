import type { Static } from "typebox";
import type { PaymentRequest } from "@reposo/contract/orders/order-payment.ts";
import type { Extension, FollowedOrder, Order } from "@reposo/contract/orders/orders.ts";
import type { TransferOffer } from "@reposo/contract/orders/transfer-fields.ts";
import type { PaymentRecord } from "#features/payments/index.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { textIn } from "#platform/text/translations.ts";
import type { ReceiptRecord } from "./receipts-store.ts";
import type { ListedOrder, OrderRecord } from "#features/orders/record/order-record.ts";

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

export function viewOrder(order: ListedOrder): Static<typeof Order> {
  return {
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    orderTime: order.orderedAt.toISOString(),
    deviceId: order.deviceId,
    areaId: order.outletId,
    areaName: order.outletName,
    orderType: order.orderType,
    payType: order.payType,
    orderStatus: order.status,
    gear: order.gear,
    minutes: order.minutes,
    amount: order.amountMinor,
    currency: order.currency,
    refunded: order.refundedMinor,
    couponProperty: order.couponProperty,
    cashCouponCode: order.cashCouponCode,
    couponCode: order.couponCode,
    startedAt: instant(order.startedAt),
    endsAt: instant(order.endsAt),
    endedAt: instant(order.endedAt),
    endReason: order.endReason,
    parentOrderId: order.parentOrderId,
    extendedMinutes: order.extendedMinutes ?? 0,
  };
}

export interface ExtensionWithPayment {
  readonly order: OrderRecord;
  payment: PaymentRecord | null;
}

export interface FollowedOrderDetails {
  /** Null unless the order is unpaid. */
  readonly payment: PaymentRecord | null;
  /** Newest first. */
  readonly extensions: readonly ExtensionWithPayment[];
  /** When an amount of the order was last added to a closed month; null if none was. */
  readonly lateAt: Date | null;
  readonly transfer: TransferOffer | null;
  readonly unusedAmount: Static<typeof FollowedOrder>["unusedAmount"];
  /** Null until the order has ended. */
  readonly receipt: ReceiptRecord | null;
}

const viewPeer = (peer: OrderRecord["transferredFrom"]) =>
  peer && {
    orderId: peer.orderId,
    orderNumber: peer.orderNumber,
    deviceId: peer.deviceId,
    orderTime: new Date(peer.orderedAt).toISOString(),
  };

export const viewSingleOrder = (order: OrderRecord) => ({
  ...viewOrder(order),
  disputed: order.disputedMinor,
  transferredFrom: viewPeer(order.transferredFrom),
  transferredTo: viewPeer(order.transferredTo),
});

const viewRefund = ({ refund }: OrderRecord) =>
  refund && {
    state: refund.state,
    amount: refund.amountMinor,
    requestedAt: new Date(refund.requestedAt).toISOString(),
  };

export const viewPayment = (payment: PaymentRecord): Static<typeof PaymentRequest> => ({
  provider: payment.provider,
  ...(payment.redirectUrl !== null && { redirectUrl: payment.redirectUrl }),
  ...(payment.qrText !== null && { qrText: payment.qrText }),
  ...(payment.pageRetryAt !== null && { pageRetryAt: payment.pageRetryAt.toISOString() }),
  expiresAt: payment.expiresAt.toISOString(),
});

const viewPaymentOf = ({ status }: OrderRecord, payment: PaymentRecord | null) =>
  status === "unpaid" && payment !== null ? viewPayment(payment) : null;

export const viewExtension = ({ order, payment }: ExtensionWithPayment): Static<typeof Extension> => ({
  orderId: order.orderId,
  orderNumber: order.orderNumber,
  orderTime: order.orderedAt.toISOString(),
  payType: order.payType,
  orderStatus: order.status,
  minutes: order.minutes,
  amount: order.amountMinor,
  currency: order.currency,
  refunded: order.refundedMinor,
  endReason: order.endReason,
  refund: viewRefund(order),
  payment: viewPaymentOf(order, payment),
});

function viewReceipt({ paymentProvider, priceName: name, priceNames }: ReceiptRecord) {
  const nameIn = (language: Language) => textIn(priceNames ?? {}, language) ?? name ?? "";
  const priceName =
    name === null
      ? null
      : {
          en_US: nameIn("en_US"),
          zh_CN: nameIn("zh_CN"),
          zh_TW: nameIn("zh_TW"),
          id_ID: nameIn("id_ID"),
        };
  return { paymentProvider, priceName };
}

export function viewFollowedOrder(
  order: OrderRecord,
  { payment, extensions, lateAt, transfer, unusedAmount, receipt }: FollowedOrderDetails,
  now: Date,
): Static<typeof FollowedOrder> {
  return {
    ...viewSingleOrder(order),
    contact: order.contact,
    serverTime: now.toISOString(),
    startDeadlineAt:
      order.status === "paid" || order.status === "starting" ? instant(order.startDeadlineAt) : null,
    refusalReason: order.refusalReason,
    refund: viewRefund(order),
    extensions: extensions.map(viewExtension),
    payment: viewPaymentOf(order, payment),
    transfer,
    unusedAmount,
    takenBy: order.takenBy,
    lateAt: instant(lateAt),
    paymentReference: order.paymentReference,
    receipt: receipt && viewReceipt(receipt),
  };
}
