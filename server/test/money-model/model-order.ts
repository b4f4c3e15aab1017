import type { EndReason, OrderStatus, PayType } from "@reposo/contract/orders/orders.ts";

/** The state of an order that the guarantees require, derived from its events alone. */
export interface ModelOrder {
  readonly orderId: string;
  readonly place: number;
  readonly payType: Exclude<PayType, "coin">;
  readonly minutes: number;
  /** In money, after any coupon. */
  readonly amountMinor: number;
  readonly coupon: ModelCoupon | null;
  readonly customer: number;
  /** For an extension: the order of the run. */
  readonly parent: ModelOrder | null;
  status: OrderStatus;
  endReason: EndReason | null;
  /** When the server has to act by itself next. */
  deadlineMs: number | null;
  paidMs: number;
  startedMs: number;
  endsMs: number;
  endedMs: number;
  wasQueried: boolean;
  /** The chair was sent these minutes and refused them. */
  isSent: boolean;
  refusedByChair: boolean;
  /** A stop was requested and the chair has not replied: until then the stop is valid. */
  stopUntilMs: number;
  /** Every stop of it that was valid at any time. */
  readonly stops: { readonly requestedMs: number; readonly untilMs: number }[];
  /** Its chair ended it well before its time without a fault or a request. */
  wasCutShort: boolean;
  receivedMinor: number;
  /** Refunded, or in progress. */
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
