-- Orders by month, so that years of them cost today's work nothing: an order's id begins with the millisecond in
-- which it was ordered (UUID version 7), and the table is cut by id into UTC months.

-- The least id of an instant: ids from `order_id_floor(a)` up to `order_id_floor(b)` were ordered in [a, b).
CREATE FUNCTION order_id_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

CREATE FUNCTION new_order_id(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid;

DROP INDEX orders_one_live, orders_deadline, orders_outlet_time, orders_customer;
ALTER TABLE order_transition DROP CONSTRAINT order_transition_order_id_fkey;
ALTER TABLE payment DROP CONSTRAINT payment_order_id_fkey;
ALTER TABLE refund DROP CONSTRAINT refund_order_id_fkey;
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_order_id_fkey;
ALTER TABLE chair_command DROP CONSTRAINT chair_command_order_id_fkey;
ALTER TABLE attention_case DROP CONSTRAINT attention_case_order_id_fkey;
ALTER TABLE order_ticket DROP CONSTRAINT order_ticket_order_id_fkey;
ALTER TABLE customer_order_grant DROP CONSTRAINT customer_order_grant_order_id_fkey;
ALTER TABLE orders DROP CONSTRAINT orders_parent_order_id_fkey;

-- An id was drawn a moment after the clock was read. The id stays, since receipts, links and chairs' memories hold
-- it, and the order's time moves those milliseconds; with it the money that was taken at that very time.
CREATE TEMPORARY TABLE moved_time ON COMMIT DROP AS
  SELECT order_id, ordered_at AS was, to_timestamp(ms / 1000.0) AS is_now FROM orders
  CROSS JOIN LATERAL (SELECT ('x' || lpad(substr(replace(order_id::text, '-', ''), 1, 12), 16, '0'))::bit(64)::bigint AS ms)
    AS id
  WHERE substr(order_id::text, 15, 1) = '7' AND abs(ms - extract(epoch FROM ordered_at) * 1000) < 60000
    AND to_timestamp(ms / 1000.0) <> ordered_at;
UPDATE orders o SET ordered_at = m.is_now FROM moved_time m WHERE m.order_id = o.order_id;
CREATE TEMPORARY TABLE moved_money ON COMMIT DROP AS
  SELECT l.entry_id, l.outlet_id, l.device_id, l.channel, l.currency, l.amount_minor, m.was, m.is_now
  FROM ledger_entry l JOIN moved_time m USING (order_id)
  WHERE l.source IN ('counter', 'cashCoupon') AND l.occurred_at = m.was;
UPDATE ledger_entry l SET occurred_at = m.is_now FROM moved_money m WHERE m.entry_id = l.entry_id;
INSERT INTO revenue_rollup AS cell (outlet_id, grain, starts_at, device_id, currency, online_minor, cash_minor)
  SELECT m.outlet_id, grain.name, CASE grain.name WHEN 'quarter' THEN date_bin('15 minutes', moved.at, 'epoch')
      ELSE date_trunc(grain.name, moved.at, 'UTC') END, m.device_id, m.currency,
    sum(CASE m.channel WHEN 'online' THEN moved.sign * m.amount_minor ELSE 0 END),
    sum(CASE m.channel WHEN 'cash' THEN moved.sign * m.amount_minor ELSE 0 END)
  FROM moved_money m CROSS JOIN LATERAL (VALUES (m.was, -1), (m.is_now, 1)) AS moved (at, sign)
  CROSS JOIN (VALUES ('quarter'), ('day'), ('month')) AS grain (name)
  GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (outlet_id, grain, starts_at, device_id, currency) DO UPDATE
    SET online_minor = cell.online_minor + excluded.online_minor, cash_minor = cell.cash_minor + excluded.cash_minor;

-- Ids that carry no such time were never given out by Reposo; an order that got one by hand gets a new one.
CREATE TEMPORARY TABLE new_id ON COMMIT DROP AS
  SELECT order_id AS was, new_order_id(ordered_at) AS is_now FROM orders
  WHERE order_id < order_id_floor(ordered_at) OR order_id >= order_id_floor(ordered_at + interval '1 millisecond')
    OR substr(order_id::text, 15, 1) <> '7';
UPDATE orders t SET order_id = n.is_now FROM new_id n WHERE t.order_id = n.was;
UPDATE orders t SET parent_order_id = n.is_now FROM new_id n WHERE t.parent_order_id = n.was;
UPDATE order_transition t SET order_id = n.is_now FROM new_id n WHERE t.order_id = n.was;
UPDATE payment t SET order_id = n.is_now FROM new_id n WHERE t.order_id = n.was;
UPDATE refund t SET order_id = n.is_now FROM new_id n WHERE t.order_id = n.was;
UPDATE ledger_entry t SET order_id = n.is_now, source_id = replace(source_id, n.was::text, n.is_now::text)
  FROM new_id n WHERE t.order_id = n.was;
UPDATE chair_command t SET order_id = n.is_now FROM new_id n WHERE t.order_id = n.was;
UPDATE attention_case t SET order_id = n.is_now, subject = replace(subject, n.was::text, n.is_now::text)
  FROM new_id n WHERE t.order_id = n.was;
UPDATE order_ticket t SET order_id = n.is_now FROM new_id n WHERE t.order_id = n.was;
UPDATE customer_order_grant t SET order_id = n.is_now FROM new_id n WHERE t.order_id = n.was;
UPDATE outbox t SET subject = n.is_now::text FROM new_id n WHERE t.subject = n.was::text;
UPDATE audit_entry t SET subject = 'order:' || n.is_now FROM new_id n WHERE t.subject = 'order:' || n.was;
UPDATE chair_event t SET payload = jsonb_set(t.payload, '{orderId}', to_jsonb(n.is_now::text))
  FROM new_id n WHERE t.payload->>'orderId' = n.was::text;

ALTER TABLE orders RENAME TO orders_before;
ALTER INDEX orders_pkey RENAME TO orders_before_pkey;
ALTER INDEX orders_order_number_key RENAME TO orders_before_number;

CREATE TABLE orders (
  order_id        uuid PRIMARY KEY,
  order_number    text NOT NULL,
  ordered_at      timestamptz NOT NULL,
  device_id       text NOT NULL REFERENCES device,
  outlet_id       text NOT NULL REFERENCES outlet,
  order_type      text NOT NULL CHECK (order_type IN ('online', 'cashCoupon', 'coin', 'counter', 'coupon')),
  pay_type        text NOT NULL CHECK (pay_type IN ('online', 'cash', 'coin', 'cashCoupon', 'coupon')),
  status          text NOT NULL CHECK (status IN
                    ('unpaid', 'paid', 'starting', 'running', 'completed', 'cancelled', 'failed', 'refunded')),
  price_id        uuid REFERENCES price,
  gear            integer NOT NULL CHECK (gear BETWEEN 1 AND 99),
  minutes         integer NOT NULL CHECK (minutes BETWEEN 0 AND 600),
  amount_minor    bigint NOT NULL CHECK (amount_minor >= 0),
  refunded_minor  bigint NOT NULL DEFAULT 0,
  currency        text NOT NULL CHECK (currency IN ('PHP', 'MYR', 'CNY', 'IDR')),
  customer_id     uuid REFERENCES customer,
  account_id      uuid REFERENCES account,
  coupon_id       uuid REFERENCES coupon,
  coupon_property text,
  coupon_code     text,
  cash_coupon_code text,
  parent_order_id uuid,
  run_id          text,
  -- The one next moment at which the server must act on this order by itself, whatever the chair does.
  deadline_at     timestamptz,
  start_deadline_at timestamptz,
  started_at      timestamptz,
  ends_at         timestamptz,
  ended_at        timestamptz,
  end_reason      text CHECK (end_reason IN ('finished', 'stopped', 'fault', 'powerLoss', 'silent', 'startDeadline',
                    'refused', 'deviceTaken', 'deviceUnavailable', 'paymentTimeout', 'paymentRefused')),
  CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  CHECK (num_nonnulls(customer_id, account_id) <= 1),
  CHECK (status NOT IN ('running') OR (started_at IS NOT NULL AND ends_at IS NOT NULL)),
  -- A range of ids is a range of order times: lists and counts rely on it.
  CONSTRAINT orders_id_holds_time CHECK (order_id >= order_id_floor(ordered_at)
    AND order_id < order_id_floor(ordered_at + interval '1 millisecond'))
) PARTITION BY RANGE (order_id);

-- Newest first by id, which is by time. No index holds what changes while an order runs its course.
CREATE INDEX orders_outlet ON orders (outlet_id, order_id DESC);
CREATE INDEX orders_device ON orders (device_id, order_id DESC);
CREATE INDEX orders_customer ON orders (customer_id, order_id DESC) WHERE customer_id IS NOT NULL;

-- What no month was made for is caught here: nothing is lost, it is only read more slowly.
CREATE TABLE orders_outside PARTITION OF orders DEFAULT;
CREATE UNIQUE INDEX orders_outside_number ON orders_outside (order_number);

-- Makes the months that hold [first, last], where there is none yet. The owner's work, since the application has no
-- right to make tables. A number begins with its order's UTC day, so it is unique where it is within its month.
CREATE FUNCTION make_order_months(first timestamptz, last timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  month timestamptz := date_trunc('month', first, 'UTC');
  next_month timestamptz;
  name text;
  made integer := 0;
BEGIN
  -- Two servers that start together.
  PERFORM pg_advisory_xact_lock(7370737);
  WHILE month <= last LOOP
    next_month := date_trunc('month', month + interval '32 days', 'UTC');
    name := 'orders_' || to_char(month AT TIME ZONE 'UTC', 'YYYY_MM');
    -- Orders that were caught before their month was made stay where they are.
    IF to_regclass(name) IS NULL AND NOT EXISTS (SELECT FROM orders_outside
        WHERE order_id >= order_id_floor(month) AND order_id < order_id_floor(next_month)) THEN
      -- Room on each page for the new versions of its rows: an order changes three times within minutes.
      EXECUTE format('CREATE TABLE %I (LIKE orders INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (fillfactor = 80)', name);
      EXECUTE format('CREATE UNIQUE INDEX %I ON %I (order_number)', name || '_number', name);
      -- Attached and not made as a part: that would wait for every reader of orders, and hold up those behind it.
      EXECUTE format('ALTER TABLE orders ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
        order_id_floor(month), order_id_floor(next_month));
      made := made + 1;
    END IF;
    month := next_month;
  END LOOP;
  RETURN made;
END $$;
REVOKE ALL ON FUNCTION make_order_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_order_months TO reposo_app;

SELECT make_order_months(least(min(ordered_at), now() - interval '1 month'), now() + interval '3 months')
FROM orders_before;

INSERT INTO orders (order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, price_id,
    gear, minutes, amount_minor, refunded_minor, currency, customer_id, account_id, coupon_id, coupon_property,
    coupon_code, cash_coupon_code, parent_order_id, run_id, deadline_at, start_deadline_at, started_at, ends_at,
    ended_at, end_reason)
  SELECT order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, price_id, gear, minutes,
    amount_minor, refunded_minor, currency, customer_id, account_id, coupon_id, coupon_property, coupon_code,
    cash_coupon_code, parent_order_id, run_id, deadline_at, start_deadline_at, started_at, ends_at, ended_at, end_reason
  FROM orders_before;
DROP TABLE orders_before;

ALTER TABLE orders ADD FOREIGN KEY (parent_order_id) REFERENCES orders;
ALTER TABLE order_transition ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE payment ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE refund ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE ledger_entry ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE chair_command ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE attention_case ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE order_ticket ADD FOREIGN KEY (order_id) REFERENCES orders;
ALTER TABLE customer_order_grant ADD FOREIGN KEY (order_id) REFERENCES orders;
GRANT SELECT, INSERT, UPDATE ON orders TO reposo_app;

-- The orders that have not ended: few, however many have. The database keeps it by itself, and the application may
-- only read it: who holds a chair, whose deadline has come and what is under way is answered here.
CREATE TABLE open_order (
  order_id        uuid PRIMARY KEY,
  outlet_id       text NOT NULL,
  device_id       text NOT NULL,
  -- Guarantee 2: at most one live order a chair, decided by the index. An unpaid order holds nothing, and an
  -- extension is a child of the order it extends and not live itself.
  holds_device_id text,
  customer_id     uuid,
  pay_type        text NOT NULL,
  status          text NOT NULL CHECK (status IN ('unpaid', 'paid', 'starting', 'running')),
  ends_at         timestamptz,
  deadline_at     timestamptz
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX orders_one_live ON open_order (holds_device_id);
CREATE INDEX open_order_deadline ON open_order (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX open_order_outlet ON open_order (outlet_id);
GRANT SELECT ON open_order TO reposo_app;

CREATE FUNCTION keep_open_orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  holds text := CASE WHEN NEW.status <> 'unpaid' AND NEW.parent_order_id IS NULL THEN NEW.device_id END;
BEGIN
  IF NEW.status NOT IN ('unpaid', 'paid', 'starting', 'running') THEN
    DELETE FROM public.open_order WHERE order_id = NEW.order_id;
  ELSIF TG_OP = 'UPDATE' AND OLD.status IN ('unpaid', 'paid', 'starting', 'running') THEN
    UPDATE public.open_order SET holds_device_id = holds, status = NEW.status, ends_at = NEW.ends_at,
      deadline_at = NEW.deadline_at
    WHERE order_id = NEW.order_id;
  ELSE
    INSERT INTO public.open_order (order_id, outlet_id, device_id, holds_device_id, customer_id, pay_type, status,
      ends_at, deadline_at)
    VALUES (NEW.order_id, NEW.outlet_id, NEW.device_id, holds, NEW.customer_id, NEW.pay_type, NEW.status,
      NEW.ends_at, NEW.deadline_at);
  END IF;
  RETURN NULL;
END $$;

INSERT INTO open_order (order_id, outlet_id, device_id, holds_device_id, customer_id, pay_type, status, ends_at,
    deadline_at)
  SELECT order_id, outlet_id, device_id,
    CASE WHEN status <> 'unpaid' AND parent_order_id IS NULL THEN device_id END, customer_id, pay_type, status, ends_at,
    deadline_at
  FROM orders WHERE status IN ('unpaid', 'paid', 'starting', 'running');

CREATE TRIGGER open_orders_begun AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.status IN ('unpaid', 'paid', 'starting', 'running'))
  EXECUTE FUNCTION keep_open_orders();
CREATE TRIGGER open_orders_changed AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.status IS DISTINCT FROM NEW.status OR OLD.ends_at IS DISTINCT FROM NEW.ends_at
      OR OLD.deadline_at IS DISTINCT FROM NEW.deadline_at)
    AND (OLD.status IN ('unpaid', 'paid', 'starting', 'running') OR NEW.status IN ('unpaid', 'paid', 'starting', 'running')))
  EXECUTE FUNCTION keep_open_orders();
