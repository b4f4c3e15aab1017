-- A session that ends, and an account whose permissions or outlets change, is announced in the transaction of the
-- change. A stream of that session carries no event that was committed after it.
ALTER TABLE live_event DROP CONSTRAINT live_event_name_check;
ALTER TABLE live_event ADD CONSTRAINT live_event_name_check
  CHECK (name IN ('order', 'device', 'revenue', 'sessionEnded', 'accessChanged'));
ALTER TABLE live_event ALTER COLUMN outlet_id DROP NOT NULL;
ALTER TABLE live_event ADD CONSTRAINT live_event_outlet_check
  CHECK ((outlet_id IS NULL) = (name IN ('sessionEnded', 'accessChanged')));

CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_event (name, subject, created_at)
  VALUES ('sessionEnded', encode(NEW.token_hash, 'hex'), NEW.ended_at);
  RETURN NULL;
END
$$;

CREATE TRIGGER announce_session_end AFTER UPDATE OF ended_at ON session
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION announce_session_end();

CREATE FUNCTION announce_access_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO live_event (name, subject, created_at)
  VALUES ('accessChanged', coalesce(NEW.account_id, OLD.account_id)::text, now());
  RETURN NULL;
END
$$;

CREATE TRIGGER announce_access_change AFTER UPDATE OF permissions, deleted_at ON account
  FOR EACH ROW WHEN (OLD.permissions IS DISTINCT FROM NEW.permissions OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION announce_access_change();

CREATE TRIGGER announce_access_change AFTER INSERT OR DELETE ON outlet_manager
  FOR EACH ROW EXECUTE FUNCTION announce_access_change();
