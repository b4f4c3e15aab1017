-- Extensions of a running massage: orders of their own, children of the order whose run they lengthen.

-- What they have added to the run; null while nobody has ever asked for one, so that whoever locks an order knows
-- whether there is any to look for. On the order itself, since lists and countdowns read it with every order.
ALTER TABLE orders ADD COLUMN extended_minutes integer CHECK (extended_minutes >= 0);
-- Few orders have a parent, and only these are in it.
CREATE INDEX orders_parent ON orders (parent_order_id) WHERE parent_order_id IS NOT NULL;

ALTER TABLE orders DROP CONSTRAINT orders_end_reason_check1;
-- Not read through again: what stands in the table has held a narrower rule.
ALTER TABLE orders ADD CONSTRAINT orders_end_reason CHECK (end_reason IN ('finished', 'stopped', 'fault',
  'powerLoss', 'silent', 'startDeadline', 'refused', 'deviceTaken', 'deviceUnavailable', 'paymentTimeout',
  'paymentRefused', 'runEnded')) NOT VALID;

-- The extension that an extend command carries, beside the order that the chair knows its run by. One command an
-- extension, whoever sends it and however often: a second one would lengthen the run twice.
ALTER TABLE chair_command ADD COLUMN extension_order_id uuid;
CREATE UNIQUE INDEX chair_command_one_extend ON chair_command (extension_order_id) WHERE extension_order_id IS NOT NULL;

-- Whose run an open extension lengthens, and the same once more while the chair is being asked: one at a time, so
-- that what a chair says of its whole run tells whether it took it.
ALTER TABLE open_order ADD COLUMN extends_order_id uuid, ADD COLUMN extending_order_id uuid;
CREATE INDEX open_order_extends ON open_order (extends_order_id) WHERE extends_order_id IS NOT NULL;
-- At the commit: where one has been settled and the next is asked for, the rows may be written in any order.
ALTER TABLE open_order ADD CONSTRAINT orders_one_extending EXCLUDE USING btree (extending_order_id WITH =)
  WHERE (extending_order_id IS NOT NULL) DEFERRABLE INITIALLY DEFERRED;

CREATE OR REPLACE FUNCTION keep_open_orders() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  holds text := CASE WHEN NEW.status <> 'unpaid' AND NEW.parent_order_id IS NULL THEN NEW.device_id END;
  extending uuid := CASE WHEN NEW.status = 'starting' THEN NEW.parent_order_id END;
BEGIN
  IF NEW.status NOT IN ('unpaid', 'paid', 'starting', 'running') THEN
    DELETE FROM public.open_order WHERE order_id = NEW.order_id;
  ELSIF TG_OP = 'UPDATE' AND OLD.status IN ('unpaid', 'paid', 'starting', 'running') THEN
    UPDATE public.open_order SET holds_device_id = holds, status = NEW.status, ends_at = NEW.ends_at,
      deadline_at = NEW.deadline_at, extending_order_id = extending
    WHERE order_id = NEW.order_id;
  ELSE
    INSERT INTO public.open_order (order_id, outlet_id, device_id, holds_device_id, customer_id, pay_type, status,
      ends_at, deadline_at, extends_order_id, extending_order_id)
    VALUES (NEW.order_id, NEW.outlet_id, NEW.device_id, holds, NEW.customer_id, NEW.pay_type, NEW.status,
      NEW.ends_at, NEW.deadline_at, NEW.parent_order_id, extending);
  END IF;
  RETURN NULL;
END $$;

-- There were none before, but by hand.
UPDATE open_order open SET extends_order_id = o.parent_order_id,
  extending_order_id = CASE WHEN o.status = 'starting' THEN o.parent_order_id END
FROM orders o WHERE o.order_id = open.order_id AND o.parent_order_id IS NOT NULL;
UPDATE orders parent SET extended_minutes = coalesce(child.minutes, 0)
FROM (SELECT parent_order_id, sum(minutes) FILTER (WHERE status IN ('running', 'completed')) AS minutes
  FROM orders WHERE parent_order_id IS NOT NULL GROUP BY parent_order_id) AS child
WHERE parent.order_id = child.parent_order_id;
