-- Transfers: the minutes that a failed chair did not run continue on another chair of the outlet (CHAIR-6).

ALTER TABLE orders DROP CONSTRAINT orders_order_type_check, DROP CONSTRAINT orders_pay_type_check,
  ADD CONSTRAINT orders_order_type_check
    CHECK (order_type IN ('online', 'cashCoupon', 'coin', 'counter', 'coupon', 'transfer')),
  ADD CONSTRAINT orders_pay_type_check
    CHECK (pay_type IN ('online', 'cash', 'coin', 'cashCoupon', 'coupon', 'transfer')),
  ADD CONSTRAINT orders_transfer_is_free
    CHECK (pay_type <> 'transfer' OR (amount_minor = 0 AND order_type = 'transfer'));

-- The offer to continue a massage, and the order by which it was continued. While an offer is open, the refund waits.
CREATE TABLE order_transfer (
  -- The order whose chair failed. Its primary key makes a second transfer of its minutes impossible.
  order_id          uuid PRIMARY KEY REFERENCES orders,
  minutes           integer NOT NULL CHECK (minutes BETWEEN 1 AND 600),
  -- The prices of the failed chair: only chairs with the same prices can continue the massage.
  price_group_id    text NOT NULL REFERENCES price_group,
  offered_until     timestamptz NOT NULL,
  transfer_order_id uuid UNIQUE REFERENCES orders,
  -- When the refund was decided: after the end of the offer or of the transfer. Nothing changes afterwards.
  settled_at        timestamptz
);

-- What each paid order of the failed massage (the order and its extensions) holds for its offer or transfer.
CREATE TABLE transfer_part (
  order_id     uuid PRIMARY KEY REFERENCES orders,
  -- The order of the offer.
  offer_id     uuid NOT NULL REFERENCES order_transfer,
  -- What is refunded automatically if the minutes are not used.
  refund_minor bigint NOT NULL CHECK (refund_minor >= 0),
  -- Value of the offered or used minutes, which counts as given; 0 after a refund instead.
  value_minor  bigint NOT NULL CHECK (value_minor >= 0)
);
CREATE INDEX transfer_part_offer ON transfer_part (offer_id);

GRANT SELECT, INSERT ON order_transfer, transfer_part TO reposo_app;
GRANT UPDATE (transfer_order_id, settled_at) ON order_transfer TO reposo_app;
GRANT UPDATE (value_minor) ON transfer_part TO reposo_app;

CREATE OR REPLACE FUNCTION order_may_begin(order_type text, status text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE order_type
  WHEN 'online' THEN status = 'unpaid'
  WHEN 'coin' THEN status IN ('running', 'completed')
  ELSE order_type IN ('counter', 'cashCoupon', 'coupon', 'transfer') AND status = 'paid' END;

-- Transfers have their own count, because they are neither paid nor given by a coupon.
ALTER TABLE outlet_order_rollup ADD COLUMN completed_transfer integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION count_ended_orders()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- Without a grain, and at the time of the order.
  ends public.order_rollup[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(ROW(outlet_id, NULL, ordered_at, device_id, pay_type, status, 1)::public.order_rollup) INTO ends
    FROM orders_after WHERE status IN ('completed', 'cancelled', 'failed', 'refunded');
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(ROW(outlet_id, NULL, ordered_at, device_id, pay_type, status, -1)::public.order_rollup) INTO ends
    FROM orders_before WHERE status IN ('completed', 'cancelled', 'failed', 'refunded');
  ELSE
    -- An order that changes its final status, such as to refunded, is subtracted from one count and added to another.
    SELECT array_agg(ROW(outlet_id, NULL, ordered_at, device_id, pay_type, status, orders)::public.order_rollup)
      INTO ends
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
    INSERT INTO public.outlet_order_rollup AS cell (outlet_id, grain, starts_at, completed_online, completed_cash,
      completed_free, cancelled, failed, refunded, completed_transfer)
    SELECT outlet_id, grain, starts_at,
      coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type = 'online'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type IN ('cash', 'coin', 'cashCoupon')), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type = 'coupon'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'cancelled'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'failed'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'refunded'), 0),
      coalesce(sum(orders) FILTER (WHERE status = 'completed' AND pay_type = 'transfer'), 0)
    FROM addend GROUP BY outlet_id, place, grain, starts_at ORDER BY outlet_id, place, starts_at
    ON CONFLICT (outlet_id, grain, starts_at) DO UPDATE SET
      completed_online = cell.completed_online + excluded.completed_online,
      completed_cash = cell.completed_cash + excluded.completed_cash,
      completed_free = cell.completed_free + excluded.completed_free,
      cancelled = cell.cancelled + excluded.cancelled, failed = cell.failed + excluded.failed,
      refunded = cell.refunded + excluded.refunded,
      completed_transfer = cell.completed_transfer + excluded.completed_transfer
    RETURNING 1
  )
  -- Reads outlet_cells, so that the rows of chairs are locked after those of their outlet.
  INSERT INTO public.order_rollup AS cell (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
  SELECT outlet_id, grain, starts_at, device_id, pay_type, status, orders
  FROM (SELECT count(*) AS cells FROM outlet_cells) AS gate, addend WHERE gate.cells > 0
  ORDER BY outlet_id, place, starts_at, device_id, pay_type, status
  ON CONFLICT (outlet_id, grain, starts_at, device_id, pay_type, status) DO UPDATE
    SET orders = cell.orders + excluded.orders;
  RETURN NULL;
END $$;
