import type { EndReason, OrderStatus, PayType } from "@reposo/contract/orders/order-values.ts";

/** The required state of an order, derived only from its events. */
export interface ModelOrder {
  readonly orderId: string;
  readonly place: number;
  readonly payType: Exclude<PayType, "coin" | "transfer">;
  readonly minutes: number;
  /** Amount to be paid in money, after the discount of a coupon. */
  readonly amountMinor: number;
  readonly coupon: ModelCoupon | null;
  readonly customer: number;
  /** For an extension: the order of the run; otherwise null. */
  readonly parent: ModelOrder | null;
  status: OrderStatus;
  endReason: EndReason | null;
  /** Time of the server's next action that needs no event; null if there is none. */
  deadlineMs: number | null;
  paidMs: number;
  startedMs: number;
  endsMs: number;
  endedMs: number;
  wasQueried: boolean;
  /** Whether the server sent these minutes to the chair. */
  isSent: boolean;
  refusedByChair: boolean;
  /** Time until which a requested stop is valid if the chair does not reply. */
  stopUntilMs: number;
  /** Every requested stop of the order, with the time until which it was valid. */
  readonly stops: { readonly requestedMs: number; readonly untilMs: number; readonly byManager: boolean }[];
  /** True if the chair ended the massage well before its time, without a fault or a request. */
  wasCutShort: boolean;
  receivedMinor: number;
  /** Amounts refunded for unused minutes, after a failure of the chair and after a stop by a manager. */
  readonly unusedMinor: { failure: number; managerStop: number };
  /** Amount refunded or in the process of being refunded. */
  refundTotalMinor: number;
}

export type CouponKind = "free" | "minutes" | "cash" | "percent" | "amountOff" | "oncePerCustomer";

export interface ModelCoupon {
  readonly kind: CouponKind;
  readonly code: string;
  readonly maxUses: number;
  readonly held: ModelOrder[];
}

export type RefundPolicy = "none" | "proportional" | "full";
