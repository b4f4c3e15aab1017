-- A coin order's time is that of the earliest coin of its run, which may arrive after others. The ID stays, since links
-- and ledger entries contain it, so its time is later than the order's.

-- Months were attached with a constraint of their own, which the parent's does not take along.
ALTER TABLE orders DROP CONSTRAINT orders_id_holds_time;
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'orders'::regclass LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS orders_id_holds_time', part);
  END LOOP;
END $$;
-- Existing rows satisfied a stricter rule.
ALTER TABLE orders ADD CONSTRAINT orders_id_holds_time CHECK (order_id >= order_id_floor(ordered_at)
  AND (order_type = 'coin' OR order_id < order_id_floor(ordered_at + interval '1 millisecond'))) NOT VALID;

-- The orders whose ID has another time than they have: few. Ranges of IDs do not find them, so lists and counts read
-- them from here. The database maintains it.
CREATE TABLE moved_order (
  order_id uuid PRIMARY KEY REFERENCES orders,
  outlet_id text NOT NULL,
  device_id text NOT NULL,
  -- The order's place in lists: the ID it would have if it began with its time.
  listed_id uuid NOT NULL
);
CREATE INDEX moved_order_outlet ON moved_order (outlet_id, listed_id DESC);
CREATE INDEX moved_order_device ON moved_order (device_id, listed_id DESC);
GRANT SELECT ON moved_order TO reposo_app;

CREATE FUNCTION keep_moved_order() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO public.moved_order AS moved (order_id, outlet_id, device_id, listed_id)
  VALUES (NEW.order_id, NEW.outlet_id, NEW.device_id,
    (substr(public.order_id_floor(NEW.ordered_at)::text, 1, 13) || substr(NEW.order_id::text, 14))::uuid)
  ON CONFLICT (order_id) DO UPDATE SET listed_id = excluded.listed_id;
  RETURN NULL;
END $$;
CREATE TRIGGER order_time_moved AFTER UPDATE OF ordered_at ON orders FOR EACH ROW
  WHEN (OLD.ordered_at IS DISTINCT FROM NEW.ordered_at) EXECUTE FUNCTION keep_moved_order();
