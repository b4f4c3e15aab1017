import type { AlertKind } from "@reposo/contract/alerts/alert-kinds.ts";
import type { timelineKinds, quarantineReasons } from "@reposo/contract/devices/device-page.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { OrderStatus, PayType } from "@reposo/contract/orders/order-values.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { firstIdAt } from "#platform/keys/ids-by-time.ts";

/** The position of an entry in the timeline, which is sorted by `at`, and by `key` if the times are equal. */
export interface TimelinePosition {
  readonly at: Date;
  readonly key: string;
}

/** An entry of the timeline. Fields that do not apply to its kind are null. */
export interface TimelineRow extends TimelinePosition {
  readonly kind: (typeof timelineKinds)[number];
  readonly orderId: string | null;
  readonly status: OrderStatus | null;
  readonly payType: PayType | null;
  readonly amountMinor: number | null;
  readonly currency: Currency | null;
  readonly fault: string | null;
  readonly reason: (typeof quarantineReasons)[number] | null;
  readonly alert: {
    readonly kind: AlertKind;
    readonly quantity: number;
    /** ISO 8601. */
    readonly since: string;
    readonly resolved: boolean;
  } | null;
}

export interface TimelineOf {
  readonly deviceId: string;
  readonly outletId: string;
  /** Faults before this time are excluded, because they occurred at another outlet. */
  readonly atOutletSince: Date;
  readonly withCollections: boolean;
  /** Kinds of alerts that the caller may see. */
  readonly alertKinds: readonly AlertKind[];
}

/** Later than the time of any entry. */
const endOfTime = new Date("9999-12-31T00:00:00Z");

/**
 * Returns the newest entries before a position, or the newest of all for null. Each SELECT of the union returns at most
 * `limit` rows, which an index provides newest first.
 */
export async function selectTimeline(
  db: Querier,
  { deviceId, outletId, atOutletSince, withCollections, alertKinds }: TimelineOf,
  before: TimelinePosition | null,
  limit: number,
): Promise<TimelineRow[]> {
  const { at, key } = before ?? { at: endOfTime, key: "" };
  const order = sql`o.ordered_at AS at, o.order_id::text AS key, 'order' AS kind, o.order_id::text AS "orderId", o.status,
        o.pay_type AS "payType", o.amount_minor AS "amountMinor", o.currency, NULL AS fault, NULL AS reason,
        NULL::jsonb AS alert`;
  return sql<TimelineRow>`
    (SELECT ${order} FROM orders o
      WHERE o.device_id = ${deviceId} AND o.outlet_id = ${outletId}
        AND o.order_id < ${firstIdAt(new Date(at.getTime() + 1))}::uuid
        AND (o.ordered_at, o.order_id::text) < (${at}::timestamptz, ${key})
        AND NOT EXISTS (SELECT FROM moved_order moved WHERE moved.order_id = o.order_id)
      ORDER BY o.order_id DESC LIMIT ${limit})
    UNION ALL
    (SELECT ${order} FROM moved_order moved JOIN orders o USING (order_id)
      WHERE moved.device_id = ${deviceId} AND o.outlet_id = ${outletId}
        AND moved.listed_id < ${firstIdAt(new Date(at.getTime() + 1))}::uuid
        AND (o.ordered_at, o.order_id::text) < (${at}::timestamptz, ${key})
      ORDER BY moved.listed_id DESC LIMIT ${limit})
    UNION ALL
    (SELECT e.occurred_at, 'event:' || e.epoch || ':' || e.seq, e.type, NULL, NULL, NULL, NULL, NULL,
        e.payload ->> 'fault', NULL, NULL
      FROM chair_event e
      WHERE e.device_id = ${deviceId} AND e.type IN ('fault', 'cleared') AND e.occurred_at >= ${atOutletSince}
        AND e.occurred_at <= ${at}
        AND (e.occurred_at, 'event:' || e.epoch || ':' || e.seq) < (${at}::timestamptz, ${key})
      ORDER BY e.occurred_at DESC, 2 DESC LIMIT ${limit})
    UNION ALL
    (SELECT q.occurred_at, 'coin:' || q.epoch || ':' || q.seq, 'quarantined', NULL, NULL, NULL,
        nullif(q.amount_minor, 0), q.currency, NULL, q.reason, NULL
      FROM quarantined_coin q
      WHERE q.device_id = ${deviceId} AND q.outlet_id = ${outletId} AND q.occurred_at <= ${at}
        AND (q.occurred_at, 'coin:' || q.epoch || ':' || q.seq) < (${at}::timestamptz, ${key})
      ORDER BY q.occurred_at DESC, 2 DESC LIMIT ${limit})
    UNION ALL
    (SELECT c.collected_at, c.collection_id::text, 'collection', NULL, NULL, NULL, newest.counted_minor, c.currency,
        NULL, NULL, NULL
      FROM cash_collection c
        JOIN cash_collection newest ON newest.device_id = c.device_id AND newest.collected_at = c.collected_at
          AND newest.outlet_id = c.outlet_id
          AND NOT EXISTS (SELECT FROM cash_collection newer WHERE newer.corrects_id = newest.collection_id)
      WHERE ${withCollections} AND c.kind = 'collection'
        AND NOT collection_is_voided(c.device_id, c.collected_at) AND c.device_id = ${deviceId}
        AND c.outlet_id = ${outletId} AND c.collected_at <= ${at}
        AND (c.collected_at, c.collection_id::text) < (${at}::timestamptz, ${key})
      ORDER BY c.collected_at DESC LIMIT ${limit})
    UNION ALL
    (SELECT a.opened_at, a.alert_id::text, 'alert', NULL, NULL, NULL, NULL, NULL, a.fault, NULL,
        jsonb_build_object('kind', a.kind, 'quantity', a.quantity, 'since', a.since,
          'resolved', a.resolved_at IS NOT NULL)
      FROM alert a
      WHERE a.device_id = ${deviceId} AND a.outlet_id = ${outletId} AND a.kind = ANY(${alertKinds}::text[])
        AND a.opened_at <= ${at} AND (a.opened_at, a.alert_id::text) < (${at}::timestamptz, ${key})
      ORDER BY a.opened_at DESC, 2 DESC LIMIT ${limit})
    ORDER BY at DESC, key DESC LIMIT ${limit}`.rows(db);
}
