import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { Language } from "@reposo/contract/languages.ts";
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Currency, Json } from "#platform/postgres/column-types.ts";

/** Outlets, chairs, prices, adverts and coupons. */
export interface NetworkTables {
  outlet: OutletTable;
  outlet_manager: OutletManagerTable;
  position_proposal: PositionProposalTable;
  price_group: PriceGroupTable;
  price: PriceTable;
  device: DeviceTable;
  advert: AdvertTable;
  coupon: CouponTable;
  coupon_customer_use: CouponCustomerUseTable;
}

type ChairRunning = NonNullable<Extract<PayloadOf<"state">, { online: true }>["running"]>;

interface OutletTable {
  outlet_id: string;
  name: string;
  address: Generated<string>;
  time_zone: string;
  currency: Currency;
  latitude: number | null;
  longitude: number | null;
  created_at: Date;
  payment_providers: Generated<string[] | null>;
  refund_policy: Generated<"none" | "proportional" | "full">;
}

interface PositionProposalTable {
  proposal_id: GeneratedAlways<number>;
  outlet_id: string;
  latitude: number;
  longitude: number;
  proposed_by: string;
  proposed_at: Date;
  status: Generated<"waiting" | "replaced" | "accepted" | "refused">;
  decided_at: Date | null;
  decided_by: string | null;
  reason: string | null;
}

interface OutletManagerTable {
  outlet_id: string;
  account_id: string;
}

interface PriceGroupTable {
  price_group_id: string;
  currency: Currency;
  coins_per_minute: Generated<number>;
}

interface PriceTable {
  price_id: string;
  price_group_id: string;
  gear: number;
  name: string;
  minutes: number;
  amount_minor: number;
  created_at: Date;
  retired_at: Date | null;
}

interface DeviceTable {
  device_id: string;
  outlet_id: string;
  price_group_id: string | null;
  installed_at: Date;
  disabled_at: Date | null;
  out_of_service_reason: Generated<string | null>;
  credential_hash: Buffer | null;
  broker_password: Generated<string | null>;
  online: Generated<boolean>;
  boot_id: string | null;
  firmware: string | null;
  fault: string | null;
  running: ColumnType<ChairRunning | null, string | null | undefined, string | null>;
  last_seen_at: Date | null;
  unordered_run_ends_at: Generated<Date | null>;
}

interface AdvertTable {
  advert_id: string;
  /** As `retired_at`: of servers that were started before migration 0050; not read any more. */
  outlet_id: string | null;
  outlet_ids: string[] | null;
  image_url: string | null;
  link_url: string | null;
  texts: Json<Partial<Record<Language, string>>>;
  position: Generated<number>;
  valid_from: Date | null;
  valid_until: Date | null;
  created_at: Date;
  retired_at: Date | null;
}

interface CouponCustomerUseTable {
  coupon_id: string;
  customer_id: string;
  uses: number;
}

interface CouponTable {
  coupon_id: string;
  code: string;
  property: "cash" | "free" | "minutes" | "percent" | "amountOff";
  value_minor: number | null;
  currency: Currency | null;
  minutes: Generated<number | null>;
  percent: Generated<number | null>;
  max_uses: Generated<number>;
  max_uses_customer: Generated<number | null>;
  uses_taken: Generated<number>;
  valid_from: Date | null;
  valid_until: Date | null;
  outlet_ids: string[] | null;
  gears: number[] | null;
  created_at: Date;
}
