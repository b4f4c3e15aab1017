import type { Generated } from "kysely";
import type { Currency, DefaultedJson, Identity } from "#platform/postgres/column-types.ts";

/** Orders and the money they moved. */
export interface OrderTables {
  orders: OrdersTable;
  open_order: OpenOrderTable;
  order_rollup: OrderRollupTable;
  outlet_order_rollup: OutletOrderRollupTable;
  order_transition: OrderTransitionTable;
  order_ticket: OrderTicketTable;
  customer_order_grant: CustomerOrderGrantTable;
  payment: PaymentTable;
  provider_event: ProviderEventTable;
  refund: RefundTable;
  unpaid_order: UnpaidOrderTable;
  ledger_entry: LedgerEntryTable;
  revenue_rollup: RevenueRollupTable;
  outlet_rollup: OutletRollupTable;
  audit_entry: AuditEntryTable;
}

type OrderStatus =
  | "unpaid"
  | "paid"
  | "starting"
  | "running"
  | "completed"
  | "cancelled"
  | "failed"
  | "refunded";

interface OrdersTable {
  order_id: string;
  order_number: string;
  ordered_at: Date;
  device_id: string;
  outlet_id: string;
  order_type: "online" | "cashCoupon" | "coin" | "counter" | "coupon";
  pay_type: "online" | "cash" | "coin" | "cashCoupon" | "coupon";
  status: OrderStatus;
  price_id: string | null;
  gear: number;
  minutes: number;
  amount_minor: number;
  refunded_minor: Generated<number>;
  currency: Currency;
  customer_id: string | null;
  account_id: string | null;
  coupon_id: string | null;
  coupon_property: string | null;
  coupon_code: string | null;
  cash_coupon_code: string | null;
  parent_order_id: string | null;
  extended_minutes: Generated<number | null>;
  run_id: string | null;
  deadline_at: Date | null;
  start_deadline_at: Date | null;
  started_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  end_reason:
    | "finished"
    | "stopped"
    | "fault"
    | "powerLoss"
    | "silent"
    | "startDeadline"
    | "refused"
    | "deviceTaken"
    | "deviceUnavailable"
    | "paymentTimeout"
    | "paymentRefused"
    | "runEnded"
    | null;
}

/** Kept by the database; the application only reads it. */
interface OpenOrderTable {
  order_id: string;
  outlet_id: string;
  device_id: string;
  holds_device_id: string | null;
  customer_id: string | null;
  pay_type: OrdersTable["pay_type"];
  status: Extract<OrderStatus, "unpaid" | "paid" | "starting" | "running">;
  ends_at: Date | null;
  deadline_at: Date | null;
  extends_order_id: string | null;
  extending_order_id: string | null;
}

/** Kept by the database; the application only reads it. */
interface OrderRollupTable {
  outlet_id: string;
  grain: "quarter" | "day" | "month";
  starts_at: Date;
  device_id: string;
  pay_type: OrdersTable["pay_type"];
  status: Extract<OrderStatus, "completed" | "cancelled" | "failed" | "refunded">;
  orders: number;
}

/** Kept by the database; the application only reads it. */
interface OutletOrderRollupTable {
  outlet_id: string;
  grain: "quarter" | "day" | "month";
  starts_at: Date;
  completed_online: number;
  completed_cash: number;
  completed_free: number;
  cancelled: number;
  failed: number;
  refunded: number;
}

interface OrderTransitionTable {
  order_id: string;
  step: number;
  from_status: OrderStatus | null;
  to_status: OrderStatus;
  cause: string;
  at: Date;
}

interface OrderTicketTable {
  ticket_hash: Buffer;
  order_id: string;
  expires_at: Date;
}

interface CustomerOrderGrantTable {
  customer_id: string;
  order_id: string;
  expires_at: Generated<Date>;
}

interface PaymentTable {
  payment_id: string;
  order_id: string;
  provider: string;
  provider_ref: string | null;
  amount_minor: number;
  currency: Currency;
  state: "created" | "confirmed" | "refused" | "expired";
  redirect_url: string | null;
  qr_text: string | null;
  created_at: Date;
  expires_at: Date;
  settled_at: Date | null;
  looks: Generated<number>;
  page_attempts: Generated<number>;
  page_retry_at: Date | null;
  page_error: string | null;
}

interface ProviderEventTable {
  provider: string;
  event_id: string;
  received_at: Date;
}

interface UnpaidOrderTable {
  order_id: string;
  sender_id: string;
  address_hash: Buffer;
  device_id: string;
  coupon_id: string | null;
  placed_at: Date;
}

interface RefundTable {
  refund_id: string;
  order_id: string;
  payment_id: string | null;
  amount_minor: number;
  currency: Currency;
  reason: string;
  state: "requested" | "onItsWay" | "returned" | "needsAttention";
  requested_at: Date;
  returned_at: Date | null;
  provider_ref: string | null;
  looks: Generated<number>;
  refused_ref: string | null;
}

interface LedgerEntryTable {
  entry_id: Identity;
  order_id: string;
  outlet_id: string;
  device_id: string;
  channel: "online" | "cash";
  currency: Currency;
  amount_minor: number;
  source: "payment" | "counter" | "cashCoupon" | "coin" | "refund";
  source_id: string;
  occurred_at: Date;
  /** Null for entries made before recording times were stored. */
  recorded_at: Date | null;
}

interface RevenueRollupTable {
  outlet_id: string;
  grain: "quarter" | "day" | "month";
  starts_at: Date;
  device_id: string;
  currency: Currency;
  online_minor: Generated<number>;
  cash_minor: Generated<number>;
  online_entries: Generated<number>;
  cash_entries: Generated<number>;
}

interface OutletRollupTable {
  outlet_id: string;
  grain: "quarter" | "day" | "month";
  starts_at: Date;
  currency: Currency;
  online_minor: Generated<number>;
  cash_minor: Generated<number>;
  online_entries: Generated<number>;
  cash_entries: Generated<number>;
}

interface AuditEntryTable {
  audit_id: Identity;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  detail: DefaultedJson<Record<string, unknown>>;
}
