-- An app may block downloads: a ticket lets any browser fetch one export for ten minutes, in the name of the session
-- that asked for it. It is looked up together with that session, so it ends where the session does.
CREATE TABLE export_ticket (
  ticket_hash     bytea PRIMARY KEY,
  session_hash    bytea NOT NULL,
  operation       text NOT NULL,
  -- Of the very query it was given for.
  query_hash      bytea NOT NULL,
  language        text NOT NULL,
  offset_minutes  integer,
  expires_at      timestamptz NOT NULL
);
CREATE INDEX export_ticket_expiry ON export_ticket (expires_at);
GRANT SELECT, INSERT, DELETE ON export_ticket TO reposo_app;
