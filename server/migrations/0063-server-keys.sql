-- Secrets that servers sign with, sealed under the key-encryption key. A retired key still verifies until it expires.
CREATE TABLE server_key (
  key_id uuid PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('guestToken', 'upload')),
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  retired_at timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX server_key_newest ON server_key (purpose, created_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON server_key TO reposo_app;
