import type { ColumnType, Generated } from "kysely";
import type { Identity, Json } from "#platform/postgres/column-types.ts";

/** Effects on the world, news for browsers, answers given before. */
export interface DeliveryTables {
  outbox: OutboxTable;
  live_event: LiveEventTable;
  idempotent_answer: IdempotentAnswerTable;
}

interface OutboxTable {
  outbox_id: Identity;
  kind: string;
  subject: string;
  payload: Json<unknown>;
  created_at: Date;
  due_at: Date;
  attempts: Generated<number>;
  last_error: string | null;
  claim: string | null;
}

interface LiveEventTable {
  event_id: Identity;
  transaction_id: ColumnType<string, never, never>;
  name: "order" | "device" | "revenue" | "sessionEnded" | "accessChanged";
  outlet_id: string | null;
  customer_id: string | null;
  subject: string;
  created_at: Date;
}

interface IdempotentAnswerTable {
  token_hash: Buffer;
  operation: string;
  key: string;
  request_hash: Buffer;
  answer: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: Date;
  holder: string | null;
  held_until: Date | null;
}
