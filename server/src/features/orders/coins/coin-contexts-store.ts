import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { countersOf, type ReceivedEvent } from "./coin-run-rules.ts";
import type { CoinContext } from "./quarantine-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Maximum number of booked coins per minute for chairs without a price group. It equals the default of
 * `price_group.coins_per_minute`.
 */
export const defaultCoinsPerMinute = 30;

/**
 * The previous or next coin of the same chair and epoch by event number. Number 0 stands for the last coin of the earlier
 * epoch, whose counter the epoch continues.
 */
export interface AdjacentCoin {
  readonly seq: number;
  /** The chair's coin counter before and after the insertion, in minor units; null if unknown. */
  readonly counterBefore: number | null;
  readonly counterAfter: number | null;
}

export interface LoadedContext
  extends Pick<CoinContext, "outletCurrency" | "coinsPerMinute" | "coinsInMinute"> {
  /** The outlet of the chair at the time of the insertion. */
  readonly outletId: string;
  /**
   * Set only for the first coin of a segment (see `loadCoinContexts`): the coin before it, or null if there is none.
   */
  readonly previous: AdjacentCoin | null;
  /** Set only for the last coin of a segment: the coin after it, or null if there is none. */
  readonly next: AdjacentCoin | null;
}

/** An adjacent coin with the counters and the amount that the chair reported. */
interface StoredCoin {
  readonly seq: number;
  readonly counterBefore: number | null;
  readonly counterAfter: number | null;
  readonly amount: number | null;
}

const adjacent = sql`jsonb_build_object('seq', e.seq, 'counterBefore', (e.payload->>'counterBefore')::bigint,
  'counterAfter', (e.payload->>'counterAfter')::bigint, 'amount', (e.payload->>'amount')::bigint) AS coin
  FROM chair_event e WHERE e.device_id = c."deviceId" AND e.epoch = c.epoch AND e.type = 'coin'
    AND e.payload ?| ARRAY['counterBefore', 'counterAfter']
    -- Skips coins with an implausible counter or amount, because one forged counter would otherwise quarantine all
    -- later coins.
    AND NOT EXISTS (SELECT FROM quarantined_coin q WHERE q.device_id = e.device_id AND q.epoch = e.epoch
      AND q.seq = e.seq AND q.reason IN ('amount', 'counter', 'epoch') AND NOT q.restarts_counter)`;

/**
 * Loads the data with which coins are compared.
 * @param segments each contains coins of one chair, oldest first, with no coin of an earlier batch between them;
 *   adjacent coins are therefore read only for the first and last coin
 */
export async function loadCoinContexts(
  db: Querier,
  segments: readonly (readonly ReceivedEvent[])[],
): Promise<Map<ReceivedEvent, LoadedContext>> {
  const coins = segments.flat();
  const rows = segments.flatMap((segment) =>
    segment.map(({ deviceId, event, occurredAt }, index) => ({
      deviceId,
      epoch: event.epoch,
      seq: event.seq,
      occurredAt,
      isFirst: index === 0,
      isLast: index === segment.length - 1,
    })),
  );
  const found = await sql<
    Omit<LoadedContext, "previous" | "next"> & {
      position: number;
      previous: StoredCoin | null;
      next: StoredCoin | null;
    }
  >`
    SELECT c.position, o.outlet_id AS "outletId", o.currency AS "outletCurrency",
      coalesce(g.coins_per_minute, ${defaultCoinsPerMinute}) AS "coinsPerMinute", previous.coin AS previous,
      next.coin AS next,
      (SELECT count(*) FROM ledger_entry l WHERE l.outlet_id = o.outlet_id AND l.device_id = d.device_id
        AND l.channel = 'cash' AND l.source = 'coin' AND l.occurred_at >= date_trunc('minute', c."occurredAt")
        AND l.occurred_at < date_trunc('minute', c."occurredAt") + interval '1 minute') AS "coinsInMinute"
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS ("deviceId" text, epoch text, seq bigint,
      "occurredAt" timestamptz, "isFirst" boolean, "isLast" boolean)) WITH ORDINALITY
      AS c ("deviceId", epoch, seq, "occurredAt", "isFirst", "isLast", position)
    JOIN device d ON d.device_id = c."deviceId"
    LEFT JOIN LATERAL (SELECT m.from_outlet_id FROM device_move m
      WHERE m.device_id = d.device_id AND m.moved_at > c."occurredAt" ORDER BY m.moved_at LIMIT 1) AS move ON true
    JOIN outlet o ON o.outlet_id = coalesce(move.from_outlet_id, d.outlet_id)
    LEFT JOIN price_group g ON g.price_group_id = d.price_group_id
    LEFT JOIN LATERAL (SELECT ${adjacent} AND c."isFirst" AND e.seq < c.seq ORDER BY e.seq DESC LIMIT 1) AS previous
      ON true
    LEFT JOIN LATERAL (SELECT ${adjacent} AND c."isLast" AND e.seq > c.seq ORDER BY e.seq LIMIT 1) AS next
      ON true`.execute(db);
  return new Map(
    found.rows.map(({ position, previous, next, ...context }) => [
      coins[position - 1] as ReceivedEvent,
      { ...context, previous: previous && adjacentOf(previous), next: next && adjacentOf(next) },
    ]),
  );
}

export const adjacentOf = (
  coin: Pick<ReceivedEvent["event"], "seq"> & Parameters<typeof countersOf>[0],
): AdjacentCoin => ({ seq: coin.seq, ...countersOf(coin) });

/**
 * Sets how many coins per minute are booked for a chair of a price group before further coins are quarantined.
 * @param coinsPerMinute 1 to 600
 * @returns whether the price group exists
 */
export async function setCoinLimit(
  uow: UnitOfWork,
  priceGroupId: string,
  coinsPerMinute: number,
): Promise<boolean> {
  return sql`
    UPDATE price_group SET coins_per_minute = ${coinsPerMinute}
    WHERE price_group_id = ${priceGroupId} RETURNING price_group_id`.hasRows(uow);
}
