import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { sql } from "kysely";
import type { Transaction } from "#platform/database.ts";
import type { EventTime } from "./event-time-rules.ts";

/** Keeps an event; false where it was kept before. */
export async function insertEvent(
  tx: Transaction,
  deviceId: string,
  event: PayloadOf<"event">,
  time: EventTime,
  now: Date,
): Promise<boolean> {
  const claimedAt = event.at !== null && !Number.isNaN(Date.parse(event.at)) ? new Date(event.at) : null;
  const inserted = await sql`
    INSERT INTO chair_event (device_id, epoch, seq, type, claimed_at, occurred_at, time_doubted, payload, received_at)
    VALUES (${deviceId}, ${event.epoch}, ${event.seq}, ${event.type}, ${claimedAt}, ${time.occurredAt},
      ${time.doubted}, ${JSON.stringify(event)}::jsonb, ${now})
    ON CONFLICT (device_id, epoch, seq) DO NOTHING RETURNING seq`.execute(tx);
  return inserted.rows.length === 1;
}

export interface EpochProgress {
  readonly completeUpTo: number;
  readonly highestSeq: number;
}

/**
 * Moves the epoch's marks past what is kept now: `completeUpTo` stops before the first number that is missing.
 * The epoch's row is locked until the transaction ends, so marks never go back.
 */
export async function advanceEpoch(
  tx: Transaction,
  deviceId: string,
  epoch: string,
  seq: number,
): Promise<EpochProgress> {
  // Locked by a statement of its own: the next one then sees what another server has kept until now.
  await sql`
    INSERT INTO chair_epoch AS e (device_id, epoch, highest_seq) VALUES (${deviceId}, ${epoch}, ${seq})
    ON CONFLICT (device_id, epoch) DO UPDATE
      SET highest_seq = greatest(e.highest_seq, excluded.highest_seq)`.execute(tx);
  const advanced = await sql<EpochProgress>`
    WITH mark AS (
      SELECT complete_up_to FROM chair_epoch WHERE device_id = ${deviceId} AND epoch = ${epoch}
    ), ahead AS (
      SELECT c.seq, c.seq - row_number() OVER (ORDER BY c.seq) AS offset_from_first
      FROM chair_event c, mark
      WHERE c.device_id = ${deviceId} AND c.epoch = ${epoch} AND c.seq > mark.complete_up_to
        -- While the gap stands nothing can move: all that waits beyond it need not be read again for each event.
        AND EXISTS (SELECT FROM chair_event next WHERE next.device_id = ${deviceId} AND next.epoch = ${epoch}
          AND next.seq = mark.complete_up_to + 1)
    )
    UPDATE chair_epoch e
    SET complete_up_to = coalesce((SELECT max(a.seq) FROM ahead a, mark m
          WHERE a.offset_from_first = m.complete_up_to), e.complete_up_to)
    WHERE e.device_id = ${deviceId} AND e.epoch = ${epoch}
    RETURNING e.complete_up_to AS "completeUpTo", e.highest_seq AS "highestSeq"`.execute(tx);
  return advanced.rows[0] as EpochProgress;
}
