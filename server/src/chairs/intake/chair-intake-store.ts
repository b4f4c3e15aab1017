import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { sql } from "#platform/postgres/sql.ts";
import { claimedTime, type EventTime } from "./event-time-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface TimedEvent {
  readonly deviceId: string;
  readonly event: PayloadOf<"event">;
  readonly time: EventTime;
}

/** The events of one chair in a batch; all belong to one epoch. */
export interface EventSequence {
  readonly deviceId: string;
  readonly epoch: string;
  readonly events: readonly TimedEvent[];
  /** First and last event number, inclusive, of the last part of these events in which no number is missing. */
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** Sorts rows by device. Every transaction locks rows in this order, which prevents deadlocks. */
const inLockOrder = <E extends { readonly deviceId: string }>(rows: readonly E[]): E[] =>
  rows.toSorted((a, b) => (a.deviceId < b.deviceId ? -1 : a.deviceId > b.deviceId ? 1 : 0));

/**
 * Stores events that are not stored yet. The events of each chair must belong to one epoch.
 * @returns a function that returns whether an event was not stored before
 */
export async function insertEvents(
  uow: UnitOfWork,
  events: readonly TimedEvent[],
  now: Date,
): Promise<(event: TimedEvent) => boolean> {
  const rows = inLockOrder(events).map(({ deviceId, event, time }) => ({
    deviceId,
    epoch: event.epoch,
    seq: event.seq,
    type: event.type,
    claimedAt: claimedTime(event.at),
    occurredAt: time.occurredAt,
    isUnreliable: time.isUnreliable,
    payload: event,
  }));
  const inserted = await sql<{ deviceId: string; seq: number }>`
    INSERT INTO chair_event (device_id, epoch, seq, type, claimed_at, occurred_at, time_doubted, payload, received_at)
    SELECT "deviceId", epoch, seq, type, "claimedAt", "occurredAt", "isUnreliable", payload, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS e ("deviceId" text, epoch text, seq bigint, type text,
      "claimedAt" timestamptz, "occurredAt" timestamptz, "isUnreliable" boolean, payload jsonb)
    ON CONFLICT (device_id, epoch, seq) DO NOTHING RETURNING device_id AS "deviceId", seq`.rows(uow);
  const added = new Set(inserted.map(({ deviceId, seq }) => `${deviceId} ${seq}`));
  return ({ deviceId, event }) => added.has(`${deviceId} ${event.seq}`);
}

export interface EpochProgress {
  readonly deviceId: string;
  /** The highest number up to which no event is missing; 0 if the first event is missing. */
  readonly completeUpTo: number;
  /** The highest number of the received events. */
  readonly highestSeq: number;
}

const progress = sql`e.device_id AS "deviceId", e.complete_up_to AS "completeUpTo", e.highest_seq AS "highestSeq"`;

/**
 * Advances `completeUpTo` to the last event before the first missing number. `insertEvents` must have stored the
 * events. Locks the epochs until the transaction ends, so that the value never decreases.
 * @returns the progress of the epochs, by device ID
 */
export async function advanceEpochs(
  uow: UnitOfWork,
  sequences: readonly EventSequence[],
): Promise<Map<string, EpochProgress>> {
  const rows = inLockOrder(sequences).map(({ deviceId, epoch, firstSeq, lastSeq }) => ({
    deviceId,
    epoch,
    firstSeq,
    lastSeq,
  }));
  const firstSeqs = Object.fromEntries(rows.map(({ deviceId, firstSeq }) => [deviceId, firstSeq]));
  const marked = await sql<EpochProgress & { readonly epoch: string }>`
    INSERT INTO chair_epoch AS e (device_id, epoch, highest_seq, complete_up_to)
    SELECT "deviceId", epoch, "lastSeq", CASE WHEN "firstSeq" = 1 THEN "lastSeq" ELSE 0 END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t ("deviceId" text, epoch text, "firstSeq" bigint,
      "lastSeq" bigint)
    ON CONFLICT (device_id, epoch) DO UPDATE SET highest_seq = greatest(e.highest_seq, excluded.highest_seq),
      complete_up_to = CASE
        WHEN e.complete_up_to + 1 BETWEEN (${JSON.stringify(firstSeqs)}::jsonb ->> e.device_id)::bigint AND excluded.highest_seq
        THEN excluded.highest_seq ELSE e.complete_up_to END
    RETURNING ${progress}, e.epoch`.rows(uow);
  const known = new Map<string, EpochProgress>(marked.map((row) => [row.deviceId, row]));
  const behind = marked.filter(({ completeUpTo, highestSeq }) => completeUpTo < highestSeq);
  if (behind.length === 0) return known;
  // A separate statement after the lock sees all events that other servers have committed by now.
  const advanced = await sql<EpochProgress>`
    WITH mark AS (
      SELECT e.device_id, e.epoch, e.complete_up_to FROM chair_epoch e
      JOIN unnest(${behind.map((row) => row.deviceId)}::text[], ${behind.map((row) => row.epoch)}::text[])
        AS t (device_id, epoch) USING (device_id, epoch)
    ), ahead AS (
      SELECT c.device_id, c.seq, mark.complete_up_to,
        c.seq - row_number() OVER (PARTITION BY c.device_id ORDER BY c.seq) AS offset_from_first
      FROM mark JOIN chair_event c ON c.device_id = mark.device_id AND c.epoch = mark.epoch
        AND c.seq > mark.complete_up_to
        -- If the next event is missing, nothing can advance, so the events after the gap are not read.
        AND EXISTS (SELECT FROM chair_event next WHERE next.device_id = mark.device_id AND next.epoch = mark.epoch
          AND next.seq = mark.complete_up_to + 1)
    ), reached AS (
      -- The offset equals complete_up_to until the first missing number, and is higher after it.
      SELECT device_id, max(seq) AS seq FROM ahead WHERE offset_from_first = complete_up_to GROUP BY device_id
    )
    UPDATE chair_epoch e SET complete_up_to = reached.seq
    FROM mark JOIN reached USING (device_id)
    WHERE e.device_id = mark.device_id AND e.epoch = mark.epoch
    RETURNING ${progress}`.rows(uow);
  for (const row of advanced) known.set(row.deviceId, row);
  return known;
}
