import { sql } from "#platform/postgres/sql.ts";
import type { AuditQuery } from "#features/audit/audit-query.ts";

export const transferAudits: readonly AuditQuery[] = [
  {
    guarantee: "G-3",
    name: "transfers-continue-one-order",
    holds:
      "Each transfer continues exactly one order of the same outlet, customer, gear, and currency, whose chair failed, on another chair, for the minutes that did not run there, without an amount.",
    violations: sql`
      SELECT o.order_id, t.order_id AS continues, o.status, o.minutes, o.amount_minor, first.status AS first_status,
        first.end_reason AS first_end_reason
      FROM (SELECT * FROM orders WHERE order_type = 'transfer') AS o
      FULL JOIN (SELECT * FROM order_transfer WHERE transfer_order_id IS NOT NULL) AS t
        ON t.transfer_order_id = o.order_id
      LEFT JOIN orders first ON first.order_id = t.order_id
      WHERE o.order_id IS NULL OR t.order_id IS NULL OR first.order_type = 'transfer'
        OR o.amount_minor <> 0 OR o.minutes <> t.minutes OR o.device_id = first.device_id
        OR (o.outlet_id, o.gear, o.currency) IS DISTINCT FROM (first.outlet_id, first.gear, first.currency)
        OR o.customer_id IS DISTINCT FROM first.customer_id
        OR o.ordered_at > t.offered_until
        OR o.minutes > first.minutes + coalesce(first.extended_minutes, 0)
        OR NOT CASE first.status
          WHEN 'completed' THEN first.end_reason IN ('fault', 'powerLoss')
            AND 60 * (o.minutes - 1) < date_part('epoch', first.ends_at - first.ended_at)
          ELSE first.status IN ('failed', 'refunded')
            AND first.end_reason IN ('startDeadline', 'refused', 'deviceTaken', 'deviceUnavailable') END
      ORDER BY 1, 2`,
  },
  {
    guarantee: "G-3",
    name: "transfers-instead-of-refunds",
    holds:
      "The minutes of an order are either transferred or refunded: value and automatic refunds are together at most its amount, a transfer that may run excludes the original refund, and nothing is held after it was refunded.",
    violations: sql`
      WITH refunded AS (
        SELECT order_id, sum(amount_minor) AS amount,
          bool_or(reason IN ('startFailed', 'chairsFault') AND amount_minor > 0) AS original
        FROM refund WHERE reason IN ('startFailed', 'chairsFault', 'transferEnded') GROUP BY order_id
      )
      SELECT part.order_id, part.offer_id, part.value_minor, part.refund_minor, offer.settled_at,
        coalesce(refunded.amount, 0)::bigint AS refunded, continued.status
      FROM transfer_part part JOIN order_transfer offer ON offer.order_id = part.offer_id
        JOIN orders o ON o.order_id = part.order_id
        LEFT JOIN orders continued ON continued.order_id = offer.transfer_order_id
        LEFT JOIN refunded ON refunded.order_id = part.order_id
      WHERE part.value_minor + coalesce(refunded.amount, 0) > o.amount_minor
        OR (offer.settled_at IS NULL AND refunded.amount > 0)
        OR (continued.status IN ('paid', 'starting', 'running', 'completed') AND refunded.original)
        OR (offer.settled_at IS NOT NULL AND part.value_minor > 0
          AND continued.status IS DISTINCT FROM 'completed')
      ORDER BY part.order_id`,
  },
];
