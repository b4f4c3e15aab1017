-- Accounts, sessions, and logins.

-- Managers and operators. A deleted account keeps its rows for the audit trail.
CREATE TABLE account (
  account_id          uuid PRIMARY KEY,
  kind                text NOT NULL CHECK (kind IN ('outletManager', 'operator')),
  login_name          text NOT NULL CHECK (login_name ~ '^[A-Za-z0-9._@+-]{1,64}$'),
  password_hash       text NOT NULL,
  display_name        text NOT NULL,
  phone               text,
  permissions         text[] NOT NULL DEFAULT '{}'
                       CHECK (permissions <@ ARRAY['home', 'details', 'user', 'cash', 'start', 'stop', 'refund',
                           'coupons', 'service', 'export']),
  country             text NOT NULL DEFAULT 'PH',
  currency            text NOT NULL DEFAULT 'PHP',
  time_zone           text NOT NULL DEFAULT 'Asia/Manila',
  created_at          timestamptz NOT NULL,
  disabled_at         timestamptz,
  deleted_at          timestamptz,
  -- A password that was set by someone else expires unless its owner replaces it.
  password_expires_at timestamptz
);
CREATE UNIQUE INDEX account_login_name ON account (lower(login_name COLLATE "C")) WHERE deleted_at IS NULL;

-- Guests, stored with their first order.
CREATE TABLE customer (
  customer_id uuid PRIMARY KEY,
  created_at  timestamptz NOT NULL
);

-- A login. Only the SHA-256 of the token is stored.
CREATE TABLE session (
  token_hash   bytea PRIMARY KEY,
  account_id   uuid REFERENCES account,
  customer_id  uuid REFERENCES customer,
  created_at   timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  ended_at     timestamptz,
  end_reason   text CHECK (end_reason IN ('logout', 'loggedInElsewhere', 'disabled', 'passwordChanged')),
  -- Browser and system of a manager's session for the account page; null if unknown.
  browser      text CHECK (length(browser) <= 40),
  platform     text CHECK (length(platform) <= 40),
  CHECK (num_nonnulls(account_id, customer_id) = 1),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
-- A guest without orders is deleted with the last session.
CREATE INDEX session_customer ON session (customer_id) WHERE customer_id IS NOT NULL;
-- Each server reads every second which sessions have ended, and closes their streams.
CREATE INDEX session_ended ON session (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX session_expiry ON session (expires_at);
-- Guarantee 10: at most one live session per manager.
CREATE UNIQUE INDEX session_one_live ON session (account_id) WHERE ended_at IS NULL AND account_id IS NOT NULL;

-- Keys with which browsers encrypt passwords, shared by all servers.
CREATE TABLE login_key (
  key_id             text PRIMARY KEY,
  sealed_private_key bytea NOT NULL,
  public_key         bytea NOT NULL,
  created_at         timestamptz NOT NULL,
  expires_at         timestamptz NOT NULL
);

-- A nonce is used by deleting its row, so that an encrypted password is accepted once.
CREATE TABLE login_nonce (
  nonce_hash bytea PRIMARY KEY,
  key_id     text NOT NULL REFERENCES login_key ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_nonce_expiry ON login_nonce (expires_at);

-- Addresses from which an account logged in before: guesses from other addresses do not use up its attempts.
CREATE TABLE login_known_address (
  account_id    uuid NOT NULL REFERENCES account,
  address_hash  bytea NOT NULL,
  last_login_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, address_hash)
);

-- Browsers in which an account logged in before: they are not delayed by guesses.
CREATE TABLE login_known_browser (
  account_id    uuid NOT NULL REFERENCES account,
  browser_hash  bytea NOT NULL,
  last_login_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, browser_hash)
);
CREATE INDEX login_known_browser_age ON login_known_browser (last_login_at);

-- Attempts of logins and coupon codes per window, counted for all servers together.
CREATE TABLE try_window (
  subject      text NOT NULL,
  window_start timestamptz NOT NULL,
  tries        integer NOT NULL,
  PRIMARY KEY (subject, window_start)
);
