-- Outbox, live events, stored replies, downloads, keys, and the audit trail.

-- Jobs with external effects, written in the transaction that causes them.
CREATE TABLE outbox (
  outbox_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind       text NOT NULL,
  subject    text NOT NULL,
  payload    jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  due_at     timestamptz NOT NULL,
  attempts   integer NOT NULL DEFAULT 0,
  last_error text,
  -- Drawn by each claim of the job. A worker writes only while the claim is its own, so one that lost its lease
  -- writes nothing.
  claim      uuid
);
CREATE INDEX outbox_due ON outbox (kind, due_at, outbox_id);

-- Changes that browsers receive live.
CREATE TABLE live_event (
  event_id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name        text NOT NULL
               CHECK (name IN ('order', 'device', 'outlet', 'revenue', 'alerts', 'sessionEnded', 'accessChanged')),
  outlet_id   text,
  customer_id uuid,
  subject     text NOT NULL,
  created_at  timestamptz NOT NULL,
  CONSTRAINT live_event_outlet_check CHECK ((outlet_id IS NULL) = (name IN ('sessionEnded', 'accessChanged')))
);

-- Stored replies of operations with an idempotency key.
CREATE TABLE idempotent_answer (
  token_hash   bytea NOT NULL,
  operation    text NOT NULL,
  key          text NOT NULL,
  request_hash bytea NOT NULL,
  answer       jsonb,
  created_at   timestamptz NOT NULL,
  -- The request that is in progress, until `held_until`.
  holder       uuid,
  held_until   timestamptz,
  PRIMARY KEY (token_hash, operation, key)
) WITH (fillfactor = 60);
CREATE INDEX idempotent_answer_age ON idempotent_answer (created_at);

-- A ticket downloads one export within ten minutes in any browser, with the permissions of the session that requested
-- it. It ends with that session.
CREATE TABLE export_ticket (
  ticket_hash  bytea PRIMARY KEY,
  session_hash bytea NOT NULL,
  operation    text NOT NULL,
  -- The query of the export.
  query_hash   bytea NOT NULL,
  language     text NOT NULL,
  expires_at   timestamptz NOT NULL,
  time_zone    text
);
CREATE INDEX export_ticket_expiry ON export_ticket (expires_at);

-- Secrets with which servers sign, encrypted with the key-encryption key. A retired key is accepted until it expires.
CREATE TABLE server_key (
  key_id        uuid PRIMARY KEY,
  purpose       text NOT NULL CHECK (purpose IN ('guestToken', 'upload', 'vapid')),
  sealed_secret bytea NOT NULL,
  created_at    timestamptz NOT NULL,
  retired_at    timestamptz,
  expires_at    timestamptz NOT NULL
);
CREATE INDEX server_key_newest ON server_key (purpose, created_at DESC);

-- Audit trail. Append-only for the application's role.
CREATE TABLE audit_entry (
  audit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at       timestamptz NOT NULL,
  actor    text NOT NULL,
  action   text NOT NULL,
  subject  text NOT NULL,
  detail   jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entry_subject ON audit_entry (subject, audit_id);

-- A transaction that writes events holds a shared advisory lock until it ends. The key contains the newest ID before its
-- first event: settled_live_event() finds by it the events that are not visible yet. 23109 identifies these locks.
CREATE FUNCTION lock_live_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(
    (23109::bigint << 48) | coalesce(pg_sequence_last_value('live_event_event_id_seq'), 0));
  RETURN NULL;
END $$;
CREATE TRIGGER live_event_locked BEFORE INSERT ON live_event FOR EACH STATEMENT
  EXECUTE FUNCTION lock_live_events();

-- The ID up to which all events are visible to the next statement, so that a reader never skips an event that is
-- committed late. Only transactions that write events delay it. The newest ID is read before the locks, because a later
-- event may belong to a transaction whose lock was not seen.
CREATE FUNCTION settled_live_event() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  newest bigint := coalesce(pg_sequence_last_value('live_event_event_id_seq'), 0);
BEGIN
  RETURN least(newest, (SELECT min((classid::bigint & 65535) << 32 | objid::bigint) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 16 = 23109
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())));
END $$;

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
CREATE TRIGGER announce_access_change AFTER INSERT OR DELETE ON outlet_manager FOR EACH ROW
  EXECUTE FUNCTION announce_access_change();

-- Written in the transaction that ends the session, so that a stream of the session receives no event that was
-- committed later.
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
