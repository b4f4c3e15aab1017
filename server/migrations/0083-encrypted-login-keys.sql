-- Private keys of logins are stored encrypted. The present ones are plain, and valid for a day: a login that began with one
-- is repeated by the browser with a new one.
DELETE FROM login_nonce;
DELETE FROM login_key;
ALTER TABLE login_key RENAME COLUMN private_key TO sealed_private_key;
