import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { sql } from "#platform/postgres/sql.ts";
import { joinLiveOrder } from "#features/devices/devices-store.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Fault of a chair whose identity several boards use: each of them could receive a customer's start. */
export const sharedIdentityFault = "DUPLICATE-ID";

/** Take-overs of a chair's connection with at most this time between them belong together. */
const takeoverWindow = sql`interval '10 minutes'`;
/** A few may be connections that a restarting chair left open, or a restart that one of several servers processed late. */
const minTakeovers = 6;
/** So many boards in addition to the connected one are recognised by their boot IDs. */
const maxEarlierBoots = 8;

export interface PresenceChange {
  readonly outletId: string;
  readonly wasOnline: boolean;
  readonly online: boolean;
  /** Fault codes; null: no fault. */
  readonly faultBefore: string | null;
  readonly fault: string | null;
  /** IDs that the chair generates at each start; null before its first state. */
  readonly bootIdBefore: string | null;
  readonly bootId: string | null;
  /** Number of take-overs of the chair's connection by another board with its identity. */
  readonly takeoversBefore: number;
  readonly takeovers: number;
  /** True if several boards use the identity. */
  readonly wasIdentityShared: boolean;
  readonly isIdentityShared: boolean;
  /** Expected ends of a run without a live order; null: no such run. */
  readonly unorderedRunEndsBefore: Date | null;
  readonly unorderedRunEndsAt: Date | null;
}

/** What a chair has reported in a state, a reply, and events. */
export interface ChairReport {
  readonly deviceId: string;
  readonly state?: PayloadOf<"state">;
  /**
   * Boot ID of the online state that this server processed before this one; absent if there is none since its start. If
   * it is the same, an earlier boot ID shows only that another server has already processed newer states.
   */
  readonly previousBootId?: string;
  /**
   * The run in a reply; null: the chair is not running. The run in an online `state` overrides it, because the state is
   * newer.
   */
  readonly running?: PayloadOf<"reply">["running"];
  /** True if the broker may have stored the state long ago, so that its coin counter may be outdated. */
  readonly isStateRetained?: boolean;
  /** IDs of runs without an order whose end was reported in events. */
  readonly endedRunIds?: readonly string[];
}

/**
 * Stores the reports of chairs, one per chair. One statement reads and writes, so that the returned previous values are
 * those that the statement has replaced. The end of a run without a live order is computed from its remaining time,
 * because a chair's clock may be wrong by years. A repeated or retained report does not change the end.
 */
export async function writePresence(
  uow: UnitOfWork,
  reports: readonly ChairReport[],
  now: Date,
): Promise<(PresenceChange & { readonly deviceId: string })[]> {
  const rows = reports.map(
    ({ deviceId, state, previousBootId, isStateRetained = false, running, endedRunIds }) => ({
      deviceId,
      previousBootId,
      isStateRetained,
      ...(running === undefined ? {} : { running, reportsRun: true }),
      ...(state?.online ? { ...state, reportsRun: true } : state),
      endedRunIds,
    }),
  );
  // Several servers process the same state concurrently, so rows are locked in the order of device IDs to prevent
  // deadlocks. An MQTT last will contains no time, so a chair that was online is recorded as last seen now.
  return sql<PresenceChange & { deviceId: string }>`
    WITH reported AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t ("deviceId" text, online boolean,
        "bootId" text, firmware text, signal smallint, fault text, running jsonb, "reportsRun" boolean,
        "endedRunIds" jsonb, "coinCounter" numeric, "isStateRetained" boolean, "previousBootId" text)
    ), before AS (
      SELECT d.device_id, d.online, d.fault, d.boot_id, d.earlier_boot_ids, d.is_taken_over, d.takeovers, d.taken_over_at,
        d.identity_shared_since, coalesce(d.taken_over_at > ${now}::timestamptz - ${takeoverWindow}, false) AS is_recent,
        d.running, d.unordered_run_ends_at, live.order_id::text AS live_order_id
      FROM device d ${joinLiveOrder}
      WHERE d.device_id = ANY(${rows.map((row) => row.deviceId)}::text[])
      ORDER BY d.device_id FOR NO KEY UPDATE OF d
    ), boards AS (
      SELECT before.*, CASE
        WHEN NOT coalesce(reported.online, false) OR reported."isStateRetained" THEN before.takeovers
        WHEN CASE WHEN reported."bootId" = before.boot_id THEN is_taken_over
            ELSE reported."bootId" IS DISTINCT FROM reported."previousBootId"
              AND reported."bootId" = ANY(before.earlier_boot_ids) END
          THEN CASE WHEN is_recent THEN before.takeovers ELSE 0 END + 1
        WHEN is_recent THEN before.takeovers ELSE 0 END AS takeovers_now
      FROM before JOIN reported ON reported."deviceId" = before.device_id
    ), runs AS (
      SELECT boards.device_id, takeovers_now,
        CASE WHEN takeovers_now >= ${minTakeovers} THEN coalesce(identity_shared_since, ${now}::timestamptz) END
          AS shared_since,
        CASE WHEN reported."reportsRun" THEN reported.running ELSE boards.running END AS running
      FROM boards JOIN reported ON reported."deviceId" = boards.device_id
    )
    UPDATE device d SET online = coalesce(reported.online, d.online),
      boot_id = CASE WHEN reported.online THEN reported."bootId" ELSE d.boot_id END,
      firmware = CASE WHEN reported.online THEN reported.firmware ELSE d.firmware END,
      signal_dbm = CASE WHEN reported.online THEN reported.signal ELSE d.signal_dbm END,
      earlier_boot_ids = CASE WHEN reported.online AND reported."bootId" <> d.boot_id
        THEN (array_prepend(d.boot_id, array_remove(d.earlier_boot_ids, d.boot_id)))[1:${maxEarlierBoots}]
        ELSE d.earlier_boot_ids END,
      is_taken_over = d.is_taken_over AND (NOT coalesce(reported.online, false) OR reported."isStateRetained"),
      takeovers = runs.takeovers_now,
      taken_over_at = CASE WHEN runs.takeovers_now > CASE WHEN before.is_recent THEN before.takeovers ELSE 0 END
        THEN ${now} ELSE d.taken_over_at END,
      identity_shared_since = runs.shared_since,
      fault = CASE WHEN runs.shared_since IS NOT NULL THEN ${sharedIdentityFault}
        WHEN reported.online THEN reported.fault ELSE d.fault END,
      coin_counter_minor = CASE WHEN reported.online AND NOT reported."isStateRetained"
        THEN least(reported."coinCounter", ${Number.MAX_SAFE_INTEGER}) ELSE d.coin_counter_minor END,
      coin_counter_at = CASE WHEN reported.online AND NOT reported."isStateRetained" THEN ${now}
        ELSE d.coin_counter_at END,
      running = runs.running,
      unordered_run_ends_at = CASE
        WHEN runs.running IS NULL OR runs.running ->> 'orderId' = before.live_order_id
          OR reported."endedRunIds" ? (runs.running ->> 'runId') THEN NULL
        WHEN runs.running = before.running THEN before.unordered_run_ends_at
        ELSE ${now}::timestamptz + interval '1 second'
          * ((runs.running ->> 'totalSeconds')::integer - (runs.running ->> 'elapsedSeconds')::integer)
      END,
      last_seen_at = CASE WHEN reported.online OR before.online THEN ${now} ELSE d.last_seen_at END
    FROM before JOIN reported ON reported."deviceId" = before.device_id JOIN runs ON runs.device_id = before.device_id
    WHERE d.device_id = before.device_id
    RETURNING d.device_id AS "deviceId", d.outlet_id AS "outletId", before.online AS "wasOnline", d.online,
      before.fault AS "faultBefore", d.fault, before.boot_id AS "bootIdBefore", d.boot_id AS "bootId",
      before.takeovers AS "takeoversBefore", d.takeovers,
      before.identity_shared_since IS NOT NULL AS "wasIdentityShared",
      d.identity_shared_since IS NOT NULL AS "isIdentityShared",
      before.unordered_run_ends_at AS "unorderedRunEndsBefore",
      d.unordered_run_ends_at AS "unorderedRunEndsAt"`.rows(uow);
}

/**
 * Records that a board has taken the chair's connection over from another one. It counts as a take-over with the next
 * state, unless the state's new boot ID shows that the chair restarted.
 */
export async function writeTakeover(db: Querier, deviceId: string): Promise<void> {
  await sql`UPDATE device SET is_taken_over = true WHERE device_id = ${deviceId}`.execute(db);
}

/**
 * Clears runs without an order whose expected end is at or before `before`, of at most `limit` chairs.
 * @returns the chairs that became free
 */
export async function clearExpiredRuns(
  uow: UnitOfWork,
  before: Date,
  limit: number,
): Promise<{ deviceId: string; outletId: string }[]> {
  return sql<{ deviceId: string; outletId: string }>`
    UPDATE device SET unordered_run_ends_at = NULL
    WHERE device_id = ANY(ARRAY(
      SELECT device_id FROM device WHERE unordered_run_ends_at <= ${before}
      ORDER BY device_id LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED))
    RETURNING device_id AS "deviceId", outlet_id AS "outletId"`.rows(uow);
}

/**
 * Marks all chairs as offline. Must be called before a chair connects to the embedded broker.
 * @returns the chairs that were online until now
 */
export async function writeAllOffline(uow: UnitOfWork): Promise<{ deviceId: string; outletId: string }[]> {
  return sql<{ deviceId: string; outletId: string }>`
    UPDATE device SET online = false WHERE online
    RETURNING device_id AS "deviceId", outlet_id AS "outletId"`.rows(uow);
}

/**
 * Locks chairs until the transaction ends, so that the events of one chair are assessed one after another.
 * @returns the installation dates by ID, without unknown IDs
 */
export async function lockChairs(uow: UnitOfWork, deviceIds: readonly string[]): Promise<Map<string, Date>> {
  const found = await sql<{ device_id: string; installed_at: Date }>`
    SELECT device_id, installed_at FROM device WHERE device_id = ANY(${deviceIds}::text[])
    ORDER BY device_id FOR NO KEY UPDATE`.execute(uow);
  return new Map(found.rows.map((row) => [row.device_id, row.installed_at]));
}
