-- The ledger, and the roll-ups kept in the same transaction.

-- Every movement of money. Append-only for the application's role.
CREATE TABLE ledger_entry (
  entry_id     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id     uuid NOT NULL REFERENCES orders,
  outlet_id    text NOT NULL,
  device_id    text NOT NULL,
  channel      text NOT NULL CHECK (channel IN ('online', 'cash', 'dispute')),
  currency     text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  source       text NOT NULL
                CHECK (source IN ('payment', 'counter', 'cashCoupon', 'coin', 'refund', 'dispute', 'disputeFee',
                    'disputeReversal')),
  source_id    text NOT NULL,
  occurred_at  timestamptz NOT NULL,
  -- When the movement became known; null: immediately.
  recorded_at  timestamptz,
  UNIQUE (source, source_id),
  CONSTRAINT ledger_entry_dispute_check
    CHECK ((channel = 'dispute') = (source IN ('dispute', 'disputeFee', 'disputeReversal')))
);
CREATE INDEX ledger_entry_device ON ledger_entry (outlet_id, device_id, channel, occurred_at DESC, entry_id DESC);
-- A month closes at the earliest a day after its end, which is 23 hours when clocks change.
CREATE INDEX ledger_entry_late ON ledger_entry (outlet_id, occurred_at)
  WHERE recorded_at - occurred_at >= interval '20 hours';
CREATE INDEX ledger_entry_order ON ledger_entry (order_id);
-- Pages of one channel, newest first: without the channel, a page of a rare channel would read a year of the other.
CREATE INDEX ledger_entry_outlet ON ledger_entry (outlet_id, channel, occurred_at DESC, entry_id DESC);

-- Sums of the ledger per chair by UTC quarter-hour, day, and month. The key begins with outlet and grain, so that a
-- range of a manager's outlets needs few index scans.
CREATE TABLE revenue_rollup (
  outlet_id      text NOT NULL,
  grain          text NOT NULL CHECK (grain IN ('quarter', 'day', 'month')),
  starts_at      timestamptz NOT NULL,
  device_id      text NOT NULL,
  currency       text NOT NULL,
  online_minor   bigint NOT NULL DEFAULT 0,
  cash_minor     bigint NOT NULL DEFAULT 0,
  -- Number of ledger entries, so that the length of their list is known without a count.
  online_entries integer NOT NULL DEFAULT 0,
  cash_entries   integer NOT NULL DEFAULT 0,
  dispute_minor  bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (outlet_id, grain, starts_at, device_id, currency)
) WITH (fillfactor = 80);

-- The same sums per outlet: the cost of home figures must not grow with the chairs of an outlet. Every booking locks
-- the month's row first (see the store).
CREATE TABLE outlet_rollup (
  outlet_id      text NOT NULL,
  grain          text NOT NULL CHECK (grain IN ('quarter', 'day', 'month')),
  starts_at      timestamptz NOT NULL,
  currency       text NOT NULL,
  online_minor   bigint NOT NULL DEFAULT 0,
  cash_minor     bigint NOT NULL DEFAULT 0,
  online_entries integer NOT NULL DEFAULT 0,
  cash_entries   integer NOT NULL DEFAULT 0,
  dispute_minor  bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (outlet_id, grain, starts_at, currency)
) WITH (fillfactor = 70);

-- Counts of ended orders per chair by UTC quarter-hour, day, and month of the order, maintained by triggers. Together
-- with the open orders they are exact totals.
CREATE TABLE order_rollup (
  outlet_id text NOT NULL,
  grain     text NOT NULL CHECK (grain IN ('quarter', 'day', 'month')),
  starts_at timestamptz NOT NULL,
  device_id text NOT NULL,
  pay_type  text NOT NULL,
  status    text NOT NULL CHECK (status IN ('completed', 'cancelled', 'failed', 'refunded')),
  orders    integer NOT NULL,
  PRIMARY KEY (outlet_id, grain, starts_at, device_id, pay_type, status)
) WITH (fillfactor = 80);

-- The same counts per outlet.
CREATE TABLE outlet_order_rollup (
  outlet_id        text NOT NULL,
  grain            text NOT NULL CHECK (grain IN ('quarter', 'day', 'month')),
  starts_at        timestamptz NOT NULL,
  completed_online integer NOT NULL,
  -- Cash, coins and cash coupons.
  completed_cash   integer NOT NULL,
  -- Coupons without cash value.
  completed_free   integer NOT NULL,
  cancelled        integer NOT NULL,
  failed           integer NOT NULL,
  refunded         integer NOT NULL,
  PRIMARY KEY (outlet_id, grain, starts_at)
) WITH (fillfactor = 70);

-- Counts all orders that a statement ends. Locks are taken in a fixed order, which prevents deadlocks: per outlet its
-- month, day, and quarter-hour, then those of its chairs. A transaction ends its orders by one statement before it
-- books their money, whose roll-ups are locked in the same order.
CREATE FUNCTION count_ended_orders()
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
  -- Reads outlet_cells, so that the rows of chairs are locked after those of their outlet.
  INSERT INTO public.order_rollup AS cell (outlet_id, grain, starts_at, device_id, pay_type, status, orders)
  SELECT outlet_id, grain, starts_at, device_id, pay_type, status, orders
  FROM (SELECT count(*) AS cells FROM outlet_cells) AS gate, addend WHERE gate.cells > 0
  ORDER BY outlet_id, place, starts_at, device_id, pay_type, status
  ON CONFLICT (outlet_id, grain, starts_at, device_id, pay_type, status) DO UPDATE
    SET orders = cell.orders + excluded.orders;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION count_ended_orders FROM PUBLIC;
CREATE TRIGGER ended_orders_born AFTER INSERT ON orders REFERENCING NEW TABLE AS orders_after FOR EACH STATEMENT
  EXECUTE FUNCTION count_ended_orders();
CREATE TRIGGER ended_orders_deleted AFTER DELETE ON orders REFERENCING OLD TABLE AS orders_before FOR EACH STATEMENT
  EXECUTE FUNCTION count_ended_orders();
CREATE TRIGGER ended_orders_moved AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS orders_before NEW TABLE AS orders_after FOR EACH STATEMENT
  EXECUTE FUNCTION count_ended_orders();
