import type { ChairMessages } from "#chairs/index.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

interface MisreportedRun {
  readonly deviceId: string;
  /** ID of the order, or of the run that coins started. */
  readonly runId: string;
}

/** A chair has at most this many new runs in a case after one batch, because a compromised chair could report any number. */
const maxRuns = 20;

/**
 * Finds the runs of these new events that the chair reported to have started twice, or that lasted more than a second
 * longer than their bought time, and runs of coins of the same chairs that are longer than the coins bought. A chair with
 * missing events has no long runs of coins, because these events may contain coins.
 */
export async function findMisreportedRuns(
  uow: UnitOfWork,
  events: ChairMessages["events"],
): Promise<MisreportedRun[]> {
  if (events.length === 0) return [];
  // The bought minutes may be among the deferred writes.
  await uow.flush();
  const rows = events.map(({ deviceId, event: { type, orderId, runId, seconds } }) => ({
    deviceId,
    type,
    runId: orderId ?? runId,
    orderId: orderId !== undefined && isUuid(orderId) ? orderId : null,
    seconds,
  }));
  return sql<MisreportedRun>`
    WITH event AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t ("deviceId" text, type text, "runId" text,
        "orderId" uuid, seconds integer)
    )
    SELECT "deviceId", "runId" FROM event
    WHERE type = 'started' AND "runId" IS NOT NULL
      AND (SELECT count(*) FROM chair_event e WHERE e.device_id = "deviceId" AND e.type = 'started'
        AND coalesce(e.payload->>'orderId', e.payload->>'runId') = "runId") > 1
    UNION
    SELECT "deviceId", "runId" FROM event JOIN orders o ON o.order_id = "orderId" AND o.device_id = "deviceId"
    WHERE type IN ('finished', 'stopped') AND o.parent_order_id IS NULL
      AND seconds > 60 * (o.minutes + coalesce((SELECT sum(child.minutes) FROM orders child
        WHERE child.parent_order_id = o.order_id AND (child.status IN ('running', 'completed')
          -- The chair may have executed an extension that was refunded, which is a case of its own.
          OR EXISTS (SELECT FROM attention_case a
            WHERE a.kind = 'ranAfterRefund' AND a.order_id = child.order_id))), 0)) + 1
    UNION
    SELECT run."deviceId", run."runId" FROM (SELECT DISTINCT "deviceId" FROM event) AS chair
    CROSS JOIN LATERAL (SELECT r.device_id AS "deviceId", r.run_id AS "runId" FROM coin_run r
      WHERE r.device_id = chair."deviceId" AND r.ran_seconds > r.bought_seconds + 1 AND r.order_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM chair_epoch e WHERE e.device_id = r.device_id AND e.highest_seq > e.complete_up_to)
        AND NOT EXISTS (SELECT FROM attention_case a WHERE a.kind = 'runMisreported' AND a.subject = r.device_id
          AND a.detail->'newest' ? r.run_id)
      LIMIT ${maxRuns}) AS run
    ORDER BY 1, 2`.rows(uow);
}
