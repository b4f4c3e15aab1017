import type { Currency } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { defaultCoinsPerMinute } from "./coin-contexts-store.ts";
import { type CoinMeter, maxCounter } from "./quarantine-rules.ts";

/** A chair's cash of this many days before today is its usual cash, if at least `minDays` of them had income. */
const historyDays = 28;
const minDays = 7;

/** The meter of a chair, and the part of it that concerns one epoch. */
export interface EpochMeter extends CoinMeter {
  readonly deviceId: string;
  readonly epoch: string;
  /** Epoch of the chair's newest coin; null if there is none. */
  readonly newestEpoch: string | null;
  /** The counter that the epoch continues; null if it does not continue one of an earlier epoch. */
  readonly epochCounterMinor: number | null;
  readonly outletCurrency: Currency;
  readonly coinsPerMinute: number;
}

/**
 * Loads the meters of chairs, each for one of its epochs. The caller holds the locks of the chairs.
 * @param epochs with `coinCounter`, only chairs whose stored state has another coin counter are loaded
 */
export async function loadCoinMeters(
  db: Querier,
  epochs: readonly (Pick<EpochMeter, "deviceId" | "epoch"> & { readonly coinCounter?: number })[],
  now: Date,
): Promise<EpochMeter[]> {
  const found = await sql<
    Omit<EpochMeter, "state"> & { stateCounter: number | null; stateReceivedAt: Date | null }
  >`
    SELECT d.device_id AS "deviceId", t.epoch, m.epoch AS "newestEpoch", m.counter_minor AS "counterMinor",
      m.counted_at AS "countedAt", e.counter_before_minor AS "epochCounterMinor",
      m.allowance_minor AS "allowanceMinor", coalesce(m.allowance_at, d.installed_at) AS "allowanceAt",
      d.coin_counter_minor AS "stateCounter", d.coin_counter_at AS "stateReceivedAt",
      o.currency AS "outletCurrency", coalesce(g.coins_per_minute, ${defaultCoinsPerMinute}) AS "coinsPerMinute",
      CASE WHEN m.usual_on = today.date THEN m.usual_day_minor ELSE (
        SELECT CASE WHEN count(*) >= ${minDays} THEN avg(r.cash_minor)::bigint END FROM revenue_rollup r
        WHERE r.outlet_id = d.outlet_id AND r.grain = 'day' AND r.device_id = d.device_id AND r.cash_minor > 0
          AND r.starts_at >= today.start - interval '1 day' * ${historyDays}::integer AND r.starts_at < today.start
      ) END AS "usualDayMinor"
    FROM jsonb_to_recordset(${JSON.stringify(epochs)}::jsonb) AS t ("deviceId" text, epoch text,
      "coinCounter" numeric)
    JOIN device d ON d.device_id = t."deviceId"
      AND (t."coinCounter" IS NULL OR d.coin_counter_minor <> t."coinCounter")
    JOIN outlet o ON o.outlet_id = d.outlet_id
    LEFT JOIN price_group g ON g.price_group_id = d.price_group_id
    LEFT JOIN chair_epoch e ON e.device_id = d.device_id AND e.epoch = t.epoch
    LEFT JOIN coin_meter m ON m.device_id = d.device_id
    CROSS JOIN (SELECT date_trunc('day', ${now}::timestamptz, 'UTC') AS start,
      (${now}::timestamptz AT TIME ZONE 'UTC')::date AS date) AS today`.rows(db);
  return found.map(({ stateCounter, stateReceivedAt, ...meter }) => ({
    ...meter,
    state:
      stateCounter === null || stateReceivedAt === null
        ? null
        : { counterMinor: stateCounter, receivedAt: stateReceivedAt },
  }));
}

/** Stores the meters after a batch of coins, and the counters that new epochs continue. */
export async function saveCoinMeters(
  uow: UnitOfWork,
  meters: readonly EpochMeter[],
  now: Date,
): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(meters)}::jsonb) AS t ("deviceId" text, epoch text,
    "newestEpoch" text, "counterMinor" bigint, "countedAt" timestamptz, "allowanceMinor" bigint, "allowanceAt" timestamptz,
    "usualDayMinor" bigint, "epochCounterMinor" bigint)`;
  await sql`
    INSERT INTO coin_meter (device_id, epoch, counter_minor, counted_at, allowance_minor, allowance_at, usual_day_minor,
      usual_on)
    SELECT "deviceId", "newestEpoch", "counterMinor", "countedAt", "allowanceMinor", "allowanceAt", "usualDayMinor",
      (${now}::timestamptz AT TIME ZONE 'UTC')::date FROM ${rows}
    ON CONFLICT (device_id) DO UPDATE SET epoch = excluded.epoch, counter_minor = excluded.counter_minor,
      counted_at = excluded.counted_at, allowance_minor = excluded.allowance_minor,
      allowance_at = excluded.allowance_at,
      usual_day_minor = excluded.usual_day_minor, usual_on = excluded.usual_on`.execute(uow);
  await sql`
    UPDATE chair_epoch e SET counter_before_minor = t."epochCounterMinor" FROM ${rows}
    WHERE e.device_id = t."deviceId" AND e.epoch = t.epoch
      AND e.counter_before_minor IS DISTINCT FROM t."epochCounterMinor"`.execute(uow);
}

/** Makes the counter of an accepted coin the one that later coins continue, unless the chair has reported newer coins. */
export async function restartCounter(
  uow: UnitOfWork,
  { deviceId, epoch, seq }: { readonly deviceId: string; readonly epoch: string; readonly seq: number },
): Promise<void> {
  await sql`
    WITH accepted AS (
      SELECT q.device_id, q.epoch, q.seq, coalesce((e.payload->>'counterAfter')::numeric,
        (e.payload->>'counterBefore')::numeric + q.amount_minor) AS counter
      FROM quarantined_coin q JOIN chair_event e USING (device_id, epoch, seq)
      WHERE q.device_id = ${deviceId} AND q.epoch = ${epoch} AND q.seq = ${seq}
        AND q.reason IN ('amount', 'counter', 'epoch')
    ), reliable AS (
      SELECT e.seq FROM chair_event e LEFT JOIN quarantined_coin q USING (device_id, epoch, seq)
      WHERE e.device_id = ${deviceId} AND e.epoch = ${epoch} AND e.type = 'coin'
        AND (q.reason IS NULL OR q.reason NOT IN ('amount', 'counter', 'epoch') OR q.restarts_counter)
    ), restarted AS (
      UPDATE coin_meter m SET epoch = accepted.epoch, counter_minor = accepted.counter FROM accepted
      WHERE m.device_id = accepted.device_id AND accepted.counter BETWEEN 0 AND ${maxCounter}
        AND NOT EXISTS (SELECT FROM reliable WHERE seq > accepted.seq)
        -- A coin of an epoch that has ended starts no counter.
        AND (m.epoch = accepted.epoch OR NOT EXISTS (SELECT FROM reliable))
      RETURNING m.device_id
    )
    UPDATE quarantined_coin q SET restarts_counter = true FROM restarted
    WHERE q.device_id = restarted.device_id AND q.epoch = ${epoch} AND q.seq = ${seq}`.execute(uow);
}
