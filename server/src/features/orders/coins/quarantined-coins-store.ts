import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { ReportedCoin } from "./coin-run-rules.ts";
import type { QuarantineReason } from "./quarantine-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface NewQuarantinedCoin extends ReportedCoin {
  readonly reason: QuarantineReason;
  /** The massage time that the chair gave for the coin. */
  readonly seconds: number;
  readonly receivedAt: Date;
}

export interface QuarantinedCoin extends NewQuarantinedCoin {
  readonly state: "waiting" | "accepted" | "rejected";
  /** Null, like `decidedBy`, while the coin waits for a decision. */
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly note: string | null;
}

const columns = sql`device_id AS "deviceId", epoch, seq, outlet_id AS "outletId", run_id AS "runId", reason,
  amount_minor AS "amountMinor", currency, seconds, gear, occurred_at AS "occurredAt", received_at AS "receivedAt",
  state, decided_at AS "decidedAt", decided_by AS "decidedBy", note`;

export async function insertQuarantinedCoins(
  uow: UnitOfWork,
  coins: readonly NewQuarantinedCoin[],
): Promise<void> {
  await sql`
    INSERT INTO quarantined_coin (device_id, epoch, seq, outlet_id, run_id, reason, amount_minor, currency, seconds,
      gear, occurred_at, received_at)
    SELECT "deviceId", epoch, seq, "outletId", "runId", reason, "amountMinor", currency, seconds, gear, "occurredAt",
      "receivedAt"
    FROM jsonb_to_recordset(${JSON.stringify(coins)}::jsonb) AS c ("deviceId" text, epoch text, seq bigint,
      "outletId" text, "runId" text, reason text, "amountMinor" bigint, currency text, seconds integer, gear integer,
      "occurredAt" timestamptz, "receivedAt" timestamptz)`.execute(uow);
}

/** Lists the undecided coins, oldest first; with `all`, all coins, newest first. */
export async function listQuarantinedCoins(
  db: Querier,
  { all, limit }: { readonly all: boolean; readonly limit: number },
): Promise<QuarantinedCoin[]> {
  const selection = all
    ? sql`ORDER BY received_at DESC, device_id, seq DESC`
    : sql`WHERE state = 'waiting' ORDER BY received_at, device_id, seq`;
  return sql<QuarantinedCoin>`
    SELECT ${columns} FROM quarantined_coin
    ${selection}
    LIMIT ${limit}`.rows(db);
}

export type CoinKey = Pick<ReportedCoin, "deviceId" | "epoch" | "seq">;

/** Returns the undecided coins of a chair, oldest first. */
export async function waitingCoinsOf(db: Querier, deviceId: string): Promise<QuarantinedCoin[]> {
  return sql<QuarantinedCoin>`
    SELECT ${columns} FROM quarantined_coin
    WHERE device_id = ${deviceId} AND state = 'waiting' ORDER BY received_at, seq`.rows(db);
}

/** Returns the coin, locked until the transaction ends, or null if it does not exist. */
export async function lockQuarantinedCoin(uow: UnitOfWork, key: CoinKey): Promise<QuarantinedCoin | null> {
  return sql<QuarantinedCoin>`
    SELECT ${columns} FROM quarantined_coin
    WHERE device_id = ${key.deviceId} AND epoch = ${key.epoch} AND seq = ${key.seq} FOR UPDATE`.rowOrNull(
    uow,
  );
}

export async function markDecided(
  uow: UnitOfWork,
  key: CoinKey,
  decision: { state: "accepted" | "rejected"; at: Date; by: string; note: string | null },
): Promise<void> {
  await sql`
    UPDATE quarantined_coin SET state = ${decision.state}, decided_at = ${decision.at}, decided_by = ${decision.by},
      note = ${decision.note},
      -- The coins of a box that was emptied since were counted then.
      is_expected = ${decision.state} = 'accepted' AND NOT EXISTS (SELECT FROM cash_collection c
        WHERE c.device_id = ${key.deviceId} AND c.kind = 'collection' AND c.collected_at >= quarantined_coin.occurred_at
          AND NOT collection_is_voided(c.device_id, c.collected_at))
    WHERE device_id = ${key.deviceId} AND epoch = ${key.epoch} AND seq = ${key.seq}`.execute(uow);
}

export async function countWaiting(db: Querier, deviceId: string, reason: QuarantineReason): Promise<number> {
  const { coins } = await sql<{ coins: number }>`
    SELECT count(*) AS coins FROM quarantined_coin
    WHERE device_id = ${deviceId} AND reason = ${reason} AND state = 'waiting'`.firstRow(db);
  return coins;
}
