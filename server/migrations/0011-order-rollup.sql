-- Ended orders counted by the UTC quarter-hour, day and month in which they were ordered, in the transaction that
-- ends them, by the database itself. With the open orders beside them every total is exact, and none counts orders.
CREATE TABLE order_rollup (
  outlet_id       text NOT NULL,
  grain           text NOT NULL CHECK (grain IN ('quarter', 'day', 'month')),
  starts_at       timestamptz NOT NULL,
  device_id       text NOT NULL,
  pay_type        text NOT NULL,
  status          text NOT NULL CHECK (status IN ('completed', 'cancelled', 'failed', 'refunded')),
  orders          integer NOT NULL,
  PRIMARY KEY (outlet_id, grain, starts_at, device_id, pay_type, status)
) WITH (fillfactor = 80);
GRANT SELECT ON order_rollup TO reposo_app;

-- An order that moves from one end to another (its money came back) leaves the one count and joins the other.
CREATE FUNCTION count_ended_orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.order_rollup AS cell (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
  SELECT NEW.outlet_id, grain.name, grain.starts_at, NEW.device_id, NEW.pay_type, ended.status, ended.orders
  FROM (VALUES (NEW.status, 1), (CASE WHEN TG_OP = 'UPDATE' THEN OLD.status END, -1)) AS ended (status, orders)
  CROSS JOIN (VALUES ('day', date_trunc('day', NEW.ordered_at, 'UTC')),
    ('month', date_trunc('month', NEW.ordered_at, 'UTC')),
    ('quarter', date_bin('15 minutes', NEW.ordered_at, 'epoch'))) AS grain (name, starts_at)
  WHERE ended.status IN ('completed', 'cancelled', 'failed', 'refunded')
  -- In one order, so that two orders of a chair that end at once don't wait for each other in a circle.
  ORDER BY grain.name, ended.status
  ON CONFLICT (outlet_id, grain, starts_at, device_id, pay_type, status) DO UPDATE
    SET orders = cell.orders + excluded.orders;
  RETURN NULL;
END $$;

INSERT INTO order_rollup (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
  SELECT outlet_id, grain.name, CASE grain.name WHEN 'quarter' THEN date_bin('15 minutes', ordered_at, 'epoch')
      ELSE date_trunc(grain.name, ordered_at, 'UTC') END, device_id, pay_type, status, count(*)
  FROM orders CROSS JOIN (VALUES ('quarter'), ('day'), ('month')) AS grain (name)
  WHERE status IN ('completed', 'cancelled', 'failed', 'refunded')
  GROUP BY 1, 2, 3, 4, 5, 6;

CREATE TRIGGER ended_orders_born AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'cancelled', 'failed', 'refunded'))
  EXECUTE FUNCTION count_ended_orders();
CREATE TRIGGER ended_orders_moved AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND (OLD.status IN ('completed', 'cancelled', 'failed', 'refunded')
    OR NEW.status IN ('completed', 'cancelled', 'failed', 'refunded')))
  EXECUTE FUNCTION count_ended_orders();
