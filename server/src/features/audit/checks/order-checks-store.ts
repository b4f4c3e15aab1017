import { sql } from "#platform/postgres/sql.ts";
import type { AuditQuery } from "#features/audit/audit-query.ts";

// The graph is repeated on purpose: an audit that imported it from the audited code would accept a wrong change of
// the graph.
const graph = sql`(VALUES
  (NULL, 'unpaid'), (NULL, 'paid'), (NULL, 'running'), (NULL, 'completed'),
  ('unpaid', 'paid'), ('unpaid', 'cancelled'),
  ('paid', 'starting'), ('paid', 'failed'), ('starting', 'running'), ('starting', 'failed'),
  ('running', 'completed'), ('cancelled', 'failed'), ('failed', 'refunded')
) AS edge (from_status, to_status)`;

const endedByGrain = sql`
  SELECT outlet_id, grain.name AS grain, CASE grain.name WHEN 'quarter' THEN date_bin('15 minutes', ordered_at, 'epoch')
      ELSE date_trunc(grain.name, ordered_at, 'UTC') END AS starts_at, device_id, pay_type, status
  FROM orders CROSS JOIN (VALUES ('quarter'), ('day'), ('month')) AS grain (name)
  WHERE status NOT IN ('unpaid', 'paid', 'starting', 'running')`;
const outletKey = sql`outlet_id, grain, starts_at`;
const ends = sql`completed_online, completed_cash, completed_free, completed_transfer, cancelled, failed,
  refunded`;

const isOpen = sql`status IN ('unpaid', 'paid', 'starting', 'running')`;

export const orderAudits: readonly AuditQuery[] = [
  {
    guarantee: "G-1",
    name: "order-rollups",
    holds:
      "The roll-ups of ended orders equal the orders, by outlet, device, pay type, status, and each grain of time.",
    violations: sql`
      WITH ended AS (
        SELECT ${outletKey}, device_id, pay_type, status, count(*) AS orders FROM (${endedByGrain}) AS one
        GROUP BY 1, 2, 3, 4, 5, 6
      )
      SELECT outlet_id, grain, starts_at, device_id, pay_type, status, coalesce(ended.orders, 0) AS ended,
        coalesce(rolled.orders, 0) AS rolled
      FROM ended FULL JOIN order_rollup AS rolled USING (outlet_id, grain, starts_at, device_id, pay_type, status)
      WHERE coalesce(ended.orders, 0) <> coalesce(rolled.orders, 0)
      ORDER BY starts_at, outlet_id, grain, device_id, pay_type, status`,
  },
  {
    guarantee: "G-1",
    name: "order-rollups-of-outlets",
    holds:
      "The roll-ups of the ended orders of whole outlets equal the orders, by status and each grain of time.",
    violations: sql`
      WITH ended AS (
        SELECT ${outletKey},
          count(*) FILTER (WHERE status = 'completed' AND pay_type = 'online') AS completed_online,
          count(*) FILTER (WHERE status = 'completed' AND pay_type NOT IN ('online', 'coupon', 'transfer')) AS completed_cash,
          count(*) FILTER (WHERE status = 'completed' AND pay_type = 'coupon') AS completed_free,
          count(*) FILTER (WHERE status = 'completed' AND pay_type = 'transfer') AS completed_transfer,
          count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
          count(*) FILTER (WHERE status = 'failed') AS failed,
          count(*) FILTER (WHERE status = 'refunded') AS refunded
        FROM (${endedByGrain}) AS one GROUP BY ${outletKey}
      ), differing AS (
        (SELECT 'ended' AS seen, ${outletKey}, ${ends} FROM ended
          EXCEPT SELECT 'ended', ${outletKey}, ${ends} FROM outlet_order_rollup)
        UNION ALL
        -- A roll-up row whose counts are all 0 is no difference.
        (SELECT 'rolled', ${outletKey}, ${ends} FROM outlet_order_rollup WHERE (${ends}) <> (0, 0, 0, 0, 0, 0, 0)
          EXCEPT SELECT 'rolled', ${outletKey}, ${ends} FROM ended)
      )
      SELECT * FROM differing ORDER BY starts_at, outlet_id, grain, seen`,
  },
  {
    guarantee: "G-7",
    name: "moved-orders",
    holds:
      "The table of moved orders contains exactly the orders whose ID contains a later time than the order, each listed at the order's time.",
    violations: sql`
      SELECT order_id, o.ordered_at, moved.listed_id
      FROM (SELECT * FROM orders WHERE order_id >= order_id_floor(ordered_at + interval '1 millisecond')) AS o
      FULL JOIN moved_order AS moved USING (order_id)
      WHERE (o.outlet_id, o.device_id) IS DISTINCT FROM (moved.outlet_id, moved.device_id)
        OR moved.listed_id < order_id_floor(o.ordered_at)
        OR moved.listed_id >= order_id_floor(o.ordered_at + interval '1 millisecond')
      ORDER BY order_id`,
  },
  {
    guarantee: "G-2",
    name: "open-orders",
    holds:
      "The table of open orders contains exactly the orders that have not ended, with their current values.",
    violations: sql`
      SELECT order_id, o.status, listed.status AS listed
      FROM (SELECT * FROM orders WHERE ${isOpen}) AS o FULL JOIN open_order AS listed USING (order_id)
      WHERE (o.outlet_id, o.device_id, o.customer_id, o.pay_type, o.status, o.ends_at, o.deadline_at,
          CASE WHEN o.status <> 'unpaid' AND o.parent_order_id IS NULL THEN o.device_id END,
          o.parent_order_id, CASE WHEN o.status = 'starting' THEN o.parent_order_id END)
        IS DISTINCT FROM (listed.outlet_id, listed.device_id, listed.customer_id, listed.pay_type, listed.status,
          listed.ends_at, listed.deadline_at, listed.holds_device_id, listed.extends_order_id,
          listed.extending_order_id)
      ORDER BY order_id`,
  },
  {
    guarantee: "G-2",
    name: "one-live-order",
    holds: "A chair has at most one live order.",
    violations: sql`
      SELECT device_id, count(*) AS live, array_agg(order_id::text ORDER BY order_id) AS orders
      FROM orders WHERE status IN ('paid', 'starting', 'running') AND parent_order_id IS NULL
      GROUP BY device_id HAVING count(*) > 1 ORDER BY device_id`,
  },
  {
    guarantee: "G-2",
    name: "extensions-of-runs",
    holds:
      "An extension is open only while the order that it extends runs on the same chair; a completed extension has the same end as that order.",
    violations: sql`
      SELECT child.order_id, child.status, child.end_reason, run.order_id AS run, run.status AS run_status,
        run.end_reason AS run_end_reason
      FROM orders child JOIN orders run ON run.order_id = child.parent_order_id
      WHERE run.parent_order_id IS NOT NULL OR child.device_id <> run.device_id
        OR (child.status IN ('unpaid', 'paid', 'starting', 'running') AND run.status <> 'running')
        OR (child.status = 'completed' AND (run.status, run.end_reason, run.ended_at)
          IS DISTINCT FROM ('completed', child.end_reason, child.ended_at))
      ORDER BY child.order_id`,
  },
  {
    guarantee: "G-11",
    name: "runs-end-as-bought",
    holds:
      "The added minutes of a massage equal its confirmed extensions, and an extended massage ends after its bought and added minutes.",
    violations: sql`
      SELECT run.order_id, run.minutes, run.extended_minutes, coalesce(taken.minutes, 0) AS taken, run.started_at,
        run.ends_at
      FROM orders run LEFT JOIN LATERAL (
        SELECT sum(child.minutes) AS minutes FROM orders child
        WHERE child.parent_order_id = run.order_id AND child.status IN ('running', 'completed')
      ) AS taken ON true
      WHERE coalesce(run.extended_minutes, 0) <> coalesce(taken.minutes, 0)
        OR (run.extended_minutes IS NOT NULL
          AND run.ends_at <> run.started_at + make_interval(mins => run.minutes + run.extended_minutes))
      ORDER BY run.order_id`,
  },
  {
    guarantee: "G-2",
    name: "one-run-an-order",
    holds: "No order and no run of coins started twice, unless the chair has a case of such reports.",
    violations: sql`
      -- The run of an event with both IDs is the one of the order.
      SELECT device_id, coalesce(payload->>'orderId', payload->>'runId') AS run_id, count(*) AS runs
      FROM chair_event WHERE type = 'started' AND payload ?| ARRAY['orderId', 'runId']
        AND NOT EXISTS (SELECT FROM attention_case a
          WHERE a.kind = 'runMisreported' AND a.subject = chair_event.device_id)
      GROUP BY 1, 2 HAVING count(*) > 1
      ORDER BY 1, 2`,
  },
  {
    guarantee: "G-2",
    name: "one-source-an-order",
    holds: "All income of an order comes from the one source that its pay type implies.",
    violations: sql`
      SELECT o.order_id, o.order_type, o.pay_type, array_agg(DISTINCT l.source ORDER BY l.source) AS sources
      FROM orders o JOIN ledger_entry l USING (order_id)
      WHERE l.source <> 'refund' AND l.channel <> 'dispute'
      GROUP BY o.order_id
      HAVING array_agg(DISTINCT l.source) <> ARRAY[CASE o.pay_type
        WHEN 'online' THEN 'payment' WHEN 'cash' THEN 'counter' WHEN 'coin' THEN 'coin'
        WHEN 'cashCoupon' THEN 'cashCoupon' END]
      ORDER BY o.order_id`,
  },
  {
    guarantee: "G-5",
    name: "coupon-uses",
    holds: "The uses of a coupon equal the orders that use or reserve it, and do not exceed its limit.",
    violations: sql`
      WITH held AS (
        SELECT coupon_id, count(*) AS uses FROM orders
        WHERE coupon_id IS NOT NULL AND status NOT IN ('failed', 'refunded', 'cancelled')
        GROUP BY coupon_id
      )
      SELECT c.code, c.max_uses, c.uses_taken, coalesce(held.uses, 0) AS held
      FROM coupon c LEFT JOIN held USING (coupon_id)
      WHERE c.uses_taken <> coalesce(held.uses, 0) OR c.uses_taken > c.max_uses
      ORDER BY c.code`,
  },
  {
    guarantee: "G-8",
    name: "moves-along-graph",
    holds: "The status of an order changes only along the state graph, without missing steps.",
    violations: sql`
      WITH step AS (
        SELECT order_id, step, from_status, to_status,
          lag(to_status) OVER path AS before, lag(step) OVER path AS before_step
        FROM order_transition WINDOW path AS (PARTITION BY order_id ORDER BY step)
      )
      SELECT order_id, step, before, from_status, to_status FROM step
      WHERE from_status IS DISTINCT FROM before OR step <> coalesce(before_step, 0) + 1
        OR NOT EXISTS (SELECT FROM ${graph} WHERE edge.from_status IS NOT DISTINCT FROM step.from_status
          AND edge.to_status = step.to_status)
      ORDER BY order_id, step`,
  },
  {
    guarantee: "G-8",
    name: "status-is-last-move",
    holds: "The status of an order is the one of its last transition.",
    violations: sql`
      WITH last AS (
        SELECT DISTINCT ON (order_id) order_id, to_status FROM order_transition ORDER BY order_id, step DESC
      )
      SELECT o.order_id, o.status, last.to_status AS last_move
      FROM orders o LEFT JOIN last USING (order_id)
      WHERE o.status IS DISTINCT FROM last.to_status ORDER BY o.order_id`,
  },
  {
    guarantee: "G-8",
    name: "ended-orders-are-over",
    holds:
      "A completed order has an end time and an end reason, no completed or refunded order has a deadline, and no open order has an end time.",
    violations: sql`
      SELECT order_id, status, started_at, ends_at, ended_at, end_reason, deadline_at FROM orders
      WHERE (status IN ('completed', 'refunded') AND deadline_at IS NOT NULL)
        OR (status = 'completed' AND (ended_at IS NULL OR end_reason IS NULL))
        OR (status IN ('unpaid', 'paid', 'starting', 'running') AND ended_at IS NOT NULL)
      ORDER BY order_id`,
  },
];
