import type { CollectionKind } from "@reposo/contract/cash-boxes.ts";
import type { ChairConfiguration } from "@reposo/contract/chair-configuration.ts";
import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { Generated } from "kysely";
import type { Currency, DefaultedJson, Json } from "#platform/postgres/column-types.ts";

/** What was said to chairs and what they said. */
export interface ChairTables {
  chair_command: ChairCommandTable;
  chair_event: ChairEventTable;
  chair_epoch: ChairEpochTable;
  attention_case: AttentionCaseTable;
  coin_run: CoinRunTable;
  quarantined_coin: QuarantinedCoinTable;
  coin_gap: CoinGapTable;
  cash_collection: CashCollectionTable;
  device_absence: DeviceAbsenceTable;
  device_usual_income: DeviceUsualIncomeTable;
  alert: AlertTable;
  alert_snooze: AlertSnoozeTable;
  test_run: TestRunTable;
  device_configuration: DeviceConfigurationTable;
  device_reported_configuration: DeviceReportedConfigurationTable;
}

interface TestRunTable {
  test_run_id: string;
  device_id: string;
  outlet_id: string;
  account_id: string;
  requested_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  ran_seconds: number | null;
}

interface DeviceConfigurationTable {
  device_id: string;
  version: number;
  pulse_value_minor: number | null;
  volume: number | null;
  gears: number | null;
  requested_at: Date;
  requested_by: string;
}

interface DeviceReportedConfigurationTable {
  device_id: string;
  version: number;
  pulse_value_minor: number | null;
  volume: number | null;
  gears: number | null;
  reported_at: Date;
}

interface ChairCommandTable {
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
  extension_order_id: Generated<string | null>;
  resent_at: Generated<Date | null>;
  configuration: Generated<Json<ChairConfiguration> | null>;
  test_run_id: Generated<string | null>;
}

interface ChairEventTable {
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

interface ChairEpochTable {
  device_id: string;
  epoch: string;
  complete_up_to: Generated<number>;
  highest_seq: Generated<number>;
}

interface AttentionCaseTable {
  case_id: string;
  kind:
    | "ranAfterRefund"
    | "runWithoutOrder"
    | "refundFailed"
    | "eventGap"
    | "paymentMismatch"
    | "ranShort"
    | "endUnheard"
    | "coinsDoubted"
    | "coinsMissing";
  device_id: string | null;
  order_id: string | null;
  subject: string;
  detail: DefaultedJson<Record<string, unknown>>;
  opened_at: Date;
  closed_at: Date | null;
}

interface CoinRunTable {
  device_id: string;
  run_id: string;
  order_id: string | null;
  bought_seconds: Generated<number>;
  booked_seconds: Generated<number>;
  started_at: Date | null;
  ended_at: Date | null;
  end_reason: "finished" | "stopped" | "fault" | "powerLoss" | null;
  ran_seconds: number | null;
}

interface QuarantinedCoinTable {
  device_id: string;
  epoch: string;
  seq: number;
  outlet_id: string;
  run_id: string;
  reason: "amount" | "currency" | "counter" | "rate";
  amount_minor: number;
  currency: Currency;
  seconds: number;
  gear: number;
  occurred_at: Date;
  received_at: Date;
  state: Generated<"waiting" | "accepted" | "rejected">;
  decided_at: Date | null;
  decided_by: string | null;
  note: string | null;
}

interface CoinGapTable {
  device_id: string;
  epoch: string;
  before_seq: number;
  after_seq: number;
  missing_minor: number;
  currency: Currency;
  found_at: Date;
}

interface CashCollectionTable {
  collection_id: string;
  kind: CollectionKind;
  device_id: string;
  outlet_id: string;
  currency: Currency;
  counted_minor: number;
  expected_minor: number;
  coins_total_minor: number;
  note: string | null;
  collected_at: Date;
  collected_by: string;
  recorded_at: Date;
  recorded_by: string;
  corrects_id: string | null;
}

interface DeviceAbsenceTable {
  device_id: string;
  outlet_id: string;
  began_at: Date;
  ended_at: Date | null;
}

interface DeviceUsualIncomeTable {
  device_id: string;
  outlet_id: string;
  computed_at: Date;
  source: string;
  amounts_minor: number[];
  starts: number[];
}

interface AlertTable {
  alert_id: string;
  kind: string;
  cause: string;
  outlet_id: string;
  device_id: string | null;
  device_ids: string[];
  since: Date;
  quantity: number;
  amount_minor: number | null;
  fault: string | null;
  opened_at: Date;
  resolved_at: Date | null;
  final_cost_minor: number | null;
}

interface AlertSnoozeTable {
  alert_id: string;
  account_id: string;
  until: Date | null;
  quantity: number;
}
