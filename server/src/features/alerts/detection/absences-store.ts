import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { OfflineChair, OutletAbsences } from "./offline-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Absences are stored for this many days. They determine how long a chair is usually offline. */
const historyDays = 60;

/**
 * Inserts an absence for each chair in service that is offline and was online before, and ends the absences of chairs
 * that are back online, disabled, or moved. An absence begins now and not at `last_seen_at`, so that after an outage
 * of the server the chairs have time to reconnect before an alert. `ON CONFLICT` skips chairs with an open absence:
 * with `NOT EXISTS`, PostgreSQL would compare all pairs of chairs and absences if many chairs went offline after the
 * table's statistics were collected.
 */
export async function saveAbsences(uow: UnitOfWork, now: Date): Promise<void> {
  await sql`
    UPDATE device_absence a SET ended_at = greatest(${now}, a.began_at) FROM device d
    WHERE a.ended_at IS NULL AND d.device_id = a.device_id
      AND (d.online OR d.disabled_at IS NOT NULL OR d.outlet_id <> a.outlet_id)`.execute(uow);
  await sql`
    INSERT INTO device_absence (device_id, outlet_id, began_at)
    SELECT d.device_id, d.outlet_id, ${now}::timestamptz FROM device d
    WHERE NOT d.online AND d.disabled_at IS NULL AND d.last_seen_at IS NOT NULL
    ON CONFLICT DO NOTHING`.execute(uow);
}

/**
 * Selects the chairs with an open absence. Each has its ended absences that began in the last `historyDays` days,
 * the newest 200 at most.
 */
export async function selectOfflineChairs(db: Querier, now: Date): Promise<OfflineChair[]> {
  const found = await sql<{
    deviceId: string;
    outletId: string;
    since: Date;
    absences: { from: string; to: string }[];
  }>`
    SELECT a.device_id AS "deviceId", a.outlet_id AS "outletId", a.began_at AS since,
      coalesce((SELECT jsonb_agg(jsonb_build_object('from', p.began_at, 'to', p.ended_at))
        FROM (SELECT began_at, ended_at FROM device_absence
          WHERE device_id = a.device_id AND ended_at IS NOT NULL
            AND began_at >= ${now}::timestamptz - interval '1 day' * ${historyDays}::integer
          ORDER BY began_at DESC LIMIT 200) AS p), '[]') AS absences
    FROM device_absence a WHERE a.ended_at IS NULL ORDER BY a.device_id`.execute(db);
  return found.rows.map(({ absences, ...chair }) => ({
    ...chair,
    absences: absences.map(({ from, to }) => ({ from: new Date(from), to: new Date(to) })),
  }));
}

/** Selects the newest ended absences of each outlet's chairs, at most 200 per outlet. */
export async function selectOutletAbsences(
  db: Querier,
  outletIds: readonly string[],
): Promise<Map<string, OutletAbsences>> {
  const found = await sql<OutletAbsences & { outletId: string }>`
    SELECT one.id AS "outletId", coalesce(newest.durations, '{}') AS "durationsMs",
      newest.last_return AS "lastReturn"
    FROM unnest(${outletIds}::text[]) AS one (id) CROSS JOIN LATERAL (
      SELECT array_agg((extract(epoch FROM p.ended_at - p.began_at) * 1000)::float8) AS durations,
        max(p.ended_at) AS last_return
      FROM (SELECT began_at, ended_at FROM device_absence
        WHERE outlet_id = one.id AND ended_at IS NOT NULL ORDER BY began_at DESC LIMIT 200) AS p
    ) AS newest`.execute(db);
  return new Map(found.rows.map(({ outletId, ...absences }) => [outletId, absences]));
}

export async function purgeAbsences(db: Querier, now: Date): Promise<void> {
  await sql`
    DELETE FROM device_absence
    WHERE ended_at < ${now}::timestamptz - interval '1 day' * ${historyDays}::integer`.execute(db);
}
