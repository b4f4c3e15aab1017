import type { Currency } from "@reposo/contract/fields.ts";
import type {
  CouponProperty,
  EndReason,
  OrderStatus,
  OrderType,
  PayType,
  refundStates,
} from "@reposo/contract/orders.ts";

/** An order as the database holds it, with what its screens show of its outlet, payment and refund. */
export interface OrderRecord {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly orderedAt: Date;
  readonly deviceId: string;
  readonly outletId: string;
  readonly outletName: string;
  readonly orderType: OrderType;
  readonly payType: PayType;
  readonly status: OrderStatus;
  readonly gear: number;
  readonly minutes: number;
  readonly amountMinor: number;
  readonly refundedMinor: number;
  readonly currency: Currency;
  readonly customerId: string | null;
  readonly accountId: string | null;
  /** Name of the account that took the cash at the counter. */
  readonly takenBy: string | null;
  readonly couponId: string | null;
  readonly couponProperty: CouponProperty | null;
  readonly couponCode: string | null;
  readonly cashCouponCode: string | null;
  readonly deadlineAt: Date | null;
  readonly startDeadlineAt: Date | null;
  readonly startedAt: Date | null;
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
  /** Of an extension: the order whose run it lengthens. */
  readonly parentOrderId: string | null;
  /** What extensions have added to the run; null while nobody has ever asked for one. */
  readonly extendedMinutes: number | null;
  /** The provider's name for the payment that went through. */
  readonly paymentReference: string | null;
  readonly refund: { readonly state: (typeof refundStates)[number]; readonly amountMinor: number } | null;
}

/** With its row locked, as is every extension of its run that has not ended, oldest first; most have none. */
export interface LockedOrder extends OrderRecord {
  readonly extensions: readonly OrderRecord[];
}

/** What a list or a file of orders shows of each. */
export type ListedOrder = Omit<
  OrderRecord,
  | "customerId"
  | "accountId"
  | "takenBy"
  | "couponId"
  | "deadlineAt"
  | "startDeadlineAt"
  | "refund"
  | "paymentReference"
>;

export interface NewOrder {
  readonly orderId: string;
  readonly orderedAt: Date;
  readonly deviceId: string;
  readonly outletId: string;
  readonly orderType: OrderType;
  readonly payType: PayType;
  /**
   * `starting`: paid as it is placed, and its chair asked for in the same transaction. `running`, `completed`: of coins,
   * which start the chair before the server is told.
   */
  readonly status: "unpaid" | "paid" | "starting" | "running" | "completed";
  /** Null for coins: the coin box has prices of its own. */
  readonly priceId: string | null;
  readonly gear: number;
  readonly minutes: number;
  readonly amountMinor: number;
  readonly currency: Currency;
  readonly customerId: string | null;
  readonly accountId: string | null;
  readonly couponId: string | null;
  readonly couponProperty: CouponProperty | null;
  readonly couponCode: string | null;
  readonly cashCouponCode: string | null;
  readonly deadlineAt: Date | null;
  readonly startDeadlineAt: Date | null;
  readonly parentOrderId?: string;
  readonly startedAt?: Date | null;
  readonly endsAt?: Date | null;
  readonly endedAt?: Date | null;
  readonly endReason?: EndReason | null;
  /** When the server learned of it; `orderedAt` where that is the same. */
  readonly recordedAt?: Date;
}

/** One that the server is asked for: its chair or its payment has to answer in time. */
export type PlacedOrder = NewOrder & { readonly deadlineAt: Date };
