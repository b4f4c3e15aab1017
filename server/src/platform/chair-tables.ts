import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { Generated } from "kysely";
import type { DefaultedJson, Json } from "./column-types.ts";

/** What was said to chairs and what they said. */
export interface ChairTables {
  chair_command: ChairCommandTable;
  chair_event: ChairEventTable;
  chair_epoch: ChairEpochTable;
  attention_case: AttentionCaseTable;
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
    | "endUnheard";
  device_id: string | null;
  order_id: string | null;
  subject: string;
  detail: DefaultedJson<Record<string, unknown>>;
  opened_at: Date;
  closed_at: Date | null;
}
