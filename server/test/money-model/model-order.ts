import type { EndReason, OrderStatus, PayType } from "@reposo/contract/orders/orders.ts";

/** What the guarantees say must have become of an order, derived from its events alone. */
export interface ModelOrder {
  readonly orderId: string;
  readonly place: number;
  readonly payType: Exclude<PayType, "coin">;
  readonly minutes: number;
  /** In money, whatever a coupon took off. */
  readonly amountMinor: number;
  readonly coupon: ModelCoupon | null;
  readonly customer: number;
  /** Of minutes that were added: the order of the run. */
  readonly parent: ModelOrder | null;
  status: OrderStatus;
  endReason: EndReason | null;
  /** When the server has to act by itself next. */
  deadlineMs: number | null;
  paidMs: number;
  startedMs: number;
  endsMs: number;
  endedMs: number;
  wasAsked: boolean;
  /** The chair was asked for these minutes, and said no. */
  isSent: boolean;
  saidNo: boolean;
  /** It was to be stopped, and the chair has not answered: until then the stop is worth obeying. */
  stopUntilMs: number;
  /** Every stop of it that was ever to be obeyed. */
  readonly stops: { readonly askedMs: number; readonly untilMs: number }[];
  /** Its chair ended it well before its time, and no fault or hand explains it. */
  wasCutShort: boolean;
  takenMinor: number;
  /** Back, or on its way back. */
  promisedMinor: number;
}

export type CouponKind = "free" | "minutes" | "cash" | "percent" | "amountOff" | "onceEach";

export interface ModelCoupon {
  readonly kind: CouponKind;
  readonly code: string;
  readonly maxUses: number;
  readonly held: ModelOrder[];
}

export type RefundPolicy = "none" | "proportional" | "full";
