-- Counts of ended orders of an outlet as a whole, a row a cell and a column an end: what home reads must not grow with
-- the chairs of an outlet, nor with the ways in which an order can end.
CREATE TABLE outlet_order_rollup (
  outlet_id         text NOT NULL,
  grain             text NOT NULL CHECK (grain IN ('quarter', 'day', 'month')),
  starts_at         timestamptz NOT NULL,
  completed_online  integer NOT NULL,
  -- Cash, coins and cash coupons.
  completed_cash    integer NOT NULL,
  -- Coupons without cash value.
  completed_free    integer NOT NULL,
  cancelled         integer NOT NULL,
  failed            integer NOT NULL,
  refunded          integer NOT NULL,
  PRIMARY KEY (outlet_id, grain, starts_at)
) WITH (fillfactor = 70);
GRANT SELECT ON outlet_order_rollup TO reposo_app;

-- From here to the commit nobody writes an order, so that none ends uncounted while what there is gets summed up.
DROP TRIGGER ended_orders_born ON orders;
DROP TRIGGER ended_orders_moved ON orders;
DROP FUNCTION count_ended_orders();

INSERT INTO outlet_order_rollup
SELECT outlet_id, grain, starts_at,
  coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type = 'online'), 0),
  coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type IN ('cash', 'coin', 'cashCoupon')), 0),
  coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type = 'coupon'), 0),
  coalesce(sum(orders) FILTER (WHERE status = 'cancelled'), 0),
  coalesce(sum(orders) FILTER (WHERE status = 'failed'), 0),
  coalesce(sum(orders) FILTER (WHERE status = 'refunded'), 0)
FROM order_rollup GROUP BY outlet_id, grain, starts_at ORDER BY outlet_id, grain, starts_at;

-- All orders that one statement ends are counted at its end, together: an outlet's row is many orders' row.
--
-- Everyone who counts takes the cells in one order: outlet by outlet its month, day and quarter-hour, then the chairs'.
-- The outlet's month comes first and holds all the others, so whoever has it meets nobody within: two that end orders
-- of one outlet wait for each other and never in a circle. A transaction ends its orders by one statement, before it
-- books their money (see platform/transactions.ts), whose cells are taken in the same way.
CREATE FUNCTION count_ended_orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  -- Not cells yet: without a grain, and at the order's own time.
  ends public.order_rollup[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(ROW(outlet_id, NULL, ordered_at, device_id, pay_type, status, 1)::public.order_rollup) INTO ends
    FROM orders_after WHERE status IN ('completed', 'cancelled', 'failed', 'refunded');
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

CREATE TRIGGER ended_orders_born AFTER INSERT ON orders REFERENCING NEW TABLE AS orders_after
  FOR EACH STATEMENT EXECUTE FUNCTION count_ended_orders();
CREATE TRIGGER ended_orders_moved AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS orders_before NEW TABLE AS orders_after
  FOR EACH STATEMENT EXECUTE FUNCTION count_ended_orders();
