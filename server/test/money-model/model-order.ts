import type { EndReason, OrderStatus, PayType } from "@reposo/contract/orders/orders.ts";

/** The state of an order that the guarantees require, derived from its events alone. */
export interface ModelOrder {
  readonly orderId: string;
  readonly place: number;
  readonly payType: Exclude<PayType, "coin">;
  readonly minutes: number;
  /** Amount to be paid in money, after deduction of any coupon. */
  readonly amountMinor: number;
  readonly coupon: ModelCoupon | null;
  readonly customer: number;
  /** For an extension: the order of the run. */
  readonly parent: ModelOrder | null;
  status: OrderStatus;
  endReason: EndReason | null;
  /** Time of the server's next action that needs no event. */
  deadlineMs: number | null;
  paidMs: number;
  startedMs: number;
  endsMs: number;
  endedMs: number;
  wasQueried: boolean;
  /** Whether the chair was sent these minutes, and whether it refused them. */
  isSent: boolean;
  refusedByChair: boolean;
  /** Time until which a requested stop is valid if the chair does not reply. */
  stopUntilMs: number;
  /** Every stop of the order that was valid at any time. */
  readonly stops: { readonly requestedMs: number; readonly untilMs: number }[];
  /** The chair ended the massage well before its time without a fault or a request. */
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
