-- Orders and open pages name a price by its id: what it costs and gives never changes under that id. A price that differs
-- is retired, and a new one takes its place.
CREATE FUNCTION keep_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.price_id, NEW.price_group_id, NEW.gear, NEW.minutes, NEW.amount_minor)
    IS DISTINCT FROM (OLD.price_id, OLD.price_group_id, OLD.gear, OLD.minutes, OLD.amount_minor) THEN
    RAISE EXCEPTION 'a price never changes under its id' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER price_kept BEFORE UPDATE ON price FOR EACH ROW EXECUTE FUNCTION keep_price();

CREATE FUNCTION keep_price_currency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.currency IS DISTINCT FROM OLD.currency THEN
    RAISE EXCEPTION 'the currency of a price group never changes' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER price_group_kept BEFORE UPDATE ON price_group FOR EACH ROW EXECUTE FUNCTION keep_price_currency();
