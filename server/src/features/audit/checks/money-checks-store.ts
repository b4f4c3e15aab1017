import { currencies } from "@reposo/contract/money/currencies.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { AuditQuery } from "#features/audit/audit-query.ts";

// The ledger as it should be, computed from payments, counter cash (which managers receive), cash coupons, coins,
// refunds, and disputes.
const expectedEntries = sql`
  SELECT 'payment' AS source, p.order_id, o.outlet_id, o.device_id, 'online' AS channel, p.currency,
    p.amount_minor, p.settled_at AS at
  FROM payment p JOIN orders o USING (order_id) WHERE p.state = 'confirmed'
  UNION ALL
  SELECT CASE pay_type WHEN 'cash' THEN 'counter' ELSE 'cashCoupon' END, order_id, outlet_id, device_id, 'cash',
    currency, amount_minor, ordered_at
  FROM orders WHERE pay_type IN ('cash', 'cashCoupon') AND amount_minor > 0
  UNION ALL
  SELECT 'coin', order_id, outlet_id, device_id, 'cash', currency, amount_minor, NULL
  FROM orders WHERE pay_type = 'coin'
  UNION ALL
  SELECT 'refund', r.order_id, o.outlet_id, o.device_id,
    CASE o.pay_type WHEN 'online' THEN 'online' ELSE 'cash' END, r.currency, -r.amount_minor, r.returned_at
  FROM refund r JOIN orders o USING (order_id) WHERE r.state = 'returned' AND r.amount_minor > 0
  UNION ALL
  SELECT money.source, d.order_id, o.outlet_id, o.device_id, 'dispute', money.currency, money.amount_minor, money.at
  FROM dispute d JOIN orders o USING (order_id) CROSS JOIN LATERAL (VALUES
    ('dispute', -d.amount_minor, d.currency, d.withdrawn_at),
    ('disputeFee', -d.fee_minor, d.fee_currency, d.withdrawn_at),
    ('disputeReversal', d.reinstated_minor, d.currency, d.reinstated_at),
    ('disputeReversal', d.reinstated_fee_minor, d.fee_currency, d.reinstated_at)
  ) AS money (source, amount_minor, currency, at)
  WHERE money.at IS NOT NULL AND money.amount_minor <> 0 AND money.currency = ANY(${[...currencies]}::text[])`;

type Grain = "quarter" | "day" | "month";

// Sorting makes the violations of two audits comparable.
const rollupDifferences = (grain: Grain, table: "revenue_rollup" | "outlet_rollup") => {
  const start =
    grain === "quarter"
      ? sql`date_bin('15 minutes', occurred_at, 'epoch')`
      : sql`date_trunc(${sql.literal(grain)}, occurred_at, 'UTC')`;
  const key = table === "revenue_rollup" ? sql`outlet_id, device_id, currency` : sql`outlet_id, currency`;
  return sql<Record<string, unknown>>`
    WITH booked AS (
      SELECT ${key}, ${start} AS starts_at,
        coalesce(sum(amount_minor) FILTER (WHERE channel = 'online'), 0)::bigint AS online,
        coalesce(sum(amount_minor) FILTER (WHERE channel = 'cash'), 0)::bigint AS cash,
        count(*) FILTER (WHERE channel = 'online') AS online_entries,
        count(*) FILTER (WHERE channel = 'cash') AS cash_entries,
        coalesce(sum(amount_minor) FILTER (WHERE channel = 'dispute'), 0)::bigint AS disputes
      FROM ledger_entry GROUP BY ${key}, starts_at
    ), rolled AS (
      SELECT ${key}, starts_at, online_minor AS online, cash_minor AS cash, online_entries, cash_entries,
        dispute_minor AS disputes
      FROM ${sql.identifier(table)} WHERE grain = ${grain}
    )
    SELECT ${key}, starts_at,
      coalesce(booked.online, 0) AS ledger_online, coalesce(rolled.online, 0) AS rollup_online,
      coalesce(booked.cash, 0) AS ledger_cash, coalesce(rolled.cash, 0) AS rollup_cash,
      coalesce(booked.disputes, 0) AS ledger_disputes, coalesce(rolled.disputes, 0) AS rollup_disputes,
      coalesce(booked.online_entries + booked.cash_entries, 0) AS ledger_entries,
      coalesce(rolled.online_entries + rolled.cash_entries, 0) AS rollup_entries
    FROM booked FULL JOIN rolled USING (${key}, starts_at)
    WHERE coalesce(booked.online, 0) <> coalesce(rolled.online, 0)
      OR coalesce(booked.cash, 0) <> coalesce(rolled.cash, 0)
      OR coalesce(booked.disputes, 0) <> coalesce(rolled.disputes, 0)
      OR coalesce(booked.online_entries, 0) <> coalesce(rolled.online_entries, 0)
      OR coalesce(booked.cash_entries, 0) <> coalesce(rolled.cash_entries, 0)
    ORDER BY starts_at, ${key}`;
};

const periodNames = { quarter: "quarter-hour", day: "day", month: "month" } as const;

const rollupAudits = (grain: Grain): AuditQuery[] => [
  {
    guarantee: "G-1",
    name: `rollups-${grain}`,
    holds: `Roll-ups by ${periodNames[grain]} equal the ledger, by outlet, device, channel and currency.`,
    violations: rollupDifferences(grain, "revenue_rollup"),
  },
  {
    guarantee: "G-1",
    name: `rollups-${grain}-of-outlets`,
    holds: `Roll-ups of whole outlets by ${periodNames[grain]} equal the ledger, by channel and currency.`,
    violations: rollupDifferences(grain, "outlet_rollup"),
  },
];

export const moneyAudits: readonly AuditQuery[] = [
  ...rollupAudits("quarter"),
  ...rollupAudits("day"),
  ...rollupAudits("month"),
  {
    guarantee: "G-1",
    name: "ledger-sources",
    holds:
      "For each order, the ledger equals payments, counter cash, cash coupons, coins, refunds, and disputes, with the same amounts and, except for coins, the same times.",
    violations: sql`
      WITH expected AS (
        SELECT source, order_id, outlet_id, device_id, channel, currency, sum(amount_minor)::bigint AS amount,
          max(at) AS at
        FROM (${expectedEntries}) AS entry GROUP BY 1, 2, 3, 4, 5, 6
      ), booked AS (
        SELECT source, order_id, outlet_id, device_id, channel, currency, sum(amount_minor)::bigint AS amount,
          max(occurred_at) AS at
        FROM ledger_entry GROUP BY 1, 2, 3, 4, 5, 6
      )
      SELECT source, order_id, outlet_id, device_id, channel, currency, expected.at AS happened_at,
        expected.amount AS expected, booked.at AS booked_at, booked.amount AS booked
      FROM expected FULL JOIN booked USING (source, order_id, outlet_id, device_id, channel, currency)
      WHERE expected.amount IS DISTINCT FROM booked.amount
        OR expected.at <> booked.at
      ORDER BY order_id, source`,
  },
  {
    guarantee: "G-1",
    name: "coins-are-booked",
    holds: "Each coin is booked exactly once, with its amount at its time of insertion, or is quarantined.",
    violations: sql`
      WITH coin AS (
        SELECT e.device_id, e.epoch, e.seq, (e.payload->>'amount')::bigint AS amount, e.payload->>'currency' AS currency,
          e.occurred_at, q.state
        FROM chair_event e LEFT JOIN quarantined_coin q USING (device_id, epoch, seq) WHERE e.type = 'coin'
      ), booked AS (
        SELECT device_id, source_id, amount_minor, currency, occurred_at FROM ledger_entry WHERE source = 'coin'
      )
      SELECT coalesce(coin.device_id, booked.device_id) AS device_id, coin.epoch, coin.seq, coin.state, coin.amount,
        coin.currency, booked.source_id, booked.amount_minor AS booked, booked.currency AS booked_currency
      FROM coin FULL JOIN booked
        ON booked.source_id = coin.device_id || ':' || coin.epoch || ':' || coin.seq
      WHERE coin.device_id IS NULL
        OR (coalesce(coin.state, 'accepted') = 'accepted' AND (booked.amount_minor, booked.currency, booked.occurred_at)
          IS DISTINCT FROM (coin.amount, coalesce(coin.currency, booked.currency), coin.occurred_at))
        OR (coin.state IN ('waiting', 'rejected') AND booked.source_id IS NOT NULL)
      ORDER BY 1, coin.epoch, coin.seq`,
  },
  {
    guarantee: "G-3",
    name: "money-has-one-end",
    holds:
      "An ended order with a payment is completed, refunded in full, being refunded, disputed, or continued on another chair.",
    violations: sql`
      WITH taken AS (
        SELECT order_id, sum(amount_minor) FILTER (WHERE amount_minor > 0) AS paid,
          coalesce(-sum(amount_minor) FILTER (WHERE amount_minor < 0), 0) AS returned
        FROM ledger_entry WHERE channel <> 'dispute' GROUP BY order_id
      ), promised AS (
        SELECT order_id, sum(amount_minor) AS amount FROM (
          SELECT order_id, amount_minor FROM refund
          UNION ALL SELECT order_id, greatest(amount_minor - reinstated_minor, 0)
          FROM dispute WHERE withdrawn_at IS NOT NULL
          UNION ALL SELECT order_id, value_minor FROM transfer_part
        ) AS promise GROUP BY order_id
      )
      SELECT o.order_id, o.status, taken.paid::bigint, taken.returned::bigint,
        coalesce(promised.amount, 0)::bigint AS refunds
      FROM taken JOIN orders o USING (order_id) LEFT JOIN promised USING (order_id)
      WHERE NOT CASE o.status
        WHEN 'paid' THEN true WHEN 'starting' THEN true WHEN 'running' THEN true WHEN 'completed' THEN true
        WHEN 'refunded' THEN taken.returned = taken.paid
        WHEN 'failed' THEN taken.returned < taken.paid AND coalesce(promised.amount, 0) >= taken.paid
        ELSE false END
      ORDER BY o.order_id`,
  },
  {
    guarantee: "G-3",
    name: "benefits-within-money",
    holds:
      "Coupons that managers gave without the operator, automatic refunds, and transferred minutes are together at most what was received for their order; none was given for the manager's own feedback.",
    violations: sql`
      WITH given AS (
        SELECT g.order_id, sum(g.value_minor) AS amount, bool_or(f.account_id = g.account_id) AS own
        FROM gift_coupon g JOIN feedback f USING (feedback_id)
        -- Coupons from before the limit have no left_minor.
        WHERE g.state = 'given' AND g.left_minor IS NOT NULL GROUP BY g.order_id
      ), refunded AS (
        SELECT order_id, sum(amount_minor) AS amount FROM refund
        WHERE reason NOT LIKE 'byHand-%' AND reason NOT LIKE 'atProvider-%' GROUP BY order_id
      ), transferred AS (
        SELECT order_id, value_minor AS amount FROM transfer_part
      )
      SELECT o.order_id, o.status, o.amount_minor, given.amount::bigint AS given,
        coalesce(refunded.amount, 0)::bigint AS refunded, coalesce(transferred.amount, 0) AS transferred, given.own
      FROM given JOIN orders o USING (order_id) LEFT JOIN refunded USING (order_id)
        LEFT JOIN transferred USING (order_id)
      WHERE given.own OR given.amount + coalesce(refunded.amount, 0) + coalesce(transferred.amount, 0)
        > CASE WHEN o.status IN ('unpaid', 'cancelled') THEN 0 ELSE o.amount_minor END
      ORDER BY o.order_id`,
  },
  {
    guarantee: "G-3",
    name: "requests-and-refunds",
    holds: "Every approved refund request has a refund of the same order, currency, and at most its amount.",
    violations: sql`
      SELECT q.request_id, q.order_id, q.amount_minor, r.order_id AS refund_of, r.amount_minor AS refunded
      FROM refund_request q LEFT JOIN refund r ON r.refund_id = q.refund_id
      WHERE q.state = 'approved'
        AND ((r.order_id, r.currency) IS DISTINCT FROM (q.order_id, q.currency) OR r.amount_minor > q.amount_minor)
      ORDER BY q.order_id, q.request_id`,
  },
  {
    guarantee: "G-3",
    name: "refunds-within-payment",
    holds:
      "The refunds of an order do not exceed its payments, have its currency, and add up to its refunded amount.",
    violations: sql`
      WITH money AS (
        SELECT order_id, coalesce(sum(amount_minor) FILTER (WHERE amount_minor > 0), 0) AS paid
        FROM ledger_entry WHERE channel <> 'dispute' GROUP BY order_id
      ), refunds AS (
        SELECT order_id, sum(amount_minor) AS amount,
          coalesce(sum(amount_minor) FILTER (WHERE state = 'returned'), 0) AS returned,
          count(DISTINCT currency) AS currencies, min(currency) AS currency
        FROM refund GROUP BY order_id
      )
      SELECT o.order_id, o.status, o.refunded_minor, coalesce(money.paid, 0)::bigint AS paid,
        coalesce(refunds.amount, 0)::bigint AS refunds, coalesce(refunds.returned, 0)::bigint AS returned
      FROM orders o LEFT JOIN money USING (order_id) LEFT JOIN refunds USING (order_id)
      WHERE coalesce(refunds.amount, 0) > coalesce(money.paid, 0)
        OR coalesce(refunds.returned, 0) <> o.refunded_minor
        OR coalesce(refunds.currencies, 1) <> 1
        OR coalesce(refunds.currency, o.currency) <> o.currency
      ORDER BY o.order_id`,
  },
];
