import type { refundStates } from "@reposo/contract/orders/order-payment.ts";
import type { Contact } from "@reposo/contract/outlets/contact.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type {
  CouponProperty,
  EndReason,
  OrderStatus,
  OrderType,
  PayType,
} from "@reposo/contract/orders/order-values.ts";

/** The fields that a new order has in common with a stored one. */
interface OrderFields {
  readonly orderId: string;
  readonly orderedAt: Date;
  readonly deviceId: string;
  readonly outletId: string;
  readonly orderType: OrderType;
  readonly payType: PayType;
  readonly gear: number;
  readonly minutes: number;
  readonly amountMinor: number;
  readonly currency: Currency;
  /** The customer who placed the order, or whose order is extended; null for orders of managers and coin orders. */
  readonly customerId: string | null;
  /** The account of a manager who took the cash or placed the order; null if there is none. */
  readonly accountId: string | null;
  readonly couponId: string | null;
  readonly couponProperty: CouponProperty | null;
  /** Null without a coupon, and for a cash coupon. */
  readonly couponCode: string | null;
  readonly cashCouponCode: string | null;
  /** The next time at which the server has to process the order; null: none. */
  readonly deadlineAt: Date | null;
  /** When the chair must have confirmed the start; null for coin orders, and until an online order is paid. */
  readonly startDeadlineAt: Date | null;
}

export interface OrderRecord extends OrderFields {
  readonly orderNumber: string;
  readonly outletName: string;
  /** The outlet's own contact; null: the operator's. */
  readonly contact: Contact | null;
  readonly status: OrderStatus;
  readonly refundedMinor: number;
  /** Name of the account that received the cash at the counter; null for orders with another pay type. */
  readonly takenBy: string | null;
  readonly startedAt: Date | null;
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
  /** The reason with which the chair refused the start; null if it did not, or sent none. */
  readonly refusalReason: string | null;
  /** For an extension: the order whose run it extends; null for other orders. */
  readonly parentOrderId: string | null;
  /** Minutes that confirmed extensions have added to the run; null if no extension was ordered. */
  readonly extendedMinutes: number | null;
  /** For a transfer: the order whose minutes it continues on another chair; null for other orders. */
  readonly transferredFrom: TransferPeer | null;
  /** The transfer that continues an order whose chair failed; null if there is none. */
  readonly transferredTo: TransferPeer | null;
  /** What banks withdrew because of disputes and have not returned. */
  readonly disputedMinor: number;
  /** The payment provider's reference of the confirmed payment; null if there is none. */
  readonly paymentReference: string | null;
  /**
   * The sum of the refunds that are not returned yet, `requested` if their states differ; if all are returned, the latest
   * one; null if there is none.
   */
  readonly refund: {
    readonly state: (typeof refundStates)[number];
    readonly amountMinor: number;
    /** ISO 8601. */
    readonly requestedAt: string;
  } | null;
}

interface TransferPeer {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly deviceId: string;
  /** ISO 8601. */
  readonly orderedAt: string;
}

/** A locked order with its open extensions (those that have not ended), which are also locked, oldest first. */
export interface LockedOrder extends OrderRecord {
  readonly extensions: readonly OrderRecord[];
}

export interface OrderWithParent extends LockedOrder {
  /** For an extension: the order whose run it extends, which is also locked; null for other orders. */
  readonly parent: LockedOrder | null;
}

export type ListedOrder = Omit<
  OrderRecord,
  | "customerId"
  | "accountId"
  | "takenBy"
  | "refusalReason"
  | "couponId"
  | "deadlineAt"
  | "startDeadlineAt"
  | "refund"
  | "disputedMinor"
  | "transferredFrom"
  | "transferredTo"
  | "paymentReference"
>;

export interface NewOrder
  extends OrderFields,
    Partial<Pick<OrderRecord, "startedAt" | "endsAt" | "endedAt" | "endReason">> {
  /**
   * `unpaid`: waits for an online payment. `starting`: the order is paid when it is placed, and the same transaction
   * enqueues its start. `paid`: an extension that is paid when it is placed, and whose command may have to wait.
   * `running` and `completed`: coin orders, because coins start the chair before the server receives the event.
   */
  readonly status: "unpaid" | "paid" | "starting" | "running" | "completed";
  /** Null for coin orders, because the coin acceptor defines their prices, and for transfers, which have none. */
  readonly priceId: string | null;
  readonly parentOrderId?: string;
  /** Absent: the insertion chooses one. If a given number exists, the transaction is repeated. */
  readonly orderNumber?: string;
  /** When the server received the order; defaults to `orderedAt`. */
  readonly recordedAt?: Date;
}

/**
 * An order that a customer or manager places, in contrast to a coin order. Its first deadline is that of the payment or
 * the start.
 */
export type PlacedOrder = NewOrder & { readonly deadlineAt: Date };
