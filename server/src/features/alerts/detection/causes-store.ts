import { sql } from "#platform/postgres/sql.ts";
import { expectedCash } from "#features/cash-boxes/index.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";

const dayMs = 86_400_000;

interface ChairSince {
  readonly deviceId: string;
  readonly outletId: string;
  readonly since: Date;
}

/** The open alert about the failing starts of a chair. */
export interface OpenFailingStarts {
  readonly deviceId: string | null;
  readonly outletId: string;
  readonly since: Date;
}

/**
 * Selects chairs in service with starts that failed in the last 24 hours, after the last massage or test run: at least
 * `min` within the two hours before the newest failure, or more than `min` in total. Over a longer time, more than
 * `min` are required, because `min` failures happen by chance often enough for a false alert every week. A chair with an
 * open alert is selected until a massage or test run has started, however old the failures since the alert's start are,
 * because a broken chair may have few customers.
 */
export async function selectFailingStarts(
  db: Querier,
  now: Date,
  min: number,
  open: readonly OpenFailingStarts[],
): Promise<(ChairSince & { failures: number })[]> {
  const dayAgo = new Date(now.getTime() - dayMs);
  return sql<ChairSince & { failures: number }>`
    SELECT d.device_id AS "deviceId", d.outlet_id AS "outletId", failed.since, failed.failures
    FROM device d
    LEFT JOIN unnest(${open.map(({ deviceId }) => deviceId)}::text[], ${open.map(({ outletId }) => outletId)}::text[],
      ${open.map(({ since }) => firstIdAt(since))}::uuid[]) AS alert (device_id, outlet_id, first_id)
      USING (device_id, outlet_id)
    CROSS JOIN LATERAL (SELECT least(alert.first_id, ${firstIdAt(dayAgo)}::uuid) AS first_id) AS read
    JOIN LATERAL (
      SELECT count(*)::integer AS failures, min(run.ordered_at) AS since,
        count(*) FILTER (WHERE run.ordered_at >= run.newest - interval '2 hours') AS together
      FROM (SELECT o.ordered_at, max(o.ordered_at) OVER () AS newest FROM orders o
      WHERE o.device_id = d.device_id AND o.outlet_id = d.outlet_id AND o.parent_order_id IS NULL
        AND o.order_id >= read.first_id
        AND o.started_at IS NULL AND o.status IN ('failed', 'refunded')
        AND o.end_reason IN ('startDeadline', 'refused', 'silent', 'fault')
        -- Compares times instead of IDs, because the ID of a coin order may contain a later time than its own.
        AND o.ordered_at > greatest('-infinity', (SELECT max(s.ordered_at) FROM orders s
            WHERE s.device_id = d.device_id AND s.started_at IS NOT NULL AND s.order_id >= read.first_id),
          (SELECT max(t.started_at) FROM test_run t WHERE t.device_id = d.device_id))
      ) AS run
    ) AS failed ON failed.together >= ${min} OR failed.failures > ${min}
      OR (failed.failures > 0 AND alert.first_id IS NOT NULL)
    WHERE d.disabled_at IS NULL`.rows(db);
}

/**
 * Selects chairs in service with a fault that began at or before `until`: at the first fault event since the last
 * `cleared` event or, without a fault event, when the chair was last seen. If the chair was moved later, the fault
 * begins at the move, because managers must not see data of other outlets (G-9).
 */
export async function selectPersistentFaults(
  db: Querier,
  until: Date,
): Promise<(ChairSince & { fault: string })[]> {
  return sql<ChairSince & { fault: string }>`
    SELECT d.device_id AS "deviceId", d.outlet_id AS "outletId", d.fault, reported.since
    FROM device d JOIN LATERAL (
      -- The condition on both types allows the use of the partial index chair_event_faults.
      SELECT greatest(coalesce(d.identity_shared_since, min(e.occurred_at), d.last_seen_at), d.moved_at) AS since FROM chair_event e
      WHERE e.device_id = d.device_id AND e.type IN ('fault', 'cleared') AND e.type = 'fault'
        AND e.occurred_at > coalesce((SELECT max(c.occurred_at) FROM chair_event c
          WHERE c.device_id = d.device_id AND c.type IN ('fault', 'cleared') AND c.type = 'cleared'), '-infinity')
    ) AS reported ON reported.since <= ${until}
    WHERE d.fault IS NOT NULL AND d.disabled_at IS NULL`.rows(db);
}

/** Limits an amount in minor units, because a compromised chair can report coins whose sum is not a safe integer. */
const maxAmount = 1_000_000_000_000_000;

/**
 * Selects chairs whose coin counter differs from their booked coins: coins are quarantined, or the counter shows
 * that coin events are missing. Coins that may have been inserted at an earlier outlet are excluded, because managers
 * must not see data of other outlets (G-9); the operator sees them as cases. The amount excludes quarantined coins in
 * another currency than the outlet's, and is at most `maxAmount`.
 */
export async function selectDifferingCoins(
  db: Querier,
): Promise<(ChairSince & { coins: number; amountMinor: number })[]> {
  return sql<ChairSince & { coins: number; amountMinor: number }>`
    SELECT d.device_id AS "deviceId", d.outlet_id AS "outletId", min(one.since) AS since,
      sum(one.coins)::integer AS coins, least(sum(one.amount), ${maxAmount})::bigint AS "amountMinor"
    FROM (
      SELECT q.device_id, min(q.received_at) AS since, count(*) AS coins,
        coalesce(sum(q.amount_minor) FILTER (WHERE q.currency = outlet.currency), 0) AS amount
      FROM quarantined_coin q JOIN device d USING (device_id, outlet_id) JOIN outlet USING (outlet_id)
      WHERE q.state = 'waiting' GROUP BY q.device_id
      UNION ALL
      SELECT a.device_id, a.opened_at, (a.detail->>'count')::bigint, (a.detail->>'missingMinor')::bigint
      FROM attention_case a JOIN device d USING (device_id)
      WHERE a.closed_at IS NULL AND a.kind = 'coinsMissing' AND d.moved_at IS NULL
      UNION ALL
      SELECT a.device_id, min(g.found_at), count(*), sum(g.missing_minor)
      FROM attention_case a JOIN device d USING (device_id)
      JOIN coin_gap g ON g.device_id = a.device_id AND g.found_at >= a.opened_at
      JOIN chair_event e ON e.device_id = g.device_id AND e.epoch = g.epoch AND e.seq = g.before_seq
        AND e.occurred_at >= d.moved_at
      WHERE a.closed_at IS NULL AND a.kind = 'coinsMissing' GROUP BY a.device_id
    ) AS one JOIN device d USING (device_id)
    GROUP BY d.device_id, d.outlet_id`.rows(db);
}

export interface CashBox extends ChairSince {
  readonly currency: string;
  /** The expected contents in minor units. */
  readonly cashMinor: number;
}

/**
 * Selects the cash box of every chair, whether full or not, since its last collection or, if it was never emptied,
 * since the chair's installation. Expensive, because it reads the coins of each chair.
 */
export async function selectCashBoxes(db: Querier): Promise<CashBox[]> {
  return sql<CashBox>`
    SELECT d.device_id AS "deviceId", d.outlet_id AS "outletId", outlet.currency,
      box."expectedMinor" AS "cashMinor", coalesce(box."lastCollectedAt", d.installed_at) AS since
    FROM device d JOIN outlet USING (outlet_id)
    CROSS JOIN LATERAL (${expectedCash(sql`d.device_id`, sql`'infinity'`)}) AS box`.rows(db);
}

export interface OutletWaiting {
  readonly outletId: string;
  /** Time of the oldest request or feedback. */
  readonly since: Date;
  /** Number of requests or feedback that wait for a reply. */
  readonly waiting: number;
}

/** Counts, by outlet, the undecided refund requests that were made at or before `until`. */
export async function selectWaitingRefunds(db: Querier, until: Date): Promise<OutletWaiting[]> {
  return sql<OutletWaiting>`
    SELECT o.outlet_id AS "outletId", min(r.requested_at) AS since, count(*)::integer AS waiting
    FROM refund_request r JOIN orders o USING (order_id)
    WHERE r.state = 'requested' AND r.requested_at <= ${until} GROUP BY o.outlet_id`.rows(db);
}

/** Counts, by outlet, the unanswered feedback that was sent at or before `until`. */
export async function selectWaitingFeedback(db: Querier, until: Date): Promise<OutletWaiting[]> {
  return sql<OutletWaiting>`
    SELECT outlet_id AS "outletId", min(created_at) AS since, count(*)::integer AS waiting
    FROM feedback WHERE state IN ('sent', 'lookedAt') AND created_at <= ${until} GROUP BY outlet_id`.rows(db);
}
