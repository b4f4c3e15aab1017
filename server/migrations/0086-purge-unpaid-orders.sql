-- Orders that were never paid are deleted after a while, with their counts: neither money nor a coupon belongs to them.

CREATE INDEX orders_cancelled ON orders (order_id) WHERE status = 'cancelled';
-- The foreign keys are checked for each deleted order.
CREATE INDEX order_ticket_order ON order_ticket (order_id);
CREATE INDEX customer_order_grant_order ON customer_order_grant (order_id);

CREATE OR REPLACE FUNCTION count_ended_orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  -- Not cells yet: without a grain, and at the order's own time.
  ends public.order_rollup[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(ROW(outlet_id, NULL, ordered_at, device_id, pay_type, status, 1)::public.order_rollup) INTO ends
    FROM orders_after WHERE status IN ('completed', 'cancelled', 'failed', 'refunded');
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(ROW(outlet_id, NULL, ordered_at, device_id, pay_type, status, -1)::public.order_rollup) INTO ends
    FROM orders_before WHERE status IN ('completed', 'cancelled', 'failed', 'refunded');
  ELSE
    -- An order that moves from one end to another (its money came back) leaves the one count and joins the other; one
    -- that changed otherwise does both in the same cell.
    SELECT array_agg(ROW(outlet_id, NULL, ordered_at, device_id, pay_type, status, orders)::public.order_rollup) INTO ends
    FROM (
      SELECT outlet_id, ordered_at, device_id, pay_type, status, 1 AS orders FROM orders_after
      UNION ALL SELECT outlet_id, ordered_at, device_id, pay_type, status, -1 FROM orders_before
    ) AS seen WHERE status IN ('completed', 'cancelled', 'failed', 'refunded');
  END IF;
  IF ends IS NULL THEN RETURN NULL; END IF;

  WITH addend AS (
    SELECT ended.outlet_id, grain.place, grain.name AS grain, grain.starts_at, ended.device_id, ended.pay_type,
      ended.status, sum(ended.orders) AS orders
    FROM unnest(ends) AS ended CROSS JOIN LATERAL (VALUES
      (1, 'month', date_trunc('month', ended.starts_at, 'UTC')), (2, 'day', date_trunc('day', ended.starts_at, 'UTC')),
      (3, 'quarter', date_bin('15 minutes', ended.starts_at, 'epoch'))) AS grain (place, name, starts_at)
    GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(ended.orders) <> 0
  ), outlet_cells AS (
    INSERT INTO public.outlet_order_rollup AS cell
    SELECT outlet_id, grain, starts_at,
      coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type = 'online'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type IN ('cash', 'coin', 'cashCoupon')), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type = 'coupon'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'cancelled'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'failed'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'refunded'), 0)
    FROM addend GROUP BY outlet_id, place, grain, starts_at ORDER BY outlet_id, place, starts_at
    ON CONFLICT (outlet_id, grain, starts_at) DO UPDATE SET
      completed_online = cell.completed_online + excluded.completed_online,
      completed_cash = cell.completed_cash + excluded.completed_cash,
      completed_free = cell.completed_free + excluded.completed_free,
      cancelled = cell.cancelled + excluded.cancelled, failed = cell.failed + excluded.failed,
      refunded = cell.refunded + excluded.refunded
    RETURNING 1
  )
  -- Read from the outlets' cells, so that the chairs' are written after them; the count waits for all of them.
  INSERT INTO public.order_rollup AS cell (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
  SELECT outlet_id, grain, starts_at, device_id, pay_type, status, orders
  FROM (SELECT count(*) AS cells FROM outlet_cells) AS gate, addend WHERE gate.cells > 0
  ORDER BY outlet_id, place, starts_at, device_id, pay_type, status
  ON CONFLICT (outlet_id, grain, starts_at, device_id, pay_type, status) DO UPDATE
    SET orders = cell.orders + excluded.orders;
  RETURN NULL;
END $$;
CREATE TRIGGER ended_orders_deleted AFTER DELETE ON orders REFERENCING OLD TABLE AS orders_before
  FOR EACH STATEMENT EXECUTE FUNCTION count_ended_orders();

-- The application may not delete orders, transitions or payments; only this function does, and only of orders without
-- money, coupon, feedback or command.
CREATE FUNCTION purge_unpaid_orders(placed_before timestamptz, up_to integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  purged uuid[];
BEGIN
  SELECT array_agg(order_id) INTO purged FROM (
    SELECT o.order_id FROM orders o
    WHERE o.status = 'cancelled' AND o.order_id < order_id_floor(placed_before)
      AND NOT EXISTS (SELECT FROM ledger_entry l WHERE l.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM payment p WHERE p.order_id = o.order_id AND p.state = 'confirmed')
      AND NOT EXISTS (SELECT FROM refund r WHERE r.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM refund_request r WHERE r.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM feedback f WHERE f.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM gift_coupon g WHERE g.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM attention_case a WHERE a.order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM chair_command c WHERE c.order_id = o.order_id OR c.extension_order_id = o.order_id)
      AND NOT EXISTS (SELECT FROM orders child WHERE child.parent_order_id = o.order_id)
    ORDER BY o.order_id LIMIT up_to FOR UPDATE OF o SKIP LOCKED) AS unpaid;
  IF purged IS NULL THEN RETURN 0; END IF;
  DELETE FROM unpaid_order WHERE order_id = ANY (purged);
  DELETE FROM order_ticket WHERE order_id = ANY (purged);
  DELETE FROM customer_order_grant WHERE order_id = ANY (purged);
  DELETE FROM payment WHERE order_id = ANY (purged);
  DELETE FROM order_transition WHERE order_id = ANY (purged);
  DELETE FROM orders WHERE order_id = ANY (purged);
  RETURN cardinality(purged);
END $$;
REVOKE ALL ON FUNCTION purge_unpaid_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_unpaid_orders TO reposo_app;
