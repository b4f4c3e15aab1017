-- Who may come in: accounts (managers, operators), customers (guests), their sessions, and login keys.

CREATE TABLE account (
  account_id     uuid PRIMARY KEY,
  kind           text NOT NULL CHECK (kind IN ('outletManager', 'operator')),
  login_name     text NOT NULL CHECK (login_name ~ '^[A-Za-z0-9._@+-]{1,64}$'),
  password_hash  text NOT NULL,
  display_name   text NOT NULL,
  phone          text,
  permissions    text[] NOT NULL DEFAULT '{}' CHECK (permissions <@ ARRAY['home', 'details', 'user']),
  country        text NOT NULL DEFAULT 'PH',
  currency       text NOT NULL DEFAULT 'PHP',
  time_zone      text NOT NULL DEFAULT 'Asia/Manila',
  created_at     timestamptz NOT NULL,
  disabled_at    timestamptz,
  deleted_at     timestamptz
);
CREATE UNIQUE INDEX account_login_name ON account (lower(login_name)) WHERE deleted_at IS NULL;

CREATE TABLE customer (
  customer_id    uuid PRIMARY KEY,
  created_at     timestamptz NOT NULL
);

-- A session is a login. Only the token's SHA-256 is kept.
CREATE TABLE session (
  token_hash     bytea PRIMARY KEY,
  account_id     uuid REFERENCES account,
  customer_id    uuid REFERENCES customer,
  created_at     timestamptz NOT NULL,
  last_used_at   timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  ended_at       timestamptz,
  end_reason     text CHECK (end_reason IN ('logout', 'loggedInElsewhere', 'disabled', 'passwordChanged')),
  CHECK (num_nonnulls(account_id, customer_id) = 1),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
-- Guarantee 10: one live session a manager, decided here and nowhere else.
CREATE UNIQUE INDEX session_one_live ON session (account_id) WHERE ended_at IS NULL AND account_id IS NOT NULL;
CREATE INDEX session_expiry ON session (expires_at);

-- Shared by every server process: a key handed out by one may come back to another.
CREATE TABLE login_key (
  key_id         text PRIMARY KEY,
  private_key    bytea NOT NULL,
  public_key     bytea NOT NULL,
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL
);
-- A nonce is spent by deleting its row, so that a ciphertext works once.
CREATE TABLE login_nonce (
  nonce_hash     bytea PRIMARY KEY,
  key_id         text NOT NULL REFERENCES login_key ON DELETE CASCADE,
  expires_at     timestamptz NOT NULL
);
CREATE INDEX login_nonce_expiry ON login_nonce (expires_at);

-- Tries at logins and coupons, counted where every server sees them.
CREATE TABLE try_window (
  subject        text NOT NULL,
  window_start   timestamptz NOT NULL,
  tries          integer NOT NULL,
  PRIMARY KEY (subject, window_start)
);
