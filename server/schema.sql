-- Written by a test from a migrated database; reviewed like code, never edited.

SET check_function_bodies = off;
CREATE OR REPLACE FUNCTION public.announce_access_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_event (name, subject, created_at)
  VALUES ('accessChanged', coalesce(NEW.account_id, OLD.account_id)::text, now());
  RETURN NULL;
END
$function$;
CREATE OR REPLACE FUNCTION public.announce_session_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO live_event (name, subject, created_at)
  VALUES ('sessionEnded', encode(NEW.token_hash, 'hex'), NEW.ended_at);
  RETURN NULL;
END
$function$;
CREATE OR REPLACE FUNCTION public.check_order_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;
CREATE OR REPLACE FUNCTION public.check_order_transitions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;
CREATE OR REPLACE FUNCTION public.collection_is_voided(box text, collected timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (SELECT FROM cash_collection v
    WHERE v.device_id = box AND v.collected_at = collected AND v.kind = 'void')
$function$;
CREATE OR REPLACE FUNCTION public.count_ended_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION count_ended_orders FROM PUBLIC;
CREATE OR REPLACE FUNCTION public.delete_push_subscriptions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM push_subscription WHERE session_hash = NEW.token_hash;
  RETURN NULL;
END
$function$;
CREATE OR REPLACE FUNCTION public.is_importing_orders()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(current_setting('reposo.importing_orders', true), '') = 'on'
    AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = to_regclass('public.orders')), 'MEMBER')
$function$;
CREATE OR REPLACE FUNCTION public.keep_cash_collection()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'a collection is corrected by a new entry';
END $function$;
CREATE OR REPLACE FUNCTION public.keep_feedback_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF NEW.answer IS NULL OR (TG_OP = 'UPDATE'
    AND (NEW.answer, NEW.answered_at) IS NOT DISTINCT FROM (OLD.answer, OLD.answered_at)) THEN
    RETURN NULL;
  END IF;
  INSERT INTO feedback_answer (feedback_id, number, answer, coupon_code, answered_at)
  SELECT NEW.feedback_id, count(*) + 1, NEW.answer,
    CASE WHEN TG_OP = 'INSERT' OR NEW.coupon_code IS DISTINCT FROM OLD.coupon_code THEN NEW.coupon_code END,
    NEW.answered_at
  FROM feedback_answer a WHERE a.feedback_id = NEW.feedback_id;
  RETURN NULL;
END $function$;
REVOKE ALL ON FUNCTION keep_feedback_answer FROM PUBLIC;
CREATE OR REPLACE FUNCTION public.keep_moved_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO public.moved_order AS moved (order_id, outlet_id, device_id, listed_id)
  VALUES (NEW.order_id, NEW.outlet_id, NEW.device_id,
    (substr(public.order_id_floor(NEW.ordered_at)::text, 1, 13) || substr(NEW.order_id::text, 14))::uuid)
  ON CONFLICT (order_id) DO UPDATE SET listed_id = excluded.listed_id;
  RETURN NULL;
END $function$;
REVOKE ALL ON FUNCTION keep_moved_order FROM PUBLIC;
CREATE OR REPLACE FUNCTION public.keep_open_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION keep_open_orders FROM PUBLIC;
CREATE OR REPLACE FUNCTION public.keep_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (NEW.price_id, NEW.price_group_id, NEW.gear, NEW.minutes, NEW.amount_minor)
    IS DISTINCT FROM (OLD.price_id, OLD.price_group_id, OLD.gear, OLD.minutes, OLD.amount_minor) THEN
    RAISE EXCEPTION 'a price never changes under its id' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;
CREATE OR REPLACE FUNCTION public.keep_price_currency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.currency IS DISTINCT FROM OLD.currency THEN
    RAISE EXCEPTION 'the currency of a price group never changes' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$;
CREATE OR REPLACE FUNCTION public.lock_live_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (23109::bigint << 48) | coalesce(pg_sequence_last_value('live_event_event_id_seq'), 0));
  RETURN NULL;
END $function$;
CREATE OR REPLACE FUNCTION public.make_order_months(first timestamp with time zone, last timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
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
END $function$;
REVOKE ALL ON FUNCTION make_order_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_order_months TO reposo_app;
CREATE OR REPLACE FUNCTION public.new_order_id(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
RETURN (((lpad(to_hex((floor((EXTRACT(epoch FROM at) * (1000)::numeric)))::bigint), 12, '0'::text) || '7'::text) || substr(replace((gen_random_uuid())::text, '-'::text, ''::text), 14)))::uuid;
CREATE OR REPLACE FUNCTION public.order_id_floor(at timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((lpad(to_hex((floor((EXTRACT(epoch FROM at) * (1000)::numeric)))::bigint), 12, '0'::text) || '00000000000000000000'::text))::uuid;
CREATE OR REPLACE FUNCTION public.order_may_begin(order_type text, status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE order_type WHEN 'online'::text THEN (status = 'unpaid'::text) WHEN 'coin'::text THEN (status = ANY (ARRAY['running'::text, 'completed'::text])) ELSE ((order_type = ANY (ARRAY['counter'::text, 'cashCoupon'::text, 'coupon'::text, 'transfer'::text])) AND (status = 'paid'::text)) END;
CREATE OR REPLACE FUNCTION public.order_may_move(from_status text, to_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE from_status WHEN 'unpaid'::text THEN (to_status = ANY (ARRAY['paid'::text, 'cancelled'::text])) WHEN 'paid'::text THEN (to_status = ANY (ARRAY['starting'::text, 'failed'::text])) WHEN 'starting'::text THEN (to_status = ANY (ARRAY['running'::text, 'failed'::text])) WHEN 'running'::text THEN (to_status = 'completed'::text) WHEN 'cancelled'::text THEN (to_status = 'failed'::text) WHEN 'failed'::text THEN (to_status = 'refunded'::text) ELSE false END;
CREATE OR REPLACE FUNCTION public.purge_unpaid_orders(placed_before timestamp with time zone, up_to integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  candidates uuid[];
  purged uuid[];
BEGIN
  SELECT array_agg(order_id) INTO candidates FROM (
    SELECT o.order_id FROM orders o
    WHERE o.status = 'cancelled' AND o.order_id < order_id_floor(least(placed_before, now() - interval '30 days'))
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
  WITH locked AS (
    SELECT payment_id FROM payment WHERE order_id = ANY (candidates) AND state <> 'confirmed'
    FOR UPDATE SKIP LOCKED
  )
  SELECT array_agg(candidate) INTO purged FROM unnest(candidates) AS candidate
  WHERE NOT EXISTS (
    SELECT FROM payment p LEFT JOIN locked l USING (payment_id)
    WHERE p.order_id = candidate AND l.payment_id IS NULL);
  IF purged IS NULL THEN RETURN 0; END IF;
  DELETE FROM unpaid_order WHERE order_id = ANY (purged);
  DELETE FROM order_ticket WHERE order_id = ANY (purged);
  DELETE FROM customer_order_grant WHERE order_id = ANY (purged);
  DELETE FROM payment WHERE order_id = ANY (purged);
  DELETE FROM order_transition WHERE order_id = ANY (purged);
  DELETE FROM orders WHERE order_id = ANY (purged);
  RETURN cardinality(purged);
END $function$;
REVOKE ALL ON FUNCTION purge_unpaid_orders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_unpaid_orders TO reposo_app;
CREATE OR REPLACE FUNCTION public.reduce_refund(reduced_id uuid, left_minor bigint, reduced_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  UPDATE refund SET amount_minor = left_minor, state = CASE left_minor WHEN 0 THEN 'returned' ELSE state END,
    returned_at = CASE left_minor WHEN 0 THEN reduced_at END
  WHERE refund_id = reduced_id AND left_minor BETWEEN 0 AND amount_minor AND state IN ('requested', 'needsAttention')
    AND (provider_ref IS NULL OR provider_ref = refused_ref)
$function$;
REVOKE ALL ON FUNCTION reduce_refund FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reduce_refund TO reposo_app;
CREATE OR REPLACE FUNCTION public.settled_live_event()
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  newest bigint := coalesce(pg_sequence_last_value('live_event_event_id_seq'), 0);
BEGIN
  RETURN least(newest, (SELECT min((classid::bigint & 65535) << 32 | objid::bigint) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = 23109
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())));
END $function$;

CREATE TABLE account (
  account_id uuid NOT NULL,
  kind text NOT NULL,
  login_name text NOT NULL,
  password_hash text NOT NULL,
  display_name text NOT NULL,
  phone text,
  permissions text[] NOT NULL DEFAULT '{}'::text[],
  country text NOT NULL DEFAULT 'PH'::text,
  currency text NOT NULL DEFAULT 'PHP'::text,
  time_zone text NOT NULL DEFAULT 'Asia/Manila'::text,
  created_at timestamp with time zone NOT NULL,
  disabled_at timestamp with time zone,
  deleted_at timestamp with time zone,
  password_expires_at timestamp with time zone
);
CREATE TABLE advert (
  advert_id text NOT NULL,
  outlet_id text,
  image_url text,
  link_url text,
  texts jsonb NOT NULL,
  "position" integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  retired_at timestamp with time zone,
  outlet_ids text[],
  valid_from timestamp with time zone,
  valid_until timestamp with time zone
);
CREATE TABLE alert (
  alert_id uuid NOT NULL,
  kind text NOT NULL,
  cause text NOT NULL,
  outlet_id text NOT NULL,
  device_id text,
  device_ids text[] NOT NULL DEFAULT '{}'::text[],
  since timestamp with time zone NOT NULL,
  quantity integer NOT NULL,
  amount_minor bigint,
  fault text,
  opened_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  final_cost_minor bigint
);
CREATE TABLE alert_snooze (
  alert_id uuid NOT NULL,
  account_id uuid NOT NULL,
  until timestamp with time zone,
  quantity integer NOT NULL
);
CREATE TABLE attention_case (
  case_id uuid NOT NULL,
  kind text NOT NULL,
  device_id text,
  order_id uuid,
  subject text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb,
  opened_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone
);
CREATE TABLE audit_entry (
  audit_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamp with time zone NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'::jsonb
);
CREATE TABLE cash_collection (
  collection_id uuid NOT NULL,
  kind text NOT NULL,
  device_id text NOT NULL,
  outlet_id text NOT NULL,
  currency text NOT NULL,
  counted_minor bigint NOT NULL,
  expected_minor bigint NOT NULL,
  coins_total_minor bigint NOT NULL,
  note text,
  collected_at timestamp with time zone NOT NULL,
  collected_by uuid NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  recorded_by uuid NOT NULL,
  corrects_id uuid,
  moved_from_id uuid
);
CREATE TABLE chair_command (
  command_id uuid NOT NULL,
  device_id text NOT NULL,
  order_id uuid,
  type text NOT NULL,
  gear integer,
  seconds integer,
  not_after timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  replied_at timestamp with time zone,
  outcome text,
  reason text,
  extension_order_id uuid,
  resent_at timestamp with time zone,
  configuration jsonb,
  test_run_id uuid,
  attempt smallint NOT NULL DEFAULT 1,
  by_manager boolean NOT NULL DEFAULT false
) WITH (fillfactor=70);
CREATE TABLE chair_epoch (
  device_id text NOT NULL,
  epoch text NOT NULL,
  complete_up_to bigint NOT NULL DEFAULT 0,
  highest_seq bigint NOT NULL DEFAULT 0,
  counter_before_minor bigint
) WITH (fillfactor=50);
CREATE TABLE chair_event (
  device_id text NOT NULL,
  epoch text NOT NULL,
  seq bigint NOT NULL,
  type text NOT NULL,
  claimed_at timestamp with time zone,
  occurred_at timestamp with time zone NOT NULL,
  time_doubted boolean NOT NULL,
  payload jsonb NOT NULL,
  received_at timestamp with time zone NOT NULL
);
CREATE TABLE coin_gap (
  device_id text NOT NULL,
  epoch text NOT NULL,
  before_seq bigint NOT NULL,
  after_seq bigint NOT NULL,
  missing_minor bigint NOT NULL,
  currency text NOT NULL,
  found_at timestamp with time zone NOT NULL
);
CREATE TABLE coin_meter (
  device_id text NOT NULL,
  epoch text,
  counter_minor bigint,
  counted_at timestamp with time zone,
  allowance_minor bigint,
  allowance_at timestamp with time zone NOT NULL,
  usual_day_minor bigint,
  usual_on date
) WITH (fillfactor=70);
CREATE TABLE coin_run (
  device_id text NOT NULL,
  run_id text NOT NULL,
  order_id uuid,
  bought_seconds integer NOT NULL DEFAULT 0,
  booked_seconds integer NOT NULL DEFAULT 0,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text,
  ran_seconds integer
) WITH (fillfactor=70);
CREATE TABLE coupon (
  coupon_id uuid NOT NULL,
  code text NOT NULL,
  property text NOT NULL,
  value_minor bigint,
  currency text,
  max_uses integer NOT NULL DEFAULT 1,
  uses_taken integer NOT NULL DEFAULT 0,
  valid_from timestamp with time zone,
  valid_until timestamp with time zone,
  outlet_ids text[],
  gears integer[],
  created_at timestamp with time zone NOT NULL,
  minutes integer,
  percent integer,
  max_uses_customer integer
);
CREATE TABLE coupon_customer_use (
  coupon_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  uses integer NOT NULL
);
CREATE TABLE customer (
  customer_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL
);
CREATE TABLE customer_order_grant (
  customer_id uuid NOT NULL,
  order_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL DEFAULT (now() + '1 day'::interval)
);
CREATE TABLE device (
  device_id text NOT NULL,
  outlet_id text NOT NULL,
  price_group_id text,
  installed_at timestamp with time zone NOT NULL,
  disabled_at timestamp with time zone,
  credential_hash bytea,
  online boolean NOT NULL DEFAULT false,
  boot_id text,
  firmware text,
  fault text,
  running jsonb,
  last_seen_at timestamp with time zone,
  unordered_run_ends_at timestamp with time zone,
  out_of_service_reason text,
  broker_password text,
  signal_dbm smallint,
  moved_at timestamp with time zone,
  coin_counter_minor bigint,
  coin_counter_at timestamp with time zone,
  takeovers integer NOT NULL DEFAULT 0,
  taken_over_at timestamp with time zone,
  identity_shared_since timestamp with time zone,
  earlier_boot_ids text[] NOT NULL DEFAULT '{}'::text[],
  is_taken_over boolean NOT NULL DEFAULT false
) WITH (fillfactor=60);
CREATE TABLE device_absence (
  device_id text NOT NULL,
  outlet_id text NOT NULL,
  began_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone
);
CREATE TABLE device_configuration (
  device_id text NOT NULL,
  version integer NOT NULL,
  pulse_value_minor bigint,
  volume integer,
  gears integer,
  requested_at timestamp with time zone NOT NULL,
  requested_by text NOT NULL
);
CREATE TABLE device_move (
  device_id text NOT NULL,
  moved_at timestamp with time zone NOT NULL,
  from_outlet_id text NOT NULL
);
CREATE TABLE device_reported_configuration (
  device_id text NOT NULL,
  version integer NOT NULL,
  pulse_value_minor bigint,
  volume integer,
  gears integer,
  reported_at timestamp with time zone NOT NULL
);
CREATE TABLE device_usual_income (
  device_id text NOT NULL,
  outlet_id text NOT NULL,
  computed_at timestamp with time zone NOT NULL,
  source text NOT NULL,
  amounts_minor double precision[] NOT NULL,
  starts double precision[] NOT NULL
);
CREATE TABLE dispute (
  provider text NOT NULL,
  dispute_ref text NOT NULL,
  payment_id uuid NOT NULL,
  order_id uuid NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  respond_by timestamp with time zone,
  reported_at timestamp with time zone NOT NULL,
  withdrawn_at timestamp with time zone,
  fee_minor bigint NOT NULL DEFAULT 0,
  fee_currency text,
  reinstated_at timestamp with time zone,
  reinstated_minor bigint NOT NULL DEFAULT 0,
  reinstated_fee_minor bigint NOT NULL DEFAULT 0
);
CREATE TABLE export_ticket (
  ticket_hash bytea NOT NULL,
  session_hash bytea NOT NULL,
  operation text NOT NULL,
  query_hash bytea NOT NULL,
  language text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  time_zone text
);
CREATE TABLE feedback (
  feedback_id uuid NOT NULL,
  reference text NOT NULL,
  order_id uuid NOT NULL,
  outlet_id text NOT NULL,
  device_id text NOT NULL,
  customer_id uuid,
  account_id uuid,
  problem text NOT NULL,
  abnormal text NOT NULL,
  media_count integer NOT NULL,
  state text NOT NULL,
  outcome text,
  answer text,
  coupon_code text,
  refund_requested_minor bigint,
  created_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  closed_at timestamp with time zone,
  number integer,
  problem_type text
);
CREATE TABLE feedback_answer (
  feedback_id uuid NOT NULL,
  number integer NOT NULL,
  answer text NOT NULL,
  coupon_code text,
  answered_at timestamp with time zone NOT NULL
);
CREATE TABLE file_store (
  only_row boolean NOT NULL DEFAULT true,
  store_id uuid NOT NULL
);
CREATE TABLE gift_coupon (
  gift_id uuid NOT NULL,
  feedback_id uuid NOT NULL,
  order_id uuid NOT NULL,
  outlet_id text NOT NULL,
  account_id uuid,
  value_minor bigint,
  currency text,
  state text NOT NULL,
  exceeded text,
  coupon_code text,
  created_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  decided_by text,
  decision text,
  left_minor bigint
);
CREATE TABLE idempotent_answer (
  token_hash bytea NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  answer jsonb,
  created_at timestamp with time zone NOT NULL,
  holder uuid,
  held_until timestamp with time zone
) WITH (fillfactor=60);
CREATE TABLE ledger_entry (
  entry_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id uuid NOT NULL,
  outlet_id text NOT NULL,
  device_id text NOT NULL,
  channel text NOT NULL,
  currency text NOT NULL,
  amount_minor bigint NOT NULL,
  source text NOT NULL,
  source_id text NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  recorded_at timestamp with time zone
);
CREATE TABLE live_event (
  event_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  outlet_id text,
  customer_id uuid,
  subject text NOT NULL,
  created_at timestamp with time zone NOT NULL
);
CREATE TABLE login_key (
  key_id text NOT NULL,
  sealed_private_key bytea NOT NULL,
  public_key bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL
);
CREATE TABLE login_known_address (
  account_id uuid NOT NULL,
  address_hash bytea NOT NULL,
  last_login_at timestamp with time zone NOT NULL
);
CREATE TABLE login_known_browser (
  account_id uuid NOT NULL,
  browser_hash bytea NOT NULL,
  last_login_at timestamp with time zone NOT NULL
);
CREATE TABLE login_nonce (
  nonce_hash bytea NOT NULL,
  key_id text NOT NULL,
  expires_at timestamp with time zone NOT NULL
);
CREATE TABLE moved_order (
  order_id uuid NOT NULL,
  outlet_id text NOT NULL,
  device_id text NOT NULL,
  listed_id uuid NOT NULL
);
CREATE TABLE notification_mute (
  account_id uuid NOT NULL,
  outlet_id text,
  kind text
);
CREATE TABLE notification_settings (
  account_id uuid NOT NULL,
  email text,
  language text NOT NULL,
  quiet_from smallint,
  quiet_to smallint
);
CREATE TABLE open_order (
  order_id uuid NOT NULL,
  outlet_id text NOT NULL,
  device_id text NOT NULL,
  holds_device_id text,
  customer_id uuid,
  pay_type text NOT NULL,
  status text NOT NULL,
  ends_at timestamp with time zone,
  deadline_at timestamp with time zone,
  extends_order_id uuid,
  extending_order_id uuid
) WITH (fillfactor=50);
CREATE TABLE order_rollup (
  outlet_id text NOT NULL,
  grain text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  device_id text NOT NULL,
  pay_type text NOT NULL,
  status text NOT NULL,
  orders integer NOT NULL
) WITH (fillfactor=80);
CREATE TABLE order_ticket (
  ticket_hash bytea NOT NULL,
  order_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL
);
CREATE TABLE order_transfer (
  order_id uuid NOT NULL,
  minutes integer NOT NULL,
  price_group_id text NOT NULL,
  offered_until timestamp with time zone NOT NULL,
  transfer_order_id uuid,
  settled_at timestamp with time zone
);
CREATE TABLE order_transition (
  order_id uuid NOT NULL,
  step integer NOT NULL,
  from_status text,
  to_status text NOT NULL,
  cause text NOT NULL,
  at timestamp with time zone NOT NULL
);
CREATE TABLE orders (
  order_id uuid NOT NULL,
  order_number text NOT NULL,
  ordered_at timestamp with time zone NOT NULL,
  device_id text NOT NULL,
  outlet_id text NOT NULL,
  order_type text NOT NULL,
  pay_type text NOT NULL,
  status text NOT NULL,
  price_id uuid,
  gear integer NOT NULL,
  minutes integer NOT NULL,
  amount_minor bigint NOT NULL,
  refunded_minor bigint NOT NULL DEFAULT 0,
  currency text NOT NULL,
  customer_id uuid,
  account_id uuid,
  coupon_id uuid,
  coupon_property text,
  coupon_code text,
  cash_coupon_code text,
  parent_order_id uuid,
  run_id text,
  deadline_at timestamp with time zone,
  start_deadline_at timestamp with time zone,
  started_at timestamp with time zone,
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text,
  extended_minutes integer
) PARTITION BY RANGE (order_id);
CREATE TABLE outbox (
  outbox_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  claim uuid
);
CREATE TABLE outlet (
  outlet_id text NOT NULL,
  name text NOT NULL,
  address text NOT NULL DEFAULT ''::text,
  time_zone text NOT NULL,
  currency text NOT NULL,
  latitude double precision,
  longitude double precision,
  created_at timestamp with time zone NOT NULL,
  payment_providers text[],
  refund_policy text NOT NULL DEFAULT 'proportional'::text,
  opening_hours jsonb,
  contact jsonb
);
CREATE TABLE outlet_manager (
  outlet_id text NOT NULL,
  account_id uuid NOT NULL
);
CREATE TABLE outlet_order_rollup (
  outlet_id text NOT NULL,
  grain text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  completed_online integer NOT NULL,
  completed_cash integer NOT NULL,
  completed_free integer NOT NULL,
  cancelled integer NOT NULL,
  failed integer NOT NULL,
  refunded integer NOT NULL,
  completed_transfer integer NOT NULL DEFAULT 0
) WITH (fillfactor=70);
CREATE TABLE outlet_rollup (
  outlet_id text NOT NULL,
  grain text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  currency text NOT NULL,
  online_minor bigint NOT NULL DEFAULT 0,
  cash_minor bigint NOT NULL DEFAULT 0,
  online_entries integer NOT NULL DEFAULT 0,
  cash_entries integer NOT NULL DEFAULT 0,
  dispute_minor bigint NOT NULL DEFAULT 0
) WITH (fillfactor=70);
CREATE TABLE payment (
  payment_id uuid NOT NULL,
  order_id uuid NOT NULL,
  provider text NOT NULL,
  provider_ref text,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  state text NOT NULL,
  redirect_url text,
  qr_text text,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  looks integer NOT NULL DEFAULT 0,
  page_retry_at timestamp with time zone,
  page_error text,
  transaction_ref text
);
CREATE TABLE position_proposal (
  proposal_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  outlet_id text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  proposed_by uuid NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  status text NOT NULL DEFAULT 'waiting'::text,
  decided_at timestamp with time zone,
  decided_by text,
  reason text
);
CREATE TABLE price (
  price_id uuid NOT NULL,
  price_group_id text NOT NULL,
  gear integer NOT NULL,
  name text NOT NULL,
  minutes integer NOT NULL,
  amount_minor bigint NOT NULL,
  names jsonb NOT NULL DEFAULT '{}'::jsonb,
  popular boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  retired_at timestamp with time zone
);
CREATE TABLE price_group (
  price_group_id text NOT NULL,
  currency text NOT NULL,
  coins_per_minute integer NOT NULL DEFAULT 30
);
CREATE TABLE provider_comparison (
  provider text NOT NULL,
  compared_until timestamp with time zone NOT NULL,
  next_at timestamp with time zone NOT NULL
);
CREATE TABLE provider_event (
  provider text NOT NULL,
  event_id text NOT NULL,
  received_at timestamp with time zone NOT NULL
);
CREATE TABLE push_subscription (
  subscription_id uuid NOT NULL,
  account_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  key_id uuid NOT NULL,
  language text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_failed_at timestamp with time zone,
  session_hash bytea NOT NULL
);
CREATE TABLE quarantined_coin (
  device_id text NOT NULL,
  epoch text NOT NULL,
  seq bigint NOT NULL,
  outlet_id text NOT NULL,
  run_id text NOT NULL,
  reason text NOT NULL,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  seconds integer NOT NULL,
  gear integer NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  received_at timestamp with time zone NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  decided_at timestamp with time zone,
  decided_by text,
  note text,
  restarts_counter boolean NOT NULL DEFAULT false,
  is_expected boolean NOT NULL DEFAULT false
);
CREATE TABLE refund (
  refund_id uuid NOT NULL,
  order_id uuid NOT NULL,
  payment_id uuid,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  returned_at timestamp with time zone,
  provider_ref text,
  looks integer NOT NULL DEFAULT 0,
  refused_ref text,
  key_number integer NOT NULL DEFAULT 0
);
CREATE TABLE refund_request (
  request_id uuid NOT NULL,
  order_id uuid NOT NULL,
  feedback_id uuid,
  account_id uuid,
  amount_minor bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  refund_id uuid,
  requested_at timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  decided_by text,
  decision text
);
CREATE TABLE revenue_rollup (
  outlet_id text NOT NULL,
  grain text NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  device_id text NOT NULL,
  currency text NOT NULL,
  online_minor bigint NOT NULL DEFAULT 0,
  cash_minor bigint NOT NULL DEFAULT 0,
  online_entries integer NOT NULL DEFAULT 0,
  cash_entries integer NOT NULL DEFAULT 0,
  dispute_minor bigint NOT NULL DEFAULT 0
) WITH (fillfactor=80);
CREATE TABLE server_key (
  key_id uuid NOT NULL,
  purpose text NOT NULL,
  sealed_secret bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  retired_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL
);
CREATE TABLE session (
  token_hash bytea NOT NULL,
  account_id uuid,
  customer_id uuid,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  end_reason text,
  browser text,
  platform text
);
CREATE TABLE test_run (
  test_run_id uuid NOT NULL,
  device_id text NOT NULL,
  outlet_id text NOT NULL,
  account_id uuid NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  ran_seconds integer
);
CREATE TABLE transfer_part (
  order_id uuid NOT NULL,
  offer_id uuid NOT NULL,
  refund_minor bigint NOT NULL,
  value_minor bigint NOT NULL
);
CREATE TABLE try_window (
  subject text NOT NULL,
  window_start timestamp with time zone NOT NULL,
  tries integer NOT NULL
);
CREATE TABLE unpaid_order (
  order_id uuid NOT NULL,
  sender_id uuid NOT NULL,
  address_hash bytea NOT NULL,
  device_id text NOT NULL,
  coupon_id uuid,
  placed_at timestamp with time zone NOT NULL
);
CREATE TABLE upload (
  dir text NOT NULL,
  customer_id uuid,
  account_id uuid,
  address_hash bytea NOT NULL,
  issued_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  receiver uuid,
  held_until timestamp with time zone,
  key text,
  kind text,
  content_type text,
  bytes bigint,
  width integer,
  height integer,
  duration_seconds double precision,
  has_poster boolean NOT NULL DEFAULT false,
  stored_at timestamp with time zone,
  feedback_id uuid,
  "position" integer,
  collection_id uuid,
  originals_removed boolean NOT NULL DEFAULT false
);
CREATE TABLE upload_usage (
  day date NOT NULL,
  subject text NOT NULL,
  files integer NOT NULL,
  bytes bigint NOT NULL
);

CREATE TABLE orders_outside PARTITION OF orders DEFAULT;

ALTER TABLE account ADD CONSTRAINT account_kind_check CHECK ((kind = ANY (ARRAY['outletManager'::text, 'operator'::text])));
ALTER TABLE account ADD CONSTRAINT account_login_name_check CHECK ((login_name ~ '^[A-Za-z0-9._@+-]{1,64}$'::text));
ALTER TABLE account ADD CONSTRAINT account_permissions_check CHECK ((permissions <@ ARRAY['home'::text, 'details'::text, 'user'::text, 'cash'::text, 'start'::text, 'stop'::text, 'refund'::text, 'coupons'::text, 'service'::text, 'export'::text]));
ALTER TABLE account ADD CONSTRAINT account_pkey PRIMARY KEY (account_id);
ALTER TABLE advert ADD CONSTRAINT advert_id_form CHECK ((advert_id ~ '^[A-Za-z0-9_-]{1,64}$'::text));
ALTER TABLE advert ADD CONSTRAINT advert_image_form CHECK ((image_url ~ '^(https://|/[^/\\])'::text));
ALTER TABLE advert ADD CONSTRAINT advert_link_url_check CHECK ((link_url ~~ 'https://%'::text));
ALTER TABLE advert ADD CONSTRAINT advert_pkey PRIMARY KEY (advert_id);
ALTER TABLE alert ADD CONSTRAINT alert_check CHECK ((resolved_at >= opened_at));
ALTER TABLE alert ADD CONSTRAINT alert_kind_check CHECK ((kind = ANY (ARRAY['chairOffline'::text, 'outletOffline'::text, 'startsFailing'::text, 'chairFault'::text, 'incomeLow'::text, 'coinsDiffer'::text, 'cashBoxFull'::text, 'refundWaiting'::text, 'feedbackWaiting'::text])));
ALTER TABLE alert ADD CONSTRAINT alert_pkey PRIMARY KEY (alert_id);
ALTER TABLE alert ADD CONSTRAINT alert_quantity_check CHECK ((quantity >= 0));
ALTER TABLE alert_snooze ADD CONSTRAINT alert_snooze_pkey PRIMARY KEY (alert_id, account_id);
ALTER TABLE attention_case ADD CONSTRAINT attention_case_kind_check CHECK ((kind = ANY (ARRAY['eventExcess'::text, 'identityShared'::text, 'runMisreported'::text, 'refundExceedsPayment'::text, 'providerDiffers'::text, 'dispute'::text, 'ranAfterRefund'::text, 'runWithoutOrder'::text, 'refundFailed'::text, 'eventGap'::text, 'paymentMismatch'::text, 'ranShort'::text, 'endUnheard'::text, 'coinsDoubted'::text, 'coinsMissing'::text])));
ALTER TABLE attention_case ADD CONSTRAINT attention_case_kind_subject_key UNIQUE (kind, subject);
ALTER TABLE attention_case ADD CONSTRAINT attention_case_pkey PRIMARY KEY (case_id);
ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (audit_id);
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_check CHECK (((kind = 'collection'::text) = (corrects_id IS NULL)));
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_collection_id_device_id_outlet_id_currency__key UNIQUE (collection_id, device_id, outlet_id, currency, collected_at, collected_by, coins_total_minor);
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_corrects_id_key UNIQUE (corrects_id);
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_counted_minor_check CHECK (((counted_minor >= 0) AND (counted_minor <= '10000000000'::bigint)));
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_currency_check CHECK ((currency = ANY (ARRAY['PHP'::text, 'MYR'::text, 'CNY'::text, 'IDR'::text])));
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_kind_check CHECK ((kind = ANY (ARRAY['collection'::text, 'correction'::text, 'adjustment'::text, 'void'::text])));
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_moved CHECK (((moved_from_id IS NULL) OR (kind = 'collection'::text)));
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_moved_from_id_key UNIQUE (moved_from_id);
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_pkey PRIMARY KEY (collection_id);
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_void CHECK (((kind <> 'void'::text) OR ((counted_minor = 0) AND (expected_minor = 0))));
ALTER TABLE chair_command ADD CONSTRAINT chair_command_attempt_check CHECK ((attempt = ANY (ARRAY[1, 2])));
ALTER TABLE chair_command ADD CONSTRAINT chair_command_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text, 'expired'::text, 'duplicate'::text])));
ALTER TABLE chair_command ADD CONSTRAINT chair_command_pkey PRIMARY KEY (command_id);
ALTER TABLE chair_command ADD CONSTRAINT chair_command_type_check CHECK ((type = ANY (ARRAY['start'::text, 'stop'::text, 'extend'::text, 'identify'::text, 'configure'::text, 'report'::text])));
ALTER TABLE chair_epoch ADD CONSTRAINT chair_epoch_pkey PRIMARY KEY (device_id, epoch);
ALTER TABLE chair_event ADD CONSTRAINT chair_event_pkey PRIMARY KEY (device_id, epoch, seq);
ALTER TABLE chair_event ADD CONSTRAINT chair_event_seq_check CHECK ((seq >= 1));
ALTER TABLE coin_gap ADD CONSTRAINT coin_gap_check CHECK ((after_seq > before_seq));
ALTER TABLE coin_gap ADD CONSTRAINT coin_gap_currency_check CHECK ((currency = ANY (ARRAY['PHP'::text, 'MYR'::text, 'CNY'::text, 'IDR'::text])));
ALTER TABLE coin_gap ADD CONSTRAINT coin_gap_missing_minor_check CHECK ((missing_minor > 0));
ALTER TABLE coin_gap ADD CONSTRAINT coin_gap_pkey PRIMARY KEY (device_id, epoch, before_seq);
ALTER TABLE coin_meter ADD CONSTRAINT coin_meter_pkey PRIMARY KEY (device_id);
ALTER TABLE coin_run ADD CONSTRAINT coin_run_booked_seconds_check CHECK ((booked_seconds >= 0));
ALTER TABLE coin_run ADD CONSTRAINT coin_run_bought_seconds_check CHECK ((bought_seconds >= 0));
ALTER TABLE coin_run ADD CONSTRAINT coin_run_check CHECK (((ended_at IS NULL) = (end_reason IS NULL)));
ALTER TABLE coin_run ADD CONSTRAINT coin_run_end_reason_check CHECK ((end_reason = ANY (ARRAY['finished'::text, 'stopped'::text, 'fault'::text, 'powerLoss'::text])));
ALTER TABLE coin_run ADD CONSTRAINT coin_run_pkey PRIMARY KEY (device_id, run_id);
ALTER TABLE coupon ADD CONSTRAINT coupon_check CHECK (((uses_taken >= 0) AND (uses_taken <= max_uses)));
ALTER TABLE coupon ADD CONSTRAINT coupon_check1 CHECK (((property <> 'cash'::text) OR ((value_minor IS NOT NULL) AND (currency IS NOT NULL))));
ALTER TABLE coupon ADD CONSTRAINT coupon_check2 CHECK (((property = 'minutes'::text) = (minutes IS NOT NULL)));
ALTER TABLE coupon ADD CONSTRAINT coupon_check3 CHECK (((property = 'percent'::text) = (percent IS NOT NULL)));
ALTER TABLE coupon ADD CONSTRAINT coupon_check4 CHECK (((property <> 'amountOff'::text) OR ((value_minor IS NOT NULL) AND (currency IS NOT NULL))));
ALTER TABLE coupon ADD CONSTRAINT coupon_code_check CHECK ((code ~ '^[A-Z0-9-]{4,64}$'::text));
ALTER TABLE coupon ADD CONSTRAINT coupon_code_key UNIQUE (code);
ALTER TABLE coupon ADD CONSTRAINT coupon_currency_check CHECK ((currency = ANY (ARRAY['PHP'::text, 'MYR'::text, 'CNY'::text, 'IDR'::text])));
ALTER TABLE coupon ADD CONSTRAINT coupon_max_uses_check CHECK ((max_uses >= 1));
ALTER TABLE coupon ADD CONSTRAINT coupon_max_uses_customer_check CHECK ((max_uses_customer >= 1));
ALTER TABLE coupon ADD CONSTRAINT coupon_minutes_check CHECK (((minutes >= 1) AND (minutes <= 600)));
ALTER TABLE coupon ADD CONSTRAINT coupon_percent_check CHECK (((percent >= 1) AND (percent <= 100)));
ALTER TABLE coupon ADD CONSTRAINT coupon_pkey PRIMARY KEY (coupon_id);
ALTER TABLE coupon ADD CONSTRAINT coupon_property_check CHECK ((property = ANY (ARRAY['cash'::text, 'free'::text, 'minutes'::text, 'percent'::text, 'amountOff'::text])));
ALTER TABLE coupon ADD CONSTRAINT coupon_value_minor_check CHECK ((value_minor >= 0));
ALTER TABLE coupon_customer_use ADD CONSTRAINT coupon_customer_use_pkey PRIMARY KEY (coupon_id, customer_id);
ALTER TABLE coupon_customer_use ADD CONSTRAINT coupon_customer_use_uses_check CHECK ((uses >= 0));
ALTER TABLE customer ADD CONSTRAINT customer_pkey PRIMARY KEY (customer_id);
ALTER TABLE customer_order_grant ADD CONSTRAINT customer_order_grant_pkey PRIMARY KEY (customer_id, order_id);
ALTER TABLE device ADD CONSTRAINT device_device_id_check CHECK ((device_id ~ '^[A-Z0-9]{4,20}$'::text));
ALTER TABLE device ADD CONSTRAINT device_out_of_service CHECK (((out_of_service_reason IS NULL) OR (disabled_at IS NOT NULL)));
ALTER TABLE device ADD CONSTRAINT device_out_of_service_reason_check CHECK (((char_length(out_of_service_reason) >= 1) AND (char_length(out_of_service_reason) <= 2000)));
ALTER TABLE device ADD CONSTRAINT device_pkey PRIMARY KEY (device_id);
ALTER TABLE device ADD CONSTRAINT device_signal_dbm_check CHECK (((signal_dbm >= '-150'::integer) AND (signal_dbm <= 0)));
ALTER TABLE device_absence ADD CONSTRAINT device_absence_check CHECK ((ended_at >= began_at));
ALTER TABLE device_absence ADD CONSTRAINT device_absence_pkey PRIMARY KEY (device_id, began_at);
ALTER TABLE device_configuration ADD CONSTRAINT device_configuration_gears_check CHECK (((gears >= 1) AND (gears <= 99)));
ALTER TABLE device_configuration ADD CONSTRAINT device_configuration_pkey PRIMARY KEY (device_id, version);
ALTER TABLE device_configuration ADD CONSTRAINT device_configuration_pulse_value_minor_check CHECK ((pulse_value_minor > 0));
ALTER TABLE device_configuration ADD CONSTRAINT device_configuration_version_check CHECK ((version > 0));
ALTER TABLE device_configuration ADD CONSTRAINT device_configuration_volume_check CHECK (((volume >= 0) AND (volume <= 100)));
ALTER TABLE device_move ADD CONSTRAINT device_move_pkey PRIMARY KEY (device_id, moved_at);
ALTER TABLE device_reported_configuration ADD CONSTRAINT device_reported_configuration_pkey PRIMARY KEY (device_id);
ALTER TABLE device_usual_income ADD CONSTRAINT device_usual_income_amounts_minor_check CHECK ((cardinality(amounts_minor) = 168));
ALTER TABLE device_usual_income ADD CONSTRAINT device_usual_income_pkey PRIMARY KEY (device_id);
ALTER TABLE device_usual_income ADD CONSTRAINT device_usual_income_source_check CHECK ((source = ANY (ARRAY['chair'::text, 'outlet'::text, 'none'::text])));
ALTER TABLE device_usual_income ADD CONSTRAINT device_usual_income_starts_check CHECK ((cardinality(starts) = 168));
ALTER TABLE dispute ADD CONSTRAINT dispute_amount_minor_check CHECK ((amount_minor > 0));
ALTER TABLE dispute ADD CONSTRAINT dispute_fee_minor_check CHECK ((fee_minor >= 0));
ALTER TABLE dispute ADD CONSTRAINT dispute_pkey PRIMARY KEY (provider, dispute_ref);
ALTER TABLE dispute ADD CONSTRAINT dispute_reinstated_fee_minor_check CHECK ((reinstated_fee_minor >= 0));
ALTER TABLE dispute ADD CONSTRAINT dispute_reinstated_minor_check CHECK ((reinstated_minor >= 0));
ALTER TABLE dispute ADD CONSTRAINT dispute_state_check CHECK ((state = ANY (ARRAY['inquiry'::text, 'needsResponse'::text, 'underReview'::text, 'won'::text, 'lost'::text, 'closed'::text])));
ALTER TABLE export_ticket ADD CONSTRAINT export_ticket_pkey PRIMARY KEY (ticket_hash);
ALTER TABLE feedback ADD CONSTRAINT feedback_check CHECK ((num_nonnulls(customer_id, account_id) = 1));
ALTER TABLE feedback ADD CONSTRAINT feedback_check1 CHECK (((outcome IS NULL) = (closed_at IS NULL)));
ALTER TABLE feedback ADD CONSTRAINT feedback_check2 CHECK (((state = 'closed'::text) = (closed_at IS NOT NULL)));
ALTER TABLE feedback ADD CONSTRAINT feedback_check3 CHECK (((answer IS NULL) = (answered_at IS NULL)));
ALTER TABLE feedback ADD CONSTRAINT feedback_check4 CHECK (((state <> ALL (ARRAY['answered'::text, 'closed'::text])) OR (answer IS NOT NULL)));
ALTER TABLE feedback ADD CONSTRAINT feedback_media_count_check CHECK (((media_count >= 0) AND (media_count <= 52)));
ALTER TABLE feedback ADD CONSTRAINT feedback_number_check CHECK (((number >= 1) AND (number <= 10)));
ALTER TABLE feedback ADD CONSTRAINT feedback_outcome_check CHECK ((outcome = ANY (ARRAY['explained'::text, 'refunded'::text, 'couponGiven'::text])));
ALTER TABLE feedback ADD CONSTRAINT feedback_pkey PRIMARY KEY (feedback_id);
ALTER TABLE feedback ADD CONSTRAINT feedback_problem_check CHECK (((problem <> ''::text) OR ((problem_type IS NOT NULL) AND (problem_type <> 'other'::text))));
ALTER TABLE feedback ADD CONSTRAINT feedback_problem_type_check CHECK ((problem_type = ANY (ARRAY['notStarted'::text, 'stoppedEarly'::text, 'wrongCharge'::text, 'discomfort'::text, 'dirty'::text, 'other'::text])));
ALTER TABLE feedback ADD CONSTRAINT feedback_reference_check CHECK ((reference ~ '^FB-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'::text));
ALTER TABLE feedback ADD CONSTRAINT feedback_reference_key UNIQUE (reference);
ALTER TABLE feedback ADD CONSTRAINT feedback_refund_requested_minor_check CHECK ((refund_requested_minor > 0));
ALTER TABLE feedback ADD CONSTRAINT feedback_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'lookedAt'::text, 'answered'::text, 'closed'::text])));
ALTER TABLE feedback_answer ADD CONSTRAINT feedback_answer_number_check CHECK ((number > 0));
ALTER TABLE feedback_answer ADD CONSTRAINT feedback_answer_pkey PRIMARY KEY (feedback_id, number);
ALTER TABLE file_store ADD CONSTRAINT file_store_only_row_check CHECK (only_row);
ALTER TABLE file_store ADD CONSTRAINT file_store_pkey PRIMARY KEY (only_row);
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_check CHECK (((value_minor IS NULL) = (currency IS NULL)));
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_check1 CHECK (((state = ANY (ARRAY['given'::text, 'approved'::text])) = (coupon_code IS NOT NULL)));
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_check2 CHECK (((state = 'given'::text) = (exceeded IS NULL)));
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_check3 CHECK (((state = ANY (ARRAY['approved'::text, 'refused'::text])) = (decided_at IS NOT NULL)));
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_check4 CHECK (((decided_at IS NULL) = (decided_by IS NULL)));
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_check5 CHECK (((state <> 'refused'::text) OR (decision IS NOT NULL)));
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_coupon_code_key UNIQUE (coupon_code);
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_decision_check CHECK ((decision <> ''::text));
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_exceeded_check CHECK ((exceeded = ANY (ARRAY['day'::text, 'month'::text, 'orderAge'::text, 'value'::text, 'ownFeedback'::text])));
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_feedback_id_key UNIQUE (feedback_id);
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_given_within_left CHECK (((state <> 'given'::text) OR (left_minor IS NULL) OR ((value_minor IS NOT NULL) AND (value_minor <= left_minor))));
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_left_minor_check CHECK ((left_minor >= 0));
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_pkey PRIMARY KEY (gift_id);
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_state_check CHECK ((state = ANY (ARRAY['given'::text, 'requested'::text, 'approved'::text, 'refused'::text])));
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_value_minor_check CHECK ((value_minor > 0));
ALTER TABLE idempotent_answer ADD CONSTRAINT idempotent_answer_pkey PRIMARY KEY (token_hash, operation, key);
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_amount_minor_check CHECK ((amount_minor <> 0));
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_channel_check CHECK ((channel = ANY (ARRAY['online'::text, 'cash'::text, 'dispute'::text])));
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_dispute_check CHECK (((channel = 'dispute'::text) = (source = ANY (ARRAY['dispute'::text, 'disputeFee'::text, 'disputeReversal'::text]))));
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_pkey PRIMARY KEY (entry_id);
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_source_check CHECK ((source = ANY (ARRAY['payment'::text, 'counter'::text, 'cashCoupon'::text, 'coin'::text, 'refund'::text, 'dispute'::text, 'disputeFee'::text, 'disputeReversal'::text])));
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_source_source_id_key UNIQUE (source, source_id);
ALTER TABLE live_event ADD CONSTRAINT live_event_name_check CHECK ((name = ANY (ARRAY['order'::text, 'device'::text, 'outlet'::text, 'revenue'::text, 'alerts'::text, 'sessionEnded'::text, 'accessChanged'::text])));
ALTER TABLE live_event ADD CONSTRAINT live_event_outlet_check CHECK (((outlet_id IS NULL) = (name = ANY (ARRAY['sessionEnded'::text, 'accessChanged'::text]))));
ALTER TABLE live_event ADD CONSTRAINT live_event_pkey PRIMARY KEY (event_id);
ALTER TABLE login_key ADD CONSTRAINT login_key_pkey PRIMARY KEY (key_id);
ALTER TABLE login_known_address ADD CONSTRAINT login_known_address_pkey PRIMARY KEY (account_id, address_hash);
ALTER TABLE login_known_browser ADD CONSTRAINT login_known_browser_pkey PRIMARY KEY (account_id, browser_hash);
ALTER TABLE login_nonce ADD CONSTRAINT login_nonce_pkey PRIMARY KEY (nonce_hash);
ALTER TABLE moved_order ADD CONSTRAINT moved_order_pkey PRIMARY KEY (order_id);
ALTER TABLE notification_mute ADD CONSTRAINT notification_mute_account_id_outlet_id_kind_key UNIQUE NULLS NOT DISTINCT (account_id, outlet_id, kind);
ALTER TABLE notification_mute ADD CONSTRAINT notification_mute_check CHECK ((num_nonnulls(outlet_id, kind) = 1));
ALTER TABLE notification_settings ADD CONSTRAINT notification_settings_check CHECK (((quiet_from IS NULL) = (quiet_to IS NULL)));
ALTER TABLE notification_settings ADD CONSTRAINT notification_settings_check1 CHECK ((quiet_from <> quiet_to));
ALTER TABLE notification_settings ADD CONSTRAINT notification_settings_email_check CHECK ((length(email) <= 254));
ALTER TABLE notification_settings ADD CONSTRAINT notification_settings_language_check CHECK ((language = ANY (ARRAY['en_US'::text, 'zh_CN'::text, 'zh_TW'::text, 'id_ID'::text])));
ALTER TABLE notification_settings ADD CONSTRAINT notification_settings_pkey PRIMARY KEY (account_id);
ALTER TABLE notification_settings ADD CONSTRAINT notification_settings_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439)));
ALTER TABLE notification_settings ADD CONSTRAINT notification_settings_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 1439)));
ALTER TABLE open_order ADD CONSTRAINT open_order_pkey PRIMARY KEY (order_id);
ALTER TABLE open_order ADD CONSTRAINT open_order_status_check CHECK ((status = ANY (ARRAY['unpaid'::text, 'paid'::text, 'starting'::text, 'running'::text])));
ALTER TABLE order_rollup ADD CONSTRAINT order_rollup_grain_check CHECK ((grain = ANY (ARRAY['quarter'::text, 'day'::text, 'month'::text])));
ALTER TABLE order_rollup ADD CONSTRAINT order_rollup_pkey PRIMARY KEY (outlet_id, grain, starts_at, device_id, pay_type, status);
ALTER TABLE order_rollup ADD CONSTRAINT order_rollup_status_check CHECK ((status = ANY (ARRAY['completed'::text, 'cancelled'::text, 'failed'::text, 'refunded'::text])));
ALTER TABLE order_ticket ADD CONSTRAINT order_ticket_pkey PRIMARY KEY (ticket_hash);
ALTER TABLE order_transfer ADD CONSTRAINT order_transfer_minutes_check CHECK (((minutes >= 1) AND (minutes <= 600)));
ALTER TABLE order_transfer ADD CONSTRAINT order_transfer_pkey PRIMARY KEY (order_id);
ALTER TABLE order_transfer ADD CONSTRAINT order_transfer_transfer_order_id_key UNIQUE (transfer_order_id);
ALTER TABLE order_transition ADD CONSTRAINT order_transition_pkey PRIMARY KEY (order_id, step);
ALTER TABLE orders ADD CONSTRAINT orders_amount_minor_check CHECK ((amount_minor >= 0));
ALTER TABLE orders ADD CONSTRAINT orders_check CHECK (((refunded_minor >= 0) AND (refunded_minor <= amount_minor)));
ALTER TABLE orders ADD CONSTRAINT orders_check1 CHECK (((status <> 'running'::text) OR ((started_at IS NOT NULL) AND (ends_at IS NOT NULL))));
ALTER TABLE orders ADD CONSTRAINT orders_currency_check CHECK ((currency = ANY (ARRAY['PHP'::text, 'MYR'::text, 'CNY'::text, 'IDR'::text])));
ALTER TABLE orders ADD CONSTRAINT orders_end_reason CHECK ((end_reason = ANY (ARRAY['finished'::text, 'stopped'::text, 'fault'::text, 'powerLoss'::text, 'silent'::text, 'startDeadline'::text, 'refused'::text, 'deviceTaken'::text, 'deviceUnavailable'::text, 'paymentTimeout'::text, 'paymentRefused'::text, 'runEnded'::text])));
ALTER TABLE orders ADD CONSTRAINT orders_extended_minutes_check CHECK ((extended_minutes >= 0));
ALTER TABLE orders ADD CONSTRAINT orders_gear_check CHECK (((gear >= 1) AND (gear <= 99)));
ALTER TABLE orders ADD CONSTRAINT orders_id_holds_time CHECK (((order_id >= order_id_floor(ordered_at)) AND ((order_type = 'coin'::text) OR (order_id < order_id_floor((ordered_at + '00:00:00.001'::interval))))));
ALTER TABLE orders ADD CONSTRAINT orders_minutes_check CHECK (((minutes >= 0) AND (minutes <= 600)));
ALTER TABLE orders ADD CONSTRAINT orders_order_type_check CHECK ((order_type = ANY (ARRAY['online'::text, 'cashCoupon'::text, 'coin'::text, 'counter'::text, 'coupon'::text, 'transfer'::text])));
ALTER TABLE orders ADD CONSTRAINT orders_pay_type_check CHECK ((pay_type = ANY (ARRAY['online'::text, 'cash'::text, 'coin'::text, 'cashCoupon'::text, 'coupon'::text, 'transfer'::text])));
ALTER TABLE orders ADD CONSTRAINT orders_payer CHECK (((num_nonnulls(customer_id, account_id) <= 1) OR ((pay_type = 'cash'::text) AND (parent_order_id IS NOT NULL))));
ALTER TABLE orders ADD CONSTRAINT orders_pkey PRIMARY KEY (order_id);
ALTER TABLE orders ADD CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['unpaid'::text, 'paid'::text, 'starting'::text, 'running'::text, 'completed'::text, 'cancelled'::text, 'failed'::text, 'refunded'::text])));
ALTER TABLE orders ADD CONSTRAINT orders_transfer_is_free CHECK (((pay_type <> 'transfer'::text) OR ((amount_minor = 0) AND (order_type = 'transfer'::text))));
ALTER TABLE outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (outbox_id);
ALTER TABLE outlet ADD CONSTRAINT outlet_contact_check CHECK ((jsonb_typeof(contact) = 'object'::text));
ALTER TABLE outlet ADD CONSTRAINT outlet_currency_check CHECK ((currency = ANY (ARRAY['PHP'::text, 'MYR'::text, 'CNY'::text, 'IDR'::text])));
ALTER TABLE outlet ADD CONSTRAINT outlet_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision)));
ALTER TABLE outlet ADD CONSTRAINT outlet_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)));
ALTER TABLE outlet ADD CONSTRAINT outlet_opening_hours_check CHECK (((jsonb_typeof(opening_hours) = 'array'::text) AND (jsonb_array_length(opening_hours) = 7)));
ALTER TABLE outlet ADD CONSTRAINT outlet_outlet_id_check CHECK ((outlet_id ~ '^[A-Za-z0-9_-]{1,32}$'::text));
ALTER TABLE outlet ADD CONSTRAINT outlet_pkey PRIMARY KEY (outlet_id);
ALTER TABLE outlet ADD CONSTRAINT outlet_refund_policy_check CHECK ((refund_policy = ANY (ARRAY['none'::text, 'proportional'::text, 'full'::text])));
ALTER TABLE outlet_manager ADD CONSTRAINT outlet_manager_pkey PRIMARY KEY (outlet_id, account_id);
ALTER TABLE outlet_order_rollup ADD CONSTRAINT outlet_order_rollup_grain_check CHECK ((grain = ANY (ARRAY['quarter'::text, 'day'::text, 'month'::text])));
ALTER TABLE outlet_order_rollup ADD CONSTRAINT outlet_order_rollup_pkey PRIMARY KEY (outlet_id, grain, starts_at);
ALTER TABLE outlet_rollup ADD CONSTRAINT outlet_rollup_grain_check CHECK ((grain = ANY (ARRAY['quarter'::text, 'day'::text, 'month'::text])));
ALTER TABLE outlet_rollup ADD CONSTRAINT outlet_rollup_pkey PRIMARY KEY (outlet_id, grain, starts_at, currency);
ALTER TABLE payment ADD CONSTRAINT payment_amount_minor_check CHECK ((amount_minor > 0));
ALTER TABLE payment ADD CONSTRAINT payment_order_id_key UNIQUE (order_id);
ALTER TABLE payment ADD CONSTRAINT payment_pkey PRIMARY KEY (payment_id);
ALTER TABLE payment ADD CONSTRAINT payment_provider_provider_ref_key UNIQUE (provider, provider_ref);
ALTER TABLE payment ADD CONSTRAINT payment_state_check CHECK ((state = ANY (ARRAY['created'::text, 'confirmed'::text, 'refused'::text, 'expired'::text])));
ALTER TABLE position_proposal ADD CONSTRAINT position_proposal_check CHECK (((latitude <> (0)::double precision) OR (longitude <> (0)::double precision)));
ALTER TABLE position_proposal ADD CONSTRAINT position_proposal_check1 CHECK (((status = 'waiting'::text) = (decided_at IS NULL)));
ALTER TABLE position_proposal ADD CONSTRAINT position_proposal_check2 CHECK (((decided_at IS NULL) = (decided_by IS NULL)));
ALTER TABLE position_proposal ADD CONSTRAINT position_proposal_check3 CHECK (((status = 'refused'::text) = (reason IS NOT NULL)));
ALTER TABLE position_proposal ADD CONSTRAINT position_proposal_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision)));
ALTER TABLE position_proposal ADD CONSTRAINT position_proposal_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)));
ALTER TABLE position_proposal ADD CONSTRAINT position_proposal_pkey PRIMARY KEY (proposal_id);
ALTER TABLE position_proposal ADD CONSTRAINT position_proposal_reason_check CHECK ((reason <> ''::text));
ALTER TABLE position_proposal ADD CONSTRAINT position_proposal_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'replaced'::text, 'accepted'::text, 'refused'::text])));
ALTER TABLE price ADD CONSTRAINT price_amount_minor_check CHECK (((amount_minor >= 0) AND (amount_minor <= '1000000000000'::bigint)));
ALTER TABLE price ADD CONSTRAINT price_gear_check CHECK (((gear >= 1) AND (gear <= 99)));
ALTER TABLE price ADD CONSTRAINT price_minutes_check CHECK (((minutes >= 1) AND (minutes <= 600)));
ALTER TABLE price ADD CONSTRAINT price_names_check CHECK ((jsonb_typeof(names) = 'object'::text));
ALTER TABLE price ADD CONSTRAINT price_pkey PRIMARY KEY (price_id);
ALTER TABLE price_group ADD CONSTRAINT price_group_coins_per_minute_check CHECK (((coins_per_minute >= 1) AND (coins_per_minute <= 600)));
ALTER TABLE price_group ADD CONSTRAINT price_group_currency_check CHECK ((currency = ANY (ARRAY['PHP'::text, 'MYR'::text, 'CNY'::text, 'IDR'::text])));
ALTER TABLE price_group ADD CONSTRAINT price_group_pkey PRIMARY KEY (price_group_id);
ALTER TABLE price_group ADD CONSTRAINT price_group_price_group_id_check CHECK ((price_group_id ~ '^[A-Za-z0-9_-]{1,32}$'::text));
ALTER TABLE provider_comparison ADD CONSTRAINT provider_comparison_pkey PRIMARY KEY (provider);
ALTER TABLE provider_event ADD CONSTRAINT provider_event_pkey PRIMARY KEY (provider, event_id);
ALTER TABLE push_subscription ADD CONSTRAINT push_subscription_endpoint_check CHECK ((length(endpoint) <= 1024));
ALTER TABLE push_subscription ADD CONSTRAINT push_subscription_endpoint_key UNIQUE (endpoint);
ALTER TABLE push_subscription ADD CONSTRAINT push_subscription_language_check CHECK ((language = ANY (ARRAY['en_US'::text, 'zh_CN'::text, 'zh_TW'::text, 'id_ID'::text])));
ALTER TABLE push_subscription ADD CONSTRAINT push_subscription_pkey PRIMARY KEY (subscription_id);
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_amount_minor_check CHECK ((amount_minor >= 0));
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_check CHECK (((state = 'waiting'::text) = (decided_at IS NULL)));
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_check1 CHECK (((decided_at IS NULL) = (decided_by IS NULL)));
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_check2 CHECK (((state <> 'accepted'::text) OR (amount_minor > 0)));
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_currency_check CHECK ((currency = ANY (ARRAY['PHP'::text, 'MYR'::text, 'CNY'::text, 'IDR'::text])));
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_gear_check CHECK (((gear >= 1) AND (gear <= 99)));
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_pkey PRIMARY KEY (device_id, epoch, seq);
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_reason_check CHECK ((reason = ANY (ARRAY['amount'::text, 'counter'::text, 'epoch'::text, 'currency'::text, 'state'::text, 'earnings'::text, 'rate'::text])));
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_seconds_check CHECK ((seconds >= 0));
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'rejected'::text])));
ALTER TABLE refund ADD CONSTRAINT refund_amount_minor_check CHECK (((amount_minor > 0) OR ((amount_minor = 0) AND (state = 'returned'::text))));
ALTER TABLE refund ADD CONSTRAINT refund_order_id_reason_key UNIQUE (order_id, reason);
ALTER TABLE refund ADD CONSTRAINT refund_pkey PRIMARY KEY (refund_id);
ALTER TABLE refund ADD CONSTRAINT refund_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'onItsWay'::text, 'returned'::text, 'needsAttention'::text])));
ALTER TABLE refund_request ADD CONSTRAINT refund_request_amount_minor_check CHECK ((amount_minor > 0));
ALTER TABLE refund_request ADD CONSTRAINT refund_request_check CHECK (((state = 'requested'::text) = (decided_at IS NULL)));
ALTER TABLE refund_request ADD CONSTRAINT refund_request_check1 CHECK (((decided_at IS NULL) = (decided_by IS NULL)));
ALTER TABLE refund_request ADD CONSTRAINT refund_request_check2 CHECK (((state = 'approved'::text) = (refund_id IS NOT NULL)));
ALTER TABLE refund_request ADD CONSTRAINT refund_request_check3 CHECK (((state <> 'refused'::text) OR (decision IS NOT NULL)));
ALTER TABLE refund_request ADD CONSTRAINT refund_request_decision_check CHECK ((decision <> ''::text));
ALTER TABLE refund_request ADD CONSTRAINT refund_request_feedback_id_key UNIQUE (feedback_id);
ALTER TABLE refund_request ADD CONSTRAINT refund_request_pkey PRIMARY KEY (request_id);
ALTER TABLE refund_request ADD CONSTRAINT refund_request_reason_check CHECK ((reason <> ''::text));
ALTER TABLE refund_request ADD CONSTRAINT refund_request_refund_id_key UNIQUE (refund_id);
ALTER TABLE refund_request ADD CONSTRAINT refund_request_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'refused'::text])));
ALTER TABLE revenue_rollup ADD CONSTRAINT revenue_rollup_grain_check CHECK ((grain = ANY (ARRAY['quarter'::text, 'day'::text, 'month'::text])));
ALTER TABLE revenue_rollup ADD CONSTRAINT revenue_rollup_pkey PRIMARY KEY (outlet_id, grain, starts_at, device_id, currency);
ALTER TABLE server_key ADD CONSTRAINT server_key_pkey PRIMARY KEY (key_id);
ALTER TABLE server_key ADD CONSTRAINT server_key_purpose_check CHECK ((purpose = ANY (ARRAY['guestToken'::text, 'upload'::text, 'vapid'::text])));
ALTER TABLE session ADD CONSTRAINT session_browser_check CHECK ((length(browser) <= 40));
ALTER TABLE session ADD CONSTRAINT session_check CHECK ((num_nonnulls(account_id, customer_id) = 1));
ALTER TABLE session ADD CONSTRAINT session_check1 CHECK (((ended_at IS NULL) = (end_reason IS NULL)));
ALTER TABLE session ADD CONSTRAINT session_end_reason_check CHECK ((end_reason = ANY (ARRAY['logout'::text, 'loggedInElsewhere'::text, 'disabled'::text, 'passwordChanged'::text])));
ALTER TABLE session ADD CONSTRAINT session_pkey PRIMARY KEY (token_hash);
ALTER TABLE session ADD CONSTRAINT session_platform_check CHECK ((length(platform) <= 40));
ALTER TABLE test_run ADD CONSTRAINT test_run_pkey PRIMARY KEY (test_run_id);
ALTER TABLE test_run ADD CONSTRAINT test_run_ran_seconds_check CHECK ((ran_seconds >= 0));
ALTER TABLE transfer_part ADD CONSTRAINT transfer_part_pkey PRIMARY KEY (order_id);
ALTER TABLE transfer_part ADD CONSTRAINT transfer_part_refund_minor_check CHECK ((refund_minor >= 0));
ALTER TABLE transfer_part ADD CONSTRAINT transfer_part_value_minor_check CHECK ((value_minor >= 0));
ALTER TABLE try_window ADD CONSTRAINT try_window_pkey PRIMARY KEY (subject, window_start);
ALTER TABLE unpaid_order ADD CONSTRAINT unpaid_order_pkey PRIMARY KEY (order_id);
ALTER TABLE upload ADD CONSTRAINT upload_bytes_check CHECK ((bytes > 0));
ALTER TABLE upload ADD CONSTRAINT upload_check CHECK (starts_with(key, (dir || '/'::text)));
ALTER TABLE upload ADD CONSTRAINT upload_check1 CHECK ((num_nonnulls(customer_id, account_id) = 1));
ALTER TABLE upload ADD CONSTRAINT upload_check2 CHECK ((num_nonnulls(key, kind, content_type, bytes, stored_at) = ANY (ARRAY[0, 5])));
ALTER TABLE upload ADD CONSTRAINT upload_check3 CHECK (((feedback_id IS NULL) OR (stored_at IS NOT NULL)));
ALTER TABLE upload ADD CONSTRAINT upload_check4 CHECK (((feedback_id IS NULL) = ("position" IS NULL)));
ALTER TABLE upload ADD CONSTRAINT upload_collection_id_key UNIQUE (collection_id);
ALTER TABLE upload ADD CONSTRAINT upload_collection_picture CHECK (((collection_id IS NULL) OR ((stored_at IS NOT NULL) AND (kind = 'picture'::text))));
ALTER TABLE upload ADD CONSTRAINT upload_dir_check CHECK ((dir ~ '^[A-Za-z0-9_-]{1,32}/[0-9]{8}/[A-Za-z0-9_-]{22}$'::text));
ALTER TABLE upload ADD CONSTRAINT upload_key_key UNIQUE (key);
ALTER TABLE upload ADD CONSTRAINT upload_kind_check CHECK ((kind = ANY (ARRAY['picture'::text, 'video'::text])));
ALTER TABLE upload ADD CONSTRAINT upload_pkey PRIMARY KEY (dir);
ALTER TABLE upload ADD CONSTRAINT upload_used_once CHECK ((num_nonnulls(feedback_id, collection_id) <= 1));
ALTER TABLE upload_usage ADD CONSTRAINT upload_usage_bytes_check CHECK ((bytes > 0));
ALTER TABLE upload_usage ADD CONSTRAINT upload_usage_files_check CHECK ((files > 0));
ALTER TABLE upload_usage ADD CONSTRAINT upload_usage_pkey PRIMARY KEY (day, subject);
ALTER TABLE advert ADD CONSTRAINT advert_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE alert ADD CONSTRAINT alert_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE alert ADD CONSTRAINT alert_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE alert_snooze ADD CONSTRAINT alert_snooze_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
ALTER TABLE alert_snooze ADD CONSTRAINT alert_snooze_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES alert(alert_id) ON DELETE CASCADE;
ALTER TABLE attention_case ADD CONSTRAINT attention_case_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE attention_case ADD CONSTRAINT attention_case_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_collected_by_fkey FOREIGN KEY (collected_by) REFERENCES account(account_id);
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_corrects_id_device_id_outlet_id_currency_c_fkey FOREIGN KEY (corrects_id, device_id, outlet_id, currency, collected_at, collected_by, coins_total_minor) REFERENCES cash_collection(collection_id, device_id, outlet_id, currency, collected_at, collected_by, coins_total_minor);
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_moved_from_id_fkey FOREIGN KEY (moved_from_id) REFERENCES cash_collection(collection_id);
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES account(account_id);
ALTER TABLE chair_command ADD CONSTRAINT chair_command_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE chair_command ADD CONSTRAINT chair_command_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE chair_command ADD CONSTRAINT chair_command_test_run_id_fkey FOREIGN KEY (test_run_id) REFERENCES test_run(test_run_id);
ALTER TABLE chair_epoch ADD CONSTRAINT chair_epoch_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE chair_event ADD CONSTRAINT chair_event_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE coin_gap ADD CONSTRAINT coin_gap_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE coin_meter ADD CONSTRAINT coin_meter_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE coin_run ADD CONSTRAINT coin_run_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE coin_run ADD CONSTRAINT coin_run_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE coupon_customer_use ADD CONSTRAINT coupon_customer_use_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupon(coupon_id);
ALTER TABLE coupon_customer_use ADD CONSTRAINT coupon_customer_use_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(customer_id);
ALTER TABLE customer_order_grant ADD CONSTRAINT customer_order_grant_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(customer_id);
ALTER TABLE customer_order_grant ADD CONSTRAINT customer_order_grant_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE device ADD CONSTRAINT device_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE device ADD CONSTRAINT device_price_group_id_fkey FOREIGN KEY (price_group_id) REFERENCES price_group(price_group_id);
ALTER TABLE device_absence ADD CONSTRAINT device_absence_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE device_absence ADD CONSTRAINT device_absence_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE device_configuration ADD CONSTRAINT device_configuration_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE device_move ADD CONSTRAINT device_move_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE device_move ADD CONSTRAINT device_move_from_outlet_id_fkey FOREIGN KEY (from_outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE device_reported_configuration ADD CONSTRAINT device_reported_configuration_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE device_usual_income ADD CONSTRAINT device_usual_income_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE device_usual_income ADD CONSTRAINT device_usual_income_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE dispute ADD CONSTRAINT dispute_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE dispute ADD CONSTRAINT dispute_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id);
ALTER TABLE feedback ADD CONSTRAINT feedback_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
ALTER TABLE feedback ADD CONSTRAINT feedback_coupon_code_fkey FOREIGN KEY (coupon_code) REFERENCES coupon(code);
ALTER TABLE feedback ADD CONSTRAINT feedback_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(customer_id);
ALTER TABLE feedback ADD CONSTRAINT feedback_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE feedback ADD CONSTRAINT feedback_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE feedback ADD CONSTRAINT feedback_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE feedback_answer ADD CONSTRAINT feedback_answer_coupon_code_fkey FOREIGN KEY (coupon_code) REFERENCES coupon(code);
ALTER TABLE feedback_answer ADD CONSTRAINT feedback_answer_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback(feedback_id);
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_coupon_code_fkey FOREIGN KEY (coupon_code) REFERENCES coupon(code);
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback(feedback_id);
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE gift_coupon ADD CONSTRAINT gift_coupon_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE login_known_address ADD CONSTRAINT login_known_address_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
ALTER TABLE login_known_browser ADD CONSTRAINT login_known_browser_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
ALTER TABLE login_nonce ADD CONSTRAINT login_nonce_key_id_fkey FOREIGN KEY (key_id) REFERENCES login_key(key_id) ON DELETE CASCADE;
ALTER TABLE moved_order ADD CONSTRAINT moved_order_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE notification_mute ADD CONSTRAINT notification_mute_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE;
ALTER TABLE notification_mute ADD CONSTRAINT notification_mute_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id) ON DELETE CASCADE;
ALTER TABLE notification_settings ADD CONSTRAINT notification_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE;
ALTER TABLE order_ticket ADD CONSTRAINT order_ticket_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE order_transfer ADD CONSTRAINT order_transfer_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE order_transfer ADD CONSTRAINT order_transfer_price_group_id_fkey FOREIGN KEY (price_group_id) REFERENCES price_group(price_group_id);
ALTER TABLE order_transfer ADD CONSTRAINT order_transfer_transfer_order_id_fkey FOREIGN KEY (transfer_order_id) REFERENCES orders(order_id);
ALTER TABLE order_transition ADD CONSTRAINT order_transition_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE orders ADD CONSTRAINT orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
ALTER TABLE orders ADD CONSTRAINT orders_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupon(coupon_id);
ALTER TABLE orders ADD CONSTRAINT orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(customer_id);
ALTER TABLE orders ADD CONSTRAINT orders_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE orders ADD CONSTRAINT orders_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE orders ADD CONSTRAINT orders_parent_order_id_fkey FOREIGN KEY (parent_order_id) REFERENCES orders(order_id);
ALTER TABLE orders ADD CONSTRAINT orders_price_id_fkey FOREIGN KEY (price_id) REFERENCES price(price_id);
ALTER TABLE outlet_manager ADD CONSTRAINT outlet_manager_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
ALTER TABLE outlet_manager ADD CONSTRAINT outlet_manager_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE payment ADD CONSTRAINT payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE position_proposal ADD CONSTRAINT position_proposal_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE position_proposal ADD CONSTRAINT position_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES account(account_id);
ALTER TABLE price ADD CONSTRAINT price_price_group_id_fkey FOREIGN KEY (price_group_id) REFERENCES price_group(price_group_id);
ALTER TABLE push_subscription ADD CONSTRAINT push_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id) ON DELETE CASCADE;
ALTER TABLE push_subscription ADD CONSTRAINT push_subscription_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES session(token_hash) ON DELETE CASCADE;
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE quarantined_coin ADD CONSTRAINT quarantined_coin_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE refund ADD CONSTRAINT refund_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE refund ADD CONSTRAINT refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(payment_id);
ALTER TABLE refund_request ADD CONSTRAINT refund_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
ALTER TABLE refund_request ADD CONSTRAINT refund_request_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback(feedback_id);
ALTER TABLE refund_request ADD CONSTRAINT refund_request_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE refund_request ADD CONSTRAINT refund_request_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(refund_id);
ALTER TABLE session ADD CONSTRAINT session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
ALTER TABLE session ADD CONSTRAINT session_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(customer_id);
ALTER TABLE test_run ADD CONSTRAINT test_run_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
ALTER TABLE test_run ADD CONSTRAINT test_run_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(device_id);
ALTER TABLE test_run ADD CONSTRAINT test_run_outlet_id_fkey FOREIGN KEY (outlet_id) REFERENCES outlet(outlet_id);
ALTER TABLE transfer_part ADD CONSTRAINT transfer_part_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES order_transfer(order_id);
ALTER TABLE transfer_part ADD CONSTRAINT transfer_part_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id);
ALTER TABLE upload ADD CONSTRAINT upload_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id);
ALTER TABLE upload ADD CONSTRAINT upload_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES cash_collection(collection_id);
ALTER TABLE upload ADD CONSTRAINT upload_feedback_id_fkey FOREIGN KEY (feedback_id) REFERENCES feedback(feedback_id);

CREATE UNIQUE INDEX account_login_name ON public.account USING btree (lower((login_name COLLATE "C"))) WHERE (deleted_at IS NULL);
CREATE INDEX alert_device ON public.alert USING btree (device_id, opened_at DESC);
CREATE UNIQUE INDEX alert_open_cause ON public.alert USING btree (cause) WHERE (resolved_at IS NULL);
CREATE INDEX alert_open_outlet ON public.alert USING btree (outlet_id) WHERE (resolved_at IS NULL);
CREATE INDEX alert_resolved_outlet ON public.alert USING btree (outlet_id, resolved_at DESC) WHERE (resolved_at IS NOT NULL);
CREATE INDEX audit_entry_subject ON public.audit_entry USING btree (subject, audit_id);
CREATE UNIQUE INDEX cash_collection_of_box ON public.cash_collection USING btree (device_id, collected_at) WHERE (kind = 'collection'::text);
CREATE INDEX cash_collection_of_outlet ON public.cash_collection USING btree (outlet_id, collected_at DESC);
CREATE INDEX cash_collection_total_of_box ON public.cash_collection USING btree (device_id, coins_total_minor) WHERE (kind = 'collection'::text);
CREATE UNIQUE INDEX cash_collection_void_of_box ON public.cash_collection USING btree (device_id, collected_at) WHERE (kind = 'void'::text);
CREATE INDEX chair_command_configure ON public.chair_command USING btree (device_id, created_at DESC) WHERE (type = 'configure'::text);
CREATE INDEX chair_command_identify ON public.chair_command USING btree (device_id, created_at DESC) WHERE (type = 'identify'::text);
CREATE UNIQUE INDEX chair_command_one_extend ON public.chair_command USING btree (extension_order_id, attempt) WHERE (extension_order_id IS NOT NULL);
CREATE UNIQUE INDEX chair_command_one_start ON public.chair_command USING btree (order_id, attempt) WHERE (type = 'start'::text);
CREATE INDEX chair_command_order ON public.chair_command USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX chair_command_test_run ON public.chair_command USING btree (test_run_id) WHERE ((type = 'start'::text) AND (test_run_id IS NOT NULL));
CREATE INDEX chair_command_test_run_stop ON public.chair_command USING btree (test_run_id) WHERE ((type = 'stop'::text) AND (test_run_id IS NOT NULL));
CREATE INDEX chair_event_faults ON public.chair_event USING btree (device_id, occurred_at DESC) WHERE (type = ANY (ARRAY['fault'::text, 'cleared'::text]));
CREATE INDEX chair_event_starts ON public.chair_event USING btree (device_id, COALESCE((payload ->> 'orderId'::text), (payload ->> 'runId'::text))) WHERE (type = 'started'::text);
CREATE UNIQUE INDEX coin_run_order ON public.coin_run USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX coin_run_too_long ON public.coin_run USING btree (device_id) WHERE (ran_seconds > (bought_seconds + 1));
CREATE INDEX coupon_code_without_hyphens ON public.coupon USING btree (replace(code, '-'::text, ''::text) text_pattern_ops);
CREATE INDEX customer_order_grant_expiry ON public.customer_order_grant USING btree (expires_at);
CREATE INDEX customer_order_grant_order ON public.customer_order_grant USING btree (order_id);
CREATE INDEX device_outlet ON public.device USING btree (outlet_id, device_id);
CREATE INDEX device_unordered_run ON public.device USING btree (unordered_run_ends_at) WHERE (unordered_run_ends_at IS NOT NULL);
CREATE INDEX device_absence_ended ON public.device_absence USING btree (ended_at);
CREATE INDEX device_absence_of_outlet ON public.device_absence USING btree (outlet_id, began_at DESC);
CREATE UNIQUE INDEX device_absence_open ON public.device_absence USING btree (device_id) WHERE (ended_at IS NULL);
CREATE INDEX dispute_order ON public.dispute USING btree (order_id);
CREATE INDEX dispute_payment ON public.dispute USING btree (payment_id);
CREATE INDEX export_ticket_expiry ON public.export_ticket USING btree (expires_at);
CREATE INDEX feedback_device ON public.feedback USING btree (device_id, created_at DESC);
CREATE UNIQUE INDEX feedback_number ON public.feedback USING btree (order_id, number);
CREATE INDEX feedback_open ON public.feedback USING btree (outlet_id) WHERE (state = ANY (ARRAY['sent'::text, 'lookedAt'::text]));
CREATE INDEX feedback_order ON public.feedback USING btree (order_id, created_at DESC);
CREATE INDEX feedback_outlet ON public.feedback USING btree (outlet_id, created_at DESC, feedback_id DESC);
CREATE INDEX gift_coupon_order ON public.gift_coupon USING btree (order_id);
CREATE INDEX gift_coupon_outlet ON public.gift_coupon USING btree (outlet_id, created_at DESC, gift_id DESC);
CREATE INDEX gift_coupon_requested ON public.gift_coupon USING btree (created_at) WHERE (state = 'requested'::text);
CREATE INDEX idempotent_answer_age ON public.idempotent_answer USING btree (created_at);
CREATE INDEX ledger_entry_device ON public.ledger_entry USING btree (outlet_id, device_id, channel, occurred_at DESC, entry_id DESC);
CREATE INDEX ledger_entry_late ON public.ledger_entry USING btree (outlet_id, occurred_at) WHERE ((recorded_at - occurred_at) >= '20:00:00'::interval);
CREATE INDEX ledger_entry_order ON public.ledger_entry USING btree (order_id);
CREATE INDEX ledger_entry_outlet ON public.ledger_entry USING btree (outlet_id, channel, occurred_at DESC, entry_id DESC);
CREATE INDEX login_known_browser_age ON public.login_known_browser USING btree (last_login_at);
CREATE INDEX login_nonce_expiry ON public.login_nonce USING btree (expires_at);
CREATE INDEX moved_order_device ON public.moved_order USING btree (device_id, listed_id DESC);
CREATE INDEX moved_order_outlet ON public.moved_order USING btree (outlet_id, listed_id DESC);
CREATE INDEX open_order_deadline ON public.open_order USING btree (deadline_at) WHERE (deadline_at IS NOT NULL);
CREATE INDEX open_order_extends ON public.open_order USING btree (extends_order_id) WHERE (extends_order_id IS NOT NULL);
CREATE INDEX open_order_outlet ON public.open_order USING btree (outlet_id);
CREATE INDEX orders_one_extending ON public.open_order USING btree (extending_order_id) WHERE (extending_order_id IS NOT NULL);
CREATE UNIQUE INDEX orders_one_live ON public.open_order USING btree (holds_device_id);
CREATE INDEX order_ticket_expiry ON public.order_ticket USING btree (expires_at);
CREATE INDEX order_ticket_order ON public.order_ticket USING btree (order_id);
CREATE INDEX orders_cancelled ON ONLY public.orders USING btree (order_id) WHERE (status = 'cancelled'::text);
CREATE INDEX orders_coupon ON ONLY public.orders USING btree (coupon_id) WHERE (coupon_id IS NOT NULL);
CREATE INDEX orders_customer ON ONLY public.orders USING btree (customer_id, order_id DESC) WHERE (customer_id IS NOT NULL);
CREATE INDEX orders_device ON ONLY public.orders USING btree (device_id, order_id DESC);
CREATE INDEX orders_number_end ON ONLY public.orders USING btree (reverse(replace(order_number, '-'::text, ''::text)) text_pattern_ops);
CREATE INDEX orders_outlet ON ONLY public.orders USING btree (outlet_id, order_id DESC);
CREATE INDEX orders_parent ON ONLY public.orders USING btree (parent_order_id) WHERE (parent_order_id IS NOT NULL);
CREATE UNIQUE INDEX orders_outside_number ON public.orders_outside USING btree (order_number);
CREATE INDEX outbox_due ON public.outbox USING btree (kind, due_at, outbox_id);
CREATE INDEX outlet_manager_account ON public.outlet_manager USING btree (account_id);
CREATE INDEX payment_provider_start ON public.payment USING btree (upper(replace(provider_ref, '-'::text, ''::text)) text_pattern_ops);
CREATE INDEX payment_settled ON public.payment USING btree (provider, settled_at) WHERE (state = 'confirmed'::text);
CREATE UNIQUE INDEX payment_transaction_ref ON public.payment USING btree (provider, transaction_ref) WHERE (transaction_ref IS NOT NULL);
CREATE INDEX payment_transaction_start ON public.payment USING btree (upper(replace(transaction_ref, '-'::text, ''::text)) text_pattern_ops);
CREATE INDEX position_proposal_outlet ON public.position_proposal USING btree (outlet_id, proposal_id DESC);
CREATE UNIQUE INDEX position_proposal_waiting ON public.position_proposal USING btree (outlet_id) WHERE (status = 'waiting'::text);
CREATE UNIQUE INDEX price_current ON public.price USING btree (price_group_id, gear, minutes) WHERE (retired_at IS NULL);
CREATE UNIQUE INDEX price_popular ON public.price USING btree (price_group_id) WHERE (popular AND (retired_at IS NULL));
CREATE INDEX provider_event_age ON public.provider_event USING btree (received_at);
CREATE INDEX push_subscription_of_account ON public.push_subscription USING btree (account_id, created_at);
CREATE INDEX push_subscription_of_session ON public.push_subscription USING btree (session_hash);
CREATE INDEX quarantined_coin_device ON public.quarantined_coin USING btree (device_id, received_at DESC);
CREATE INDEX quarantined_coin_inserted ON public.quarantined_coin USING btree (device_id, occurred_at DESC);
CREATE INDEX quarantined_coin_waiting ON public.quarantined_coin USING btree (received_at) WHERE (state = 'waiting'::text);
CREATE INDEX refund_payment ON public.refund USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE UNIQUE INDEX refund_provider_ref ON public.refund USING btree (provider_ref) WHERE (provider_ref IS NOT NULL);
CREATE UNIQUE INDEX refund_request_one_open ON public.refund_request USING btree (order_id) WHERE (state = 'requested'::text);
CREATE INDEX refund_request_order ON public.refund_request USING btree (order_id, requested_at DESC);
CREATE INDEX server_key_newest ON public.server_key USING btree (purpose, created_at DESC);
CREATE INDEX session_customer ON public.session USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX session_ended ON public.session USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX session_expiry ON public.session USING btree (expires_at);
CREATE UNIQUE INDEX session_one_live ON public.session USING btree (account_id) WHERE ((ended_at IS NULL) AND (account_id IS NOT NULL));
CREATE INDEX test_run_device ON public.test_run USING btree (device_id, requested_at DESC);
CREATE INDEX transfer_part_offer ON public.transfer_part USING btree (offer_id);
CREATE INDEX unpaid_order_address ON public.unpaid_order USING btree (address_hash, placed_at);
CREATE INDEX unpaid_order_age ON public.unpaid_order USING btree (placed_at);
CREATE INDEX unpaid_order_coupon ON public.unpaid_order USING btree (coupon_id) WHERE (coupon_id IS NOT NULL);
CREATE INDEX unpaid_order_device ON public.unpaid_order USING btree (device_id, placed_at);
CREATE INDEX unpaid_order_sender ON public.unpaid_order USING btree (sender_id, placed_at);
CREATE INDEX upload_feedback ON public.upload USING btree (feedback_id, "position") WHERE (feedback_id IS NOT NULL);
CREATE INDEX upload_originals ON public.upload USING btree (issued_at) WHERE (((feedback_id IS NOT NULL) OR (collection_id IS NOT NULL)) AND (NOT originals_removed));
CREATE INDEX upload_unused ON public.upload USING btree (issued_at) WHERE ((feedback_id IS NULL) AND (collection_id IS NULL));
CREATE INDEX upload_unused_account ON public.upload USING btree (account_id, issued_at) WHERE ((feedback_id IS NULL) AND (collection_id IS NULL) AND (account_id IS NOT NULL));
CREATE INDEX upload_unused_address ON public.upload USING btree (address_hash, issued_at) WHERE ((feedback_id IS NULL) AND (collection_id IS NULL));
CREATE INDEX upload_unused_customer ON public.upload USING btree (customer_id, issued_at) WHERE ((feedback_id IS NULL) AND (collection_id IS NULL) AND (customer_id IS NOT NULL));
CREATE INDEX upload_used ON public.upload USING btree (stored_at) WHERE ((feedback_id IS NOT NULL) OR (collection_id IS NOT NULL));

CREATE TRIGGER announce_access_change AFTER UPDATE OF permissions, deleted_at ON public.account FOR EACH ROW WHEN (((old.permissions IS DISTINCT FROM new.permissions) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION announce_access_change();
CREATE TRIGGER cash_collection_kept BEFORE DELETE OR UPDATE ON public.cash_collection FOR EACH ROW EXECUTE FUNCTION keep_cash_collection();
CREATE TRIGGER feedback_answered AFTER INSERT OR UPDATE ON public.feedback FOR EACH ROW EXECUTE FUNCTION keep_feedback_answer();
CREATE TRIGGER live_event_locked BEFORE INSERT ON public.live_event FOR EACH STATEMENT EXECUTE FUNCTION lock_live_events();
CREATE TRIGGER order_transitions_follow_graph AFTER INSERT ON public.order_transition REFERENCING NEW TABLE AS transitions_after FOR EACH STATEMENT EXECUTE FUNCTION check_order_transitions();
CREATE TRIGGER ended_orders_born AFTER INSERT ON public.orders REFERENCING NEW TABLE AS orders_after FOR EACH STATEMENT EXECUTE FUNCTION count_ended_orders();
CREATE TRIGGER ended_orders_deleted AFTER DELETE ON public.orders REFERENCING OLD TABLE AS orders_before FOR EACH STATEMENT EXECUTE FUNCTION count_ended_orders();
CREATE TRIGGER ended_orders_moved AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS orders_before NEW TABLE AS orders_after FOR EACH STATEMENT EXECUTE FUNCTION count_ended_orders();
CREATE TRIGGER open_orders_begun AFTER INSERT ON public.orders REFERENCING NEW TABLE AS orders_after FOR EACH STATEMENT EXECUTE FUNCTION keep_open_orders();
CREATE TRIGGER open_orders_changed AFTER UPDATE ON public.orders REFERENCING NEW TABLE AS orders_after FOR EACH STATEMENT EXECUTE FUNCTION keep_open_orders();
CREATE TRIGGER order_status_begun AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION check_order_status();
CREATE TRIGGER order_status_moved AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION check_order_status();
CREATE TRIGGER order_time_moved AFTER UPDATE OF ordered_at ON public.orders FOR EACH ROW WHEN ((old.ordered_at IS DISTINCT FROM new.ordered_at)) EXECUTE FUNCTION keep_moved_order();
CREATE TRIGGER announce_access_change AFTER INSERT OR DELETE ON public.outlet_manager FOR EACH ROW EXECUTE FUNCTION announce_access_change();
CREATE TRIGGER price_kept BEFORE UPDATE ON public.price FOR EACH ROW EXECUTE FUNCTION keep_price();
CREATE TRIGGER price_group_kept BEFORE UPDATE ON public.price_group FOR EACH ROW EXECUTE FUNCTION keep_price_currency();
CREATE TRIGGER announce_session_end AFTER UPDATE OF ended_at ON public.session FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION announce_session_end();
CREATE TRIGGER session_ended AFTER UPDATE OF ended_at ON public.session FOR EACH ROW WHEN (((new.ended_at IS NOT NULL) AND (old.ended_at IS NULL) AND (new.account_id IS NOT NULL))) EXECUTE FUNCTION delete_push_subscriptions();

GRANT USAGE ON SCHEMA public TO reposo_app;
GRANT USAGE ON SEQUENCE audit_entry_audit_id_seq TO reposo_app;
GRANT USAGE ON SEQUENCE ledger_entry_entry_id_seq TO reposo_app;
GRANT USAGE ON SEQUENCE live_event_event_id_seq TO reposo_app;
GRANT USAGE ON SEQUENCE outbox_outbox_id_seq TO reposo_app;
GRANT INSERT, SELECT ON TABLE orders TO reposo_app;
GRANT INSERT, SELECT ON TABLE account TO reposo_app;
GRANT INSERT, SELECT ON TABLE advert TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE alert TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE alert_snooze TO reposo_app;
GRANT INSERT, SELECT ON TABLE attention_case TO reposo_app;
GRANT INSERT, SELECT ON TABLE audit_entry TO reposo_app;
GRANT INSERT, SELECT ON TABLE cash_collection TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE chair_command TO reposo_app;
GRANT INSERT, SELECT ON TABLE chair_epoch TO reposo_app;
GRANT INSERT, SELECT ON TABLE chair_event TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE coin_gap TO reposo_app;
GRANT INSERT, SELECT ON TABLE coin_meter TO reposo_app;
GRANT INSERT, SELECT ON TABLE coin_run TO reposo_app;
GRANT INSERT, SELECT ON TABLE coupon TO reposo_app;
GRANT INSERT, SELECT ON TABLE coupon_customer_use TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE customer TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE customer_order_grant TO reposo_app;
GRANT INSERT, SELECT ON TABLE device TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE device_absence TO reposo_app;
GRANT INSERT, SELECT ON TABLE device_configuration TO reposo_app;
GRANT INSERT, SELECT ON TABLE device_move TO reposo_app;
GRANT INSERT, SELECT ON TABLE device_reported_configuration TO reposo_app;
GRANT INSERT, SELECT ON TABLE device_usual_income TO reposo_app;
GRANT INSERT, SELECT ON TABLE dispute TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE export_ticket TO reposo_app;
GRANT INSERT, SELECT ON TABLE feedback TO reposo_app;
GRANT SELECT ON TABLE feedback_answer TO reposo_app;
GRANT INSERT, SELECT ON TABLE file_store TO reposo_app;
GRANT INSERT, SELECT ON TABLE gift_coupon TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE idempotent_answer TO reposo_app;
GRANT INSERT, SELECT ON TABLE ledger_entry TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE live_event TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE login_key TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE login_known_address TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE login_known_browser TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE login_nonce TO reposo_app;
GRANT SELECT ON TABLE moved_order TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE notification_mute TO reposo_app;
GRANT INSERT, SELECT ON TABLE notification_settings TO reposo_app;
GRANT SELECT ON TABLE open_order TO reposo_app;
GRANT SELECT ON TABLE order_rollup TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE order_ticket TO reposo_app;
GRANT INSERT, SELECT ON TABLE order_transfer TO reposo_app;
GRANT INSERT, SELECT ON TABLE order_transition TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE outbox TO reposo_app;
GRANT INSERT, SELECT ON TABLE outlet TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE outlet_manager TO reposo_app;
GRANT SELECT ON TABLE outlet_order_rollup TO reposo_app;
GRANT INSERT, SELECT ON TABLE outlet_rollup TO reposo_app;
GRANT INSERT, SELECT ON TABLE payment TO reposo_app;
GRANT INSERT, SELECT ON TABLE position_proposal TO reposo_app;
GRANT INSERT, SELECT ON TABLE price TO reposo_app;
GRANT INSERT, SELECT ON TABLE price_group TO reposo_app;
GRANT INSERT, SELECT ON TABLE provider_comparison TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE provider_event TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE push_subscription TO reposo_app;
GRANT INSERT, SELECT ON TABLE quarantined_coin TO reposo_app;
GRANT INSERT, SELECT ON TABLE refund TO reposo_app;
GRANT INSERT, SELECT ON TABLE refund_request TO reposo_app;
GRANT INSERT, SELECT ON TABLE revenue_rollup TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE server_key TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE session TO reposo_app;
GRANT INSERT, SELECT ON TABLE test_run TO reposo_app;
GRANT INSERT, SELECT ON TABLE transfer_part TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE try_window TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE unpaid_order TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE upload TO reposo_app;
GRANT DELETE, INSERT, SELECT ON TABLE upload_usage TO reposo_app;
GRANT UPDATE (password_hash, display_name, phone, permissions, country, currency, time_zone, disabled_at, password_expires_at) ON TABLE account TO reposo_app;
GRANT UPDATE (image_url, link_url, texts, "position", outlet_ids, valid_from, valid_until) ON TABLE advert TO reposo_app;
GRANT UPDATE (device_ids, since, quantity, amount_minor, fault, resolved_at, final_cost_minor) ON TABLE alert TO reposo_app;
GRANT UPDATE (until, quantity) ON TABLE alert_snooze TO reposo_app;
GRANT UPDATE (detail, opened_at, closed_at) ON TABLE attention_case TO reposo_app;
GRANT UPDATE (replied_at, outcome, reason, resent_at) ON TABLE chair_command TO reposo_app;
GRANT UPDATE (complete_up_to, highest_seq, counter_before_minor) ON TABLE chair_epoch TO reposo_app;
GRANT UPDATE (epoch, counter_minor, counted_at, allowance_minor, allowance_at, usual_day_minor, usual_on) ON TABLE coin_meter TO reposo_app;
GRANT UPDATE (order_id, bought_seconds, booked_seconds, started_at, ended_at, end_reason, ran_seconds) ON TABLE coin_run TO reposo_app;
GRANT UPDATE (property, value_minor, currency, max_uses, uses_taken, valid_from, valid_until, outlet_ids, gears, minutes, percent, max_uses_customer) ON TABLE coupon TO reposo_app;
GRANT UPDATE (uses) ON TABLE coupon_customer_use TO reposo_app;
GRANT UPDATE (expires_at) ON TABLE customer_order_grant TO reposo_app;
GRANT UPDATE (outlet_id, price_group_id, disabled_at, credential_hash, online, boot_id, firmware, fault, running, last_seen_at, unordered_run_ends_at, out_of_service_reason, broker_password, signal_dbm, moved_at, coin_counter_minor, coin_counter_at, takeovers, taken_over_at, identity_shared_since, earlier_boot_ids, is_taken_over) ON TABLE device TO reposo_app;
GRANT UPDATE (ended_at) ON TABLE device_absence TO reposo_app;
GRANT UPDATE (version, pulse_value_minor, volume, gears, reported_at) ON TABLE device_reported_configuration TO reposo_app;
GRANT UPDATE (outlet_id, computed_at, source, amounts_minor, starts) ON TABLE device_usual_income TO reposo_app;
GRANT UPDATE (amount_minor, reason, state, respond_by, reported_at, withdrawn_at, fee_minor, fee_currency, reinstated_at, reinstated_minor, reinstated_fee_minor) ON TABLE dispute TO reposo_app;
GRANT UPDATE (state, outcome, answer, coupon_code, answered_at, closed_at) ON TABLE feedback TO reposo_app;
GRANT UPDATE (state, coupon_code, decided_at, decided_by, decision) ON TABLE gift_coupon TO reposo_app;
GRANT UPDATE (request_hash, answer, created_at, holder, held_until) ON TABLE idempotent_answer TO reposo_app;
GRANT UPDATE (last_login_at) ON TABLE login_known_address TO reposo_app;
GRANT UPDATE (last_login_at) ON TABLE login_known_browser TO reposo_app;
GRANT UPDATE (email, language, quiet_from, quiet_to) ON TABLE notification_settings TO reposo_app;
GRANT UPDATE (transfer_order_id, settled_at) ON TABLE order_transfer TO reposo_app;
GRANT UPDATE (ordered_at, status, gear, minutes, amount_minor, refunded_minor, deadline_at, start_deadline_at, started_at, ends_at, ended_at, end_reason, extended_minutes) ON TABLE orders TO reposo_app;
GRANT UPDATE (due_at, attempts, last_error, claim) ON TABLE outbox TO reposo_app;
GRANT UPDATE (name, address, time_zone, currency, latitude, longitude, payment_providers, refund_policy, opening_hours, contact) ON TABLE outlet TO reposo_app;
GRANT UPDATE (online_minor, cash_minor, online_entries, cash_entries, dispute_minor) ON TABLE outlet_rollup TO reposo_app;
GRANT UPDATE (provider, provider_ref, state, redirect_url, qr_text, settled_at, looks, page_retry_at, page_error, transaction_ref) ON TABLE payment TO reposo_app;
GRANT UPDATE (status, decided_at, decided_by, reason) ON TABLE position_proposal TO reposo_app;
GRANT UPDATE (popular, retired_at) ON TABLE price TO reposo_app;
GRANT UPDATE (coins_per_minute) ON TABLE price_group TO reposo_app;
GRANT UPDATE (compared_until, next_at) ON TABLE provider_comparison TO reposo_app;
GRANT UPDATE (account_id, p256dh, auth, key_id, language, created_at, last_failed_at, session_hash) ON TABLE push_subscription TO reposo_app;
GRANT UPDATE (state, decided_at, decided_by, note, restarts_counter, is_expected) ON TABLE quarantined_coin TO reposo_app;
GRANT UPDATE (state, returned_at, provider_ref, looks, refused_ref, key_number) ON TABLE refund TO reposo_app;
GRANT UPDATE (state, refund_id, decided_at, decided_by, decision) ON TABLE refund_request TO reposo_app;
GRANT UPDATE (online_minor, cash_minor, online_entries, cash_entries, dispute_minor) ON TABLE revenue_rollup TO reposo_app;
GRANT UPDATE (last_used_at, expires_at, ended_at, end_reason) ON TABLE session TO reposo_app;
GRANT UPDATE (started_at, ended_at, ran_seconds) ON TABLE test_run TO reposo_app;
GRANT UPDATE (value_minor) ON TABLE transfer_part TO reposo_app;
GRANT UPDATE (tries) ON TABLE try_window TO reposo_app;
GRANT UPDATE (coupon_id) ON TABLE unpaid_order TO reposo_app;
GRANT UPDATE (receiver, held_until, key, kind, content_type, bytes, width, height, duration_seconds, has_poster, stored_at, feedback_id, "position", collection_id, originals_removed) ON TABLE upload TO reposo_app;
GRANT UPDATE (files, bytes) ON TABLE upload_usage TO reposo_app;
