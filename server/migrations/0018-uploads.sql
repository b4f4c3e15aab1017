-- Files that people send: one row a policy handed out, and what was stored under it. A policy is used once because
-- its row is held by one receiver at a time and takes one file ever.

-- What policies and links are signed with; shared by every server process.
CREATE TABLE upload_key (
  one            boolean PRIMARY KEY DEFAULT true CHECK (one),
  access_key_id  text NOT NULL,
  secret         text NOT NULL,
  created_at     timestamptz NOT NULL
);

CREATE TABLE upload (
  dir            text PRIMARY KEY CHECK (dir ~ '^[A-Za-z0-9_-]{1,32}/[0-9]{8}/[A-Za-z0-9_-]{22}$'),
  -- Without a reference: a guest who ordered nothing is forgotten, and uploads of nobody's go within a day.
  customer_id    uuid,
  account_id     uuid REFERENCES account,
  address_hash   bytea NOT NULL,
  issued_at      timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  -- A receiver that died lets go by itself.
  receiver       uuid,
  held_until     timestamptz,
  key            text UNIQUE CHECK (starts_with(key, dir || '/')),
  kind           text CHECK (kind IN ('picture', 'video')),
  content_type   text,
  bytes          bigint CHECK (bytes > 0),
  width          integer,
  height         integer,
  duration_seconds double precision,
  has_poster     boolean NOT NULL DEFAULT false,
  stored_at      timestamptz,
  feedback_id    uuid,
  position       integer,
  CHECK (num_nonnulls(customer_id, account_id) = 1),
  CHECK (num_nonnulls(key, kind, content_type, bytes, stored_at) IN (0, 5)),
  CHECK (feedback_id IS NULL OR stored_at IS NOT NULL),
  CHECK ((feedback_id IS NULL) = (position IS NULL))
);
CREATE INDEX upload_unused_customer ON upload (customer_id, issued_at) WHERE feedback_id IS NULL AND customer_id IS NOT NULL;
CREATE INDEX upload_unused_account ON upload (account_id, issued_at) WHERE feedback_id IS NULL AND account_id IS NOT NULL;
CREATE INDEX upload_unused_address ON upload (address_hash, issued_at) WHERE feedback_id IS NULL;
CREATE INDEX upload_unused ON upload (issued_at) WHERE feedback_id IS NULL;
CREATE INDEX upload_feedback ON upload (feedback_id, position) WHERE feedback_id IS NOT NULL;

GRANT SELECT, INSERT ON upload_key TO reposo_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON upload TO reposo_app;
