-- A push subscription ends with the session that made it. An account has one live session at a time, so the subscriptions
-- that are newer than this session were made by it. All others are deleted: their browsers are logged out.
ALTER TABLE push_subscription ADD COLUMN session_hash bytea REFERENCES session (token_hash) ON DELETE CASCADE;
UPDATE push_subscription p SET session_hash = s.token_hash
FROM session s
WHERE s.account_id = p.account_id AND s.ended_at IS NULL AND p.created_at >= s.created_at;
DELETE FROM push_subscription WHERE session_hash IS NULL;
ALTER TABLE push_subscription ALTER COLUMN session_hash SET NOT NULL;
CREATE INDEX push_subscription_of_session ON push_subscription (session_hash);
GRANT UPDATE (session_hash) ON push_subscription TO reposo_app;

-- A trigger, because sessions are ended by several statements.
CREATE FUNCTION delete_push_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscription WHERE session_hash = NEW.token_hash;
  RETURN NULL;
END
$$;
CREATE TRIGGER session_ended AFTER UPDATE OF ended_at ON session FOR EACH ROW
WHEN (NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL AND NEW.account_id IS NOT NULL)
EXECUTE FUNCTION delete_push_subscriptions();

-- The device of a manager's session as shown on the account page; null if the browser did not identify itself.
ALTER TABLE session ADD COLUMN browser text CHECK (length(browser) <= 40),
  ADD COLUMN platform text CHECK (length(platform) <= 40);
