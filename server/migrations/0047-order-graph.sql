-- The order's state machine, held by the database as well: what orders-rules.ts says, whoever writes.

CREATE FUNCTION order_may_move(from_status text, to_status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE from_status
  WHEN 'unpaid' THEN to_status IN ('paid', 'cancelled')
  WHEN 'paid' THEN to_status IN ('starting', 'failed')
  WHEN 'starting' THEN to_status IN ('running', 'failed')
  WHEN 'running' THEN to_status = 'completed'
  WHEN 'cancelled' THEN to_status = 'failed'
  WHEN 'failed' THEN to_status = 'refunded'
  ELSE false END;

CREATE FUNCTION order_may_begin(order_type text, status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE order_type
  WHEN 'online' THEN status = 'unpaid'
  WHEN 'coin' THEN status IN ('running', 'completed')
  ELSE order_type IN ('counter', 'cashCoupon', 'coupon') AND status = 'paid' END;

-- History that is imported from elsewhere may be written in parts, by an owner that says so for its transaction with
-- SET LOCAL reposo.importing_orders = 'on'. The application's role never may.
CREATE FUNCTION is_importing_orders() RETURNS boolean LANGUAGE sql STABLE
RETURN coalesce(current_setting('reposo.importing_orders', true), '') = 'on' AND current_user <> 'reposo_app';

-- A transition is a move of the graph and follows the one before it. Statuses that are passed through in one
-- transaction have a transition each. The order itself is not read: the months of orders make that several times dearer
-- than the rest, and its status is held to its last transition below.
CREATE FUNCTION check_order_transitions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  SELECT t.order_id, t.from_status, t.to_status, before.to_status AS last INTO wrong
  FROM transitions_after t
  LEFT JOIN public.order_transition before ON before.order_id = t.order_id AND before.step = t.step - 1
  WHERE NOT CASE WHEN t.step = 1 THEN t.from_status IS NULL
    ELSE coalesce(before.to_status = t.from_status, false) AND public.order_may_move(t.from_status, t.to_status) END
  LIMIT 1;
  IF FOUND AND NOT public.is_importing_orders() THEN
    RAISE EXCEPTION 'order % may not move from % to %', wrong.order_id, wrong.from_status, wrong.to_status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_moves_along_graph', TABLE = 'order_transition',
        DETAIL = format('Its last transition is to %s.', coalesce(wrong.last, 'nothing'));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER order_transitions_follow_graph AFTER INSERT ON order_transition REFERENCING NEW TABLE AS transitions_after
  FOR EACH STATEMENT EXECUTE FUNCTION check_order_transitions();

-- An order begins as its type does, and its status changes together with its transition only: whatever changed it went
-- along the graph.
CREATE FUNCTION check_order_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  first text := CASE WHEN TG_OP = 'INSERT'
    THEN (SELECT t.to_status FROM public.order_transition t WHERE t.order_id = NEW.order_id AND t.step = 1) END;
  last text := (SELECT t.to_status FROM public.order_transition t WHERE t.order_id = NEW.order_id
    ORDER BY t.step DESC LIMIT 1);
BEGIN
  IF (last IS DISTINCT FROM NEW.status OR (TG_OP = 'INSERT' AND public.order_may_begin(NEW.order_type, first) IS NOT TRUE))
    AND NOT public.is_importing_orders() THEN
    RAISE EXCEPTION 'order % may not become %', NEW.order_id, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'order_moves_along_graph', TABLE = 'orders',
        DETAIL = format('Its last transition is to %s.', coalesce(last, 'nothing'));
  END IF;
  RETURN NULL;
END $$;

-- Row by row, so that the many updates that leave the status alone cost nothing; on every month, present and future.
CREATE TRIGGER order_status_begun AFTER INSERT ON orders
  FOR EACH ROW EXECUTE FUNCTION check_order_status();
CREATE TRIGGER order_status_moved AFTER UPDATE OF status ON orders
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION check_order_status();
