-- Orders, their state machine, and the commands they send to chairs.

CREATE FUNCTION new_order_id(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid;

-- The lowest order ID of a time: orders of [a, b) have IDs from `order_id_floor(a)` up to `order_id_floor(b)`.
CREATE FUNCTION order_id_floor(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '00000000000000000000')::uuid;

-- Orders, partitioned by their month: an order ID begins with the millisecond of the order (UUID version 7).
CREATE TABLE orders (
  order_id          uuid PRIMARY KEY,
  order_number      text NOT NULL,
  ordered_at        timestamptz NOT NULL,
  device_id         text NOT NULL REFERENCES device,
  outlet_id         text NOT NULL REFERENCES outlet,
  order_type        text NOT NULL CHECK (order_type IN ('online', 'cashCoupon', 'coin', 'counter', 'coupon')),
  pay_type          text NOT NULL CHECK (pay_type IN ('online', 'cash', 'coin', 'cashCoupon', 'coupon')),
  status            text NOT NULL
                     CHECK (status IN ('unpaid', 'paid', 'starting', 'running', 'completed', 'cancelled', 'failed',
                         'refunded')),
  price_id          uuid REFERENCES price,
  gear              integer NOT NULL CHECK (gear BETWEEN 1 AND 99),
  minutes           integer NOT NULL CHECK (minutes BETWEEN 0 AND 600),
  amount_minor      bigint NOT NULL CHECK (amount_minor >= 0),
  refunded_minor    bigint NOT NULL DEFAULT 0,
  currency          text NOT NULL CHECK (currency IN ('PHP', 'MYR', 'CNY', 'IDR')),
  customer_id       uuid REFERENCES customer,
  account_id        uuid REFERENCES account,
  coupon_id         uuid REFERENCES coupon,
  coupon_property   text,
  coupon_code       text,
  cash_coupon_code  text,
  parent_order_id   uuid REFERENCES orders,
  run_id            text,
  -- The next time at which the server acts on this order without a message of the chair.
  deadline_at       timestamptz,
  start_deadline_at timestamptz,
  started_at        timestamptz,
  ends_at           timestamptz,
  ended_at          timestamptz,
  end_reason        text,
  -- Minutes that extensions added to the run; null if none was requested, so that a lock of the order shows whether
  -- extensions must be read.
  extended_minutes  integer CHECK (extended_minutes >= 0),
  CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  CHECK (status <> 'running' OR (started_at IS NOT NULL AND ends_at IS NOT NULL)),
  CONSTRAINT orders_end_reason
    CHECK (end_reason IN ('finished', 'stopped', 'fault', 'powerLoss', 'silent', 'startDeadline', 'refused',
      'deviceTaken', 'deviceUnavailable', 'paymentTimeout', 'paymentRefused', 'runEnded')),
  CONSTRAINT orders_id_holds_time
    CHECK (order_id >= order_id_floor(ordered_at)
      AND (order_type = 'coin' OR order_id < order_id_floor(ordered_at + interval '1 millisecond'))),
  CONSTRAINT orders_payer
    CHECK (num_nonnulls(customer_id, account_id) <= 1 OR (pay_type = 'cash' AND parent_order_id IS NOT NULL))
) PARTITION BY RANGE (order_id);
-- For the search by coupon code.
CREATE INDEX orders_coupon ON orders (coupon_id) WHERE coupon_id IS NOT NULL;
-- For the purge of orders that were never paid.
CREATE INDEX orders_cancelled ON orders (order_id) WHERE status = 'cancelled';
CREATE INDEX orders_customer ON orders (customer_id, order_id DESC) WHERE customer_id IS NOT NULL;
CREATE INDEX orders_device ON orders (device_id, order_id DESC);
-- For the search by the end of an order number.
CREATE INDEX orders_number_end ON orders (reverse(replace(order_number, '-', '')) text_pattern_ops);
-- IDs sort by time. No index contains columns that change while an order is in progress.
CREATE INDEX orders_outlet ON orders (outlet_id, order_id DESC);
CREATE INDEX orders_parent ON orders (parent_order_id) WHERE parent_order_id IS NOT NULL;

-- Receives orders of months without a partition.
CREATE TABLE orders_outside PARTITION OF orders DEFAULT;
CREATE UNIQUE INDEX orders_outside_number ON orders_outside (order_number);

-- Orders that have not ended, maintained by triggers. The application may only read it.
CREATE TABLE open_order (
  order_id           uuid PRIMARY KEY,
  outlet_id          text NOT NULL,
  device_id          text NOT NULL,
  -- Guarantee 2, at most one live order per chair: unique by `orders_one_live`. Null for unpaid orders and
  -- extensions.
  holds_device_id    text,
  customer_id        uuid,
  pay_type           text NOT NULL,
  status             text NOT NULL CHECK (status IN ('unpaid', 'paid', 'starting', 'running')),
  ends_at            timestamptz,
  deadline_at        timestamptz,
  -- The order that an open extension extends.
  extends_order_id   uuid,
  -- The same while the chair has not confirmed the extension.
  extending_order_id uuid
) WITH (fillfactor = 50);
CREATE INDEX open_order_deadline ON open_order (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX open_order_extends ON open_order (extends_order_id) WHERE extends_order_id IS NOT NULL;
CREATE INDEX open_order_outlet ON open_order (outlet_id);
CREATE INDEX orders_one_extending ON open_order (extending_order_id) WHERE extending_order_id IS NOT NULL;
CREATE UNIQUE INDEX orders_one_live ON open_order (holds_device_id);

-- Every transition of an order, in sequence.
CREATE TABLE order_transition (
  order_id    uuid NOT NULL REFERENCES orders,
  step        integer NOT NULL,
  from_status text,
  to_status   text NOT NULL,
  cause       text NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (order_id, step)
);

-- Orders whose time no longer equals that of their ID (coins whose time was corrected). Ranges of IDs do not contain
-- them, so lists and counts read them here. Maintained by a trigger.
CREATE TABLE moved_order (
  order_id  uuid PRIMARY KEY REFERENCES orders,
  outlet_id text NOT NULL,
  device_id text NOT NULL,
  -- The order's place in lists: the ID that it would have by its time.
  listed_id uuid NOT NULL
);
CREATE INDEX moved_order_device ON moved_order (device_id, listed_id DESC);
CREATE INDEX moved_order_outlet ON moved_order (outlet_id, listed_id DESC);

-- Unpaid orders by sender, address, and reserved coupon, which the limits count. A row is deleted when the order is
-- paid, and by a purge once it counts towards no limit.
CREATE TABLE unpaid_order (
  order_id     uuid PRIMARY KEY,
  -- Customer or account.
  sender_id    uuid NOT NULL,
  address_hash bytea NOT NULL,
  device_id    text NOT NULL,
  -- Null also if the reservation was moved to another order of the customer.
  coupon_id    uuid,
  placed_at    timestamptz NOT NULL
);
CREATE INDEX unpaid_order_address ON unpaid_order (address_hash, placed_at);
CREATE INDEX unpaid_order_age ON unpaid_order (placed_at);
CREATE INDEX unpaid_order_coupon ON unpaid_order (coupon_id) WHERE coupon_id IS NOT NULL;
CREATE INDEX unpaid_order_device ON unpaid_order (device_id, placed_at);
CREATE INDEX unpaid_order_sender ON unpaid_order (sender_id, placed_at);

-- A provider may return the payer to another browser than the one that ordered. The ticket in the return address lets
-- that browser's customer read the order, once.
CREATE TABLE order_ticket (
  ticket_hash bytea PRIMARY KEY,
  order_id    uuid NOT NULL REFERENCES orders,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX order_ticket_expiry ON order_ticket (expires_at);
-- Used by the foreign key when an order is deleted.
CREATE INDEX order_ticket_order ON order_ticket (order_id);

-- Orders that a customer may read by a return ticket.
CREATE TABLE customer_order_grant (
  customer_id uuid NOT NULL REFERENCES customer,
  order_id    uuid NOT NULL REFERENCES orders,
  expires_at  timestamptz NOT NULL DEFAULT now() + interval '1 day',
  PRIMARY KEY (customer_id, order_id)
);
CREATE INDEX customer_order_grant_expiry ON customer_order_grant (expires_at);
CREATE INDEX customer_order_grant_order ON customer_order_grant (order_id);

-- Commands to chairs, and their replies.
CREATE TABLE chair_command (
  command_id         uuid PRIMARY KEY,
  device_id          text NOT NULL REFERENCES device,
  order_id           uuid REFERENCES orders,
  type               text NOT NULL CHECK (type IN ('start', 'stop', 'extend', 'identify', 'configure', 'report')),
  gear               integer,
  seconds            integer,
  not_after          timestamptz NOT NULL,
  created_at         timestamptz NOT NULL,
  replied_at         timestamptz,
  outcome            text CHECK (outcome IN ('done', 'refused', 'expired', 'duplicate')),
  reason             text,
  -- The extension that an `extend` command delivers; `order_id` is the order by which the chair knows the run.
  extension_order_id uuid,
  -- A chair that reports without having replied to a command receives it again, at most every half second.
  resent_at          timestamptz,
  configuration      jsonb,
  test_run_id        uuid,
  -- 2: a start or extension that the chair considered expired because its clock was wrong was sent again (START-5).
  attempt            smallint NOT NULL DEFAULT 1 CHECK (attempt IN (1, 2)),
  -- A stop that a manager requested: the unused minutes are refunded when the run has ended.
  by_manager         boolean NOT NULL DEFAULT false
) WITH (fillfactor = 70);
CREATE INDEX chair_command_configure ON chair_command (device_id, created_at DESC) WHERE type = 'configure';
CREATE INDEX chair_command_identify ON chair_command (device_id, created_at DESC) WHERE type = 'identify';
CREATE UNIQUE INDEX chair_command_one_extend ON chair_command (extension_order_id, attempt)
  WHERE extension_order_id IS NOT NULL;
-- One start per order and attempt: an unknown outcome is queried, never started again.
CREATE UNIQUE INDEX chair_command_one_start ON chair_command (order_id, attempt) WHERE type = 'start';
CREATE INDEX chair_command_order ON chair_command (order_id) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX chair_command_test_run ON chair_command (test_run_id)
  WHERE type = 'start' AND test_run_id IS NOT NULL;
CREATE INDEX chair_command_test_run_stop ON chair_command (test_run_id)
  WHERE type = 'stop' AND test_run_id IS NOT NULL;

-- Free test runs of managers (CHAIR-2). They are not orders. A chair reports them like the run of an order.
CREATE TABLE test_run (
  test_run_id  uuid PRIMARY KEY,
  device_id    text NOT NULL REFERENCES device,
  outlet_id    text NOT NULL REFERENCES outlet,
  account_id   uuid NOT NULL REFERENCES account,
  requested_at timestamptz NOT NULL,
  started_at   timestamptz,
  ended_at     timestamptz,
  ran_seconds  integer CHECK (ran_seconds >= 0)
);
CREATE INDEX test_run_device ON test_run (device_id, requested_at DESC);

ALTER TABLE chair_command ADD FOREIGN KEY (test_run_id) REFERENCES test_run;

-- An order begins with a first status of its type, and its status changes only together with a transition.
CREATE FUNCTION check_order_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  first text := CASE WHEN TG_OP = 'INSERT'
    THEN (SELECT t.to_status FROM public.order_transition t WHERE t.order_id = NEW.order_id AND t.step = 1) END;
  last text := (SELECT t.to_status FROM public.order_transition t WHERE t.order_id = NEW.order_id
    ORDER BY t.step DESC LIMIT 1);
BEGIN
  IF (last IS DISTINCT FROM NEW.status
      OR (TG_OP = 'INSERT' AND public.order_may_begin(NEW.order_type, first) IS NOT TRUE))
    AND NOT public.is_importing_orders() THEN
    RAISE EXCEPTION 'order % may not become %', NEW.order_id, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_moves_along_graph', TABLE = 'orders',
        DETAIL = format('Its last transition is to %s.', coalesce(last, 'nothing'));
  END IF;
  RETURN NULL;
END $$;
-- Row triggers, so that updates without a new status cost nothing.
CREATE TRIGGER order_status_begun AFTER INSERT ON orders FOR EACH ROW
  EXECUTE FUNCTION check_order_status();
CREATE TRIGGER order_status_moved AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION check_order_status();

-- A transition is an edge of the graph and follows the previous one. The order itself is not read, because that would
-- read all partitions; check_order_status compares it with its last transition.
CREATE FUNCTION check_order_transitions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  SELECT t.order_id, t.from_status, t.to_status INTO wrong
  FROM transitions_after t
  LEFT JOIN public.order_transition before ON before.order_id = t.order_id AND before.step = t.step - 1
  WHERE NOT CASE WHEN t.step = 1 THEN t.from_status IS NULL
    ELSE coalesce(before.to_status = t.from_status, false) AND public.order_may_move(t.from_status, t.to_status) END
  LIMIT 1;
  IF FOUND AND NOT public.is_importing_orders() THEN
    RAISE EXCEPTION 'order % may not move from % to %', wrong.order_id, wrong.from_status, wrong.to_status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_moves_along_graph', TABLE = 'order_transition',
        DETAIL = format('Its last transition is to %s.', coalesce((
          SELECT before.to_status FROM public.order_transition before
          WHERE before.order_id = wrong.order_id AND NOT EXISTS (
            SELECT FROM transitions_after t WHERE t.order_id = before.order_id AND t.step = before.step)
          ORDER BY before.step DESC LIMIT 1), 'nothing'));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER order_transitions_follow_graph AFTER INSERT ON order_transition
  REFERENCING NEW TABLE AS transitions_after
  FOR EACH STATEMENT
  EXECUTE FUNCTION check_order_transitions();

-- A role that owns the tables may write imported orders without their transitions after SET LOCAL
-- reposo.importing_orders = 'on'.
CREATE FUNCTION is_importing_orders() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('reposo.importing_orders', true), '') = 'on'
    AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = to_regclass('public.orders')), 'MEMBER')
$$;

CREATE FUNCTION keep_moved_order()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO public.moved_order AS moved (order_id, outlet_id, device_id, listed_id)
  VALUES (NEW.order_id, NEW.outlet_id, NEW.device_id,
    (substr(public.order_id_floor(NEW.ordered_at)::text, 1, 13) || substr(NEW.order_id::text, 14))::uuid)
  ON CONFLICT (order_id) DO UPDATE SET listed_id = excluded.listed_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION keep_moved_order FROM PUBLIC;
CREATE TRIGGER order_time_moved AFTER UPDATE OF ordered_at ON orders
  FOR EACH ROW WHEN (OLD.ordered_at IS DISTINCT FROM NEW.ordered_at)
  EXECUTE FUNCTION keep_moved_order();

CREATE FUNCTION keep_open_orders()
RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO public.open_order AS open (order_id, outlet_id, device_id, holds_device_id, customer_id, pay_type, status,
    ends_at, deadline_at, extends_order_id, extending_order_id)
  SELECT order_id, outlet_id, device_id, CASE WHEN status <> 'unpaid' AND parent_order_id IS NULL THEN device_id END,
    customer_id, pay_type, status, ends_at, deadline_at, parent_order_id,
    CASE WHEN status = 'starting' THEN parent_order_id END
  FROM orders_after WHERE status IN ('unpaid', 'paid', 'starting', 'running')
  ON CONFLICT (order_id) DO UPDATE SET holds_device_id = excluded.holds_device_id, status = excluded.status,
    ends_at = excluded.ends_at, deadline_at = excluded.deadline_at, extending_order_id = excluded.extending_order_id
  WHERE (open.holds_device_id, open.status, open.ends_at, open.deadline_at, open.extending_order_id) IS DISTINCT FROM
    (excluded.holds_device_id, excluded.status, excluded.ends_at, excluded.deadline_at, excluded.extending_order_id);
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM public.open_order WHERE order_id = ANY (ARRAY(
      SELECT order_id FROM orders_after WHERE status NOT IN ('unpaid', 'paid', 'starting', 'running')));
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION keep_open_orders FROM PUBLIC;
CREATE TRIGGER open_orders_begun AFTER INSERT ON orders REFERENCING NEW TABLE AS orders_after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_open_orders();
CREATE TRIGGER open_orders_changed AFTER UPDATE ON orders REFERENCING NEW TABLE AS orders_after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_open_orders();

-- Creates the missing partitions of [first, last]. Executed with the owner's rights, since the application cannot
-- create tables. An order number begins with its UTC day, so that it is unique if it is unique within its month.
CREATE FUNCTION make_order_months(first timestamptz, last timestamptz)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  month timestamptz := date_trunc('month', first, 'UTC');
  next_month timestamptz;
  name text;
  made integer := 0;
BEGIN
  -- Two servers may start at the same time.
  PERFORM pg_advisory_xact_lock(7370737);
  WHILE month <= last LOOP
    next_month := date_trunc('month', month + interval '32 days', 'UTC');
    name := 'orders_' || to_char(month AT TIME ZONE 'UTC', 'YYYY_MM');
    -- Orders stay in orders_outside if they were written before the partition of their month existed.
    IF to_regclass(name) IS NULL AND NOT EXISTS (SELECT FROM orders_outside
        WHERE order_id >= order_id_floor(month) AND order_id < order_id_floor(next_month)) THEN
      -- Space for new row versions: an order changes three times within minutes.
      EXECUTE format('CREATE TABLE %I (LIKE orders INCLUDING DEFAULTS INCLUDING CONSTRAINTS) WITH (fillfactor = 80)',
        name);
      EXECUTE format('CREATE UNIQUE INDEX %I ON %I (order_number)', name || '_number', name);
      -- CREATE TABLE ... PARTITION OF would lock out readers of orders; ATTACH does not.
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

-- First statuses of orders.
CREATE FUNCTION order_may_begin(order_type text, status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE order_type
  WHEN 'online' THEN status = 'unpaid'
  WHEN 'coin' THEN status IN ('running', 'completed')
  ELSE order_type IN ('counter', 'cashCoupon', 'coupon') AND status = 'paid' END;

-- Transitions of orders, as in order-graph-rules.ts.
CREATE FUNCTION order_may_move(from_status text, to_status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE from_status
  WHEN 'unpaid' THEN to_status IN ('paid', 'cancelled')
  WHEN 'paid' THEN to_status IN ('starting', 'failed')
  WHEN 'starting' THEN to_status IN ('running', 'failed')
  WHEN 'running' THEN to_status = 'completed'
  WHEN 'cancelled' THEN to_status = 'failed'
  WHEN 'failed' THEN to_status = 'refunded'
  ELSE false END;
