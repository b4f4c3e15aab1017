-- Login names are compared by lower case of ASCII letters, exactly as the server normalises what is typed; the collation
-- of the database must not find an account under a name that was counted as another one.
DROP INDEX account_login_name;
CREATE UNIQUE INDEX account_login_name ON account (lower(login_name COLLATE "C")) WHERE deleted_at IS NULL;

-- A password that somebody else chose expires unless its holder replaces it.
ALTER TABLE account ADD COLUMN password_expires_at timestamptz;

-- Browsers in which an account was logged in before: they do not wait behind guesses.
CREATE TABLE login_known_browser (
  account_id     uuid NOT NULL REFERENCES account (account_id),
  browser_hash   bytea NOT NULL,
  last_login_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, browser_hash)
);
CREATE INDEX login_known_browser_age ON login_known_browser (last_login_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON login_known_browser TO reposo_app;

-- A manager's session ends 30 days after its login, however much it is used.
UPDATE session SET expires_at = least(expires_at, created_at + interval '30 days') WHERE account_id IS NOT NULL;
