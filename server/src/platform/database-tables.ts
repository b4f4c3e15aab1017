import type { Language } from "@reposo/contract/languages.ts";
import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { ColumnType, Generated } from "kysely";

/** Every table as the migrations leave it. Column names are those of the database. */
export interface Tables {
  account: AccountTable;
  customer: CustomerTable;
  session: SessionTable;
  login_key: LoginKeyTable;
  login_nonce: LoginNonceTable;
  try_window: TryWindowTable;
  outlet: OutletTable;
  outlet_manager: OutletManagerTable;
  price_group: PriceGroupTable;
  price: PriceTable;
  device: DeviceTable;
  advert: AdvertTable;
  coupon: CouponTable;
  orders: OrdersTable;
  order_transition: OrderTransitionTable;
  payment: PaymentTable;
  refund: RefundTable;
  ledger_entry: LedgerEntryTable;
  revenue_rollup: RevenueRollupTable;
  audit_entry: AuditEntryTable;
  chair_command: ChairCommandTable;
  chair_event: ChairEventTable;
  chair_epoch: ChairEpochTable;
  attention_case: AttentionCaseTable;
  outbox: OutboxTable;
  live_event: LiveEventTable;
  idempotent_answer: IdempotentAnswerTable;
}

/**
 * Written as text made by JSON.stringify: the driver turns a bare array into a PostgreSQL array and a bare
 * string into broken JSON.
 */
type Json<T> = ColumnType<T, string, string>;
type DefaultedJson<T> = ColumnType<T, string | undefined, string>;
/** Given by the database, never by us. */
type Identity = ColumnType<number, never, never>;

type Currency = "PHP" | "MYR" | "CNY" | "IDR";
type OrderStatus =
  | "unpaid"
  | "paid"
  | "starting"
  | "running"
  | "completed"
  | "cancelled"
  | "failed"
  | "refunded";

export interface AccountTable {
  account_id: string;
  kind: "outletManager" | "operator";
  login_name: string;
  password_hash: string;
  display_name: string;
  phone: string | null;
  permissions: Generated<("home" | "details" | "user")[]>;
  country: Generated<string>;
  currency: Generated<string>;
  time_zone: Generated<string>;
  created_at: Date;
  disabled_at: Date | null;
  deleted_at: Date | null;
}

export interface CustomerTable {
  customer_id: string;
  created_at: Date;
}

export interface SessionTable {
  token_hash: Buffer;
  account_id: string | null;
  customer_id: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: "logout" | "loggedInElsewhere" | "disabled" | "passwordChanged" | null;
}

export interface LoginKeyTable {
  key_id: string;
  private_key: Buffer;
  public_key: Buffer;
  created_at: Date;
  expires_at: Date;
}

export interface LoginNonceTable {
  nonce_hash: Buffer;
  key_id: string;
  expires_at: Date;
}

export interface TryWindowTable {
  subject: string;
  window_start: Date;
  tries: number;
}

export interface OutletTable {
  outlet_id: string;
  name: string;
  address: Generated<string>;
  time_zone: string;
  currency: Currency;
  latitude: number | null;
  longitude: number | null;
  created_at: Date;
}

export interface OutletManagerTable {
  outlet_id: string;
  account_id: string;
}

export interface PriceGroupTable {
  price_group_id: string;
  currency: Currency;
}

export interface PriceTable {
  price_id: string;
  price_group_id: string;
  gear: number;
  name: string;
  minutes: number;
  amount_minor: number;
  created_at: Date;
  retired_at: Date | null;
}

type ChairRunning = NonNullable<Extract<PayloadOf<"state">, { online: true }>["running"]>;

export interface DeviceTable {
  device_id: string;
  outlet_id: string;
  price_group_id: string | null;
  installed_at: Date;
  disabled_at: Date | null;
  credential_hash: Buffer | null;
  online: Generated<boolean>;
  boot_id: string | null;
  firmware: string | null;
  fault: string | null;
  running: ColumnType<ChairRunning | null, string | null | undefined, string | null>;
  last_seen_at: Date | null;
}

export interface AdvertTable {
  advert_id: string;
  outlet_id: string | null;
  image_url: string | null;
  link_url: string | null;
  texts: Json<Partial<Record<Language, string>>>;
  position: Generated<number>;
  created_at: Date;
  retired_at: Date | null;
}

export interface CouponTable {
  coupon_id: string;
  code: string;
  property: "cash" | "free" | "minutes" | "percent" | "amountOff";
  value_minor: number | null;
  currency: Currency | null;
  max_uses: Generated<number>;
  uses_taken: Generated<number>;
  valid_from: Date | null;
  valid_until: Date | null;
  outlet_ids: string[] | null;
  gears: number[] | null;
  created_at: Date;
}

export interface OrdersTable {
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
    | "paymentTimeout"
    | "paymentRefused"
    | null;
}

export interface OrderTransitionTable {
  order_id: string;
  step: number;
  from_status: OrderStatus | null;
  to_status: OrderStatus;
  cause: string;
  at: Date;
}

export interface PaymentTable {
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
}

export interface RefundTable {
  refund_id: string;
  order_id: string;
  payment_id: string | null;
  amount_minor: number;
  currency: Currency;
  reason: string;
  state: "requested" | "onItsWay" | "returned" | "needsAttention";
  requested_at: Date;
  returned_at: Date | null;
}

export interface LedgerEntryTable {
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
}

export interface RevenueRollupTable {
  outlet_id: string;
  grain: "quarter" | "day" | "month";
  starts_at: Date;
  device_id: string;
  currency: Currency;
  online_minor: Generated<number>;
  cash_minor: Generated<number>;
}

export interface AuditEntryTable {
  audit_id: Identity;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  detail: DefaultedJson<Record<string, unknown>>;
}

export interface ChairCommandTable {
  command_id: string;
  device_id: string;
  order_id: string | null;
  type: PayloadOf<"command">["type"];
  gear: number | null;
  seconds: number | null;
  not_after: Date;
  created_at: Date;
  replied_at: Date | null;
  outcome: PayloadOf<"reply">["outcome"] | null;
  reason: string | null;
}

export interface ChairEventTable {
  device_id: string;
  epoch: string;
  seq: number;
  type: PayloadOf<"event">["type"];
  claimed_at: Date | null;
  occurred_at: Date;
  time_doubted: boolean;
  payload: Json<PayloadOf<"event">>;
  received_at: Date;
}

export interface ChairEpochTable {
  device_id: string;
  epoch: string;
  complete_up_to: Generated<number>;
  highest_seq: Generated<number>;
}

export interface AttentionCaseTable {
  case_id: string;
  kind: "ranAfterRefund" | "runWithoutOrder" | "refundFailed" | "eventGap";
  device_id: string | null;
  order_id: string | null;
  subject: string;
  detail: DefaultedJson<Record<string, unknown>>;
  opened_at: Date;
  closed_at: Date | null;
}

export interface OutboxTable {
  outbox_id: Identity;
  kind: string;
  subject: string;
  payload: Json<unknown>;
  created_at: Date;
  due_at: Date;
  attempts: Generated<number>;
  last_error: string | null;
}

export interface LiveEventTable {
  event_id: Identity;
  transaction_id: ColumnType<string, never, never>;
  name: "order" | "device" | "revenue";
  outlet_id: string;
  customer_id: string | null;
  subject: string;
  created_at: Date;
}

export interface IdempotentAnswerTable {
  token_hash: Buffer;
  operation: string;
  key: string;
  request_hash: Buffer;
  answer: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: Date;
}
