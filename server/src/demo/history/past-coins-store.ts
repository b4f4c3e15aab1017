import { sql } from "#platform/postgres/sql.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { reconnectedChair } from "#demo/demo-network.ts";
import type { Outage } from "./past-orders.ts";

/**
 * SQL expression: the value of a coin for one minute in the currency of the outlet with the alias `l`: 10 pesos,
 * 1 ringgit, 1 yuan, or 1,000 rupiah.
 */
export const coinMinor = sql`CASE l.currency WHEN 'PHP' THEN 1000 WHEN 'IDR' THEN 100000 ELSE 100 END`;

/**
 * Writes the chair events, runs, and ledger entries of past coins. The events have a separate epoch, since the virtual
 * chairs begin a new epoch with an empty memory, in which they continue the coin counter. For events of
 * `reconnectedChair` during `outage`, the time of receipt is that of the chair's reconnection; for all other events, it
 * is the time of the event.
 */
export async function writePastCoins(uow: UnitOfWork, outage: Outage | null): Promise<void> {
  const receivedAt =
    outage === null
      ? sql`at`
      : sql`CASE WHEN device_id = ${reconnectedChair} AND at >= ${outage.from}::timestamptz
          AND at < ${outage.to}::timestamptz THEN ${outage.reconnectedAt}::timestamptz ELSE at END`;
  await sql`
    INSERT INTO chair_event (device_id, epoch, seq, type, claimed_at, occurred_at, time_doubted, payload, received_at)
    SELECT device_id, 'history', seq, type, at, at, false,
      jsonb_build_object('epoch', 'history', 'seq', seq, 'at', at, 'type', type, 'runId', order_number, 'gear', 1)
        || CASE type WHEN 'coin' THEN jsonb_build_object('seconds', 60, 'amount', amount, 'currency', currency,
            'counterBefore', counter - amount, 'counterAfter', counter)
          WHEN 'started' THEN jsonb_build_object('seconds', 60)
          WHEN 'stopped' THEN jsonb_build_object('seconds', ran, 'reason', 'button')
          ELSE jsonb_build_object('seconds', ran) END, ${receivedAt}
    FROM (
      SELECT d.device_id, d.order_number, o.currency, step.type, step.at,
        extract(epoch FROM d.ended_at - d.started_at)::integer AS ran, ${coinMinor} AS amount,
        row_number() OVER chronological AS seq,
        (count(*) FILTER (WHERE step.type = 'coin') OVER chronological) * ${coinMinor} AS counter
      FROM draft d JOIN orders o USING (order_id) JOIN outlet l USING (outlet_id) CROSS JOIN LATERAL (
        SELECT 1 AS ordinal, 'coin' AS type, d.ordered_at AS at
        UNION ALL SELECT 2, 'started', d.ordered_at
        UNION ALL SELECT 2 + n, 'coin', d.ordered_at + n * interval '5 seconds' FROM generate_series(1, d.coins - 1) AS n
        UNION ALL SELECT 100, CASE d.end_reason WHEN 'finished' THEN 'finished' ELSE 'stopped' END, d.ended_at
      ) AS step WHERE d.pay_type = 'coin'
      WINDOW chronological AS (PARTITION BY d.device_id ORDER BY d.ordered_at, step.ordinal)
    ) AS event`.execute(uow);
  await sql`
    INSERT INTO chair_epoch (device_id, epoch, complete_up_to, highest_seq)
    SELECT device_id, epoch, max(seq), max(seq) FROM chair_event WHERE epoch = 'history' GROUP BY 1, 2`.execute(
    uow,
  );
  await sql`
    INSERT INTO coin_meter (device_id, epoch, counter_minor, counted_at, allowance_at)
    SELECT DISTINCT ON (device_id) device_id, epoch, (payload->>'counterAfter')::bigint, received_at, received_at
    FROM chair_event WHERE epoch = 'history' AND type = 'coin' ORDER BY device_id, seq DESC`.execute(uow);
  await sql`
    INSERT INTO coin_run (device_id, run_id, order_id, bought_seconds, booked_seconds, started_at, ended_at, end_reason,
      ran_seconds)
    SELECT device_id, order_number, order_id, coins * 60, coins * 60, started_at, ended_at, end_reason,
      extract(epoch FROM ended_at - started_at)::integer
    FROM draft WHERE pay_type = 'coin'`.execute(uow);
  await sql`
    INSERT INTO ledger_entry (order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id,
      occurred_at, recorded_at)
    SELECT o.order_id, o.outlet_id, o.device_id, 'cash', o.currency, (e.payload->>'amount')::bigint, 'coin',
      e.device_id || ':' || e.epoch || ':' || e.seq, e.occurred_at, e.received_at
    FROM chair_event e JOIN coin_run r ON r.device_id = e.device_id AND r.run_id = e.payload->>'runId'
    JOIN orders o ON o.order_id = r.order_id
    WHERE e.epoch = 'history' AND e.type = 'coin' ORDER BY e.occurred_at`.execute(uow);
}
