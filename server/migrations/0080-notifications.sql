-- Push messages and e-mails for managers: where they are delivered, and what a manager does not want.

ALTER TABLE server_key DROP CONSTRAINT server_key_purpose_check;
ALTER TABLE server_key ADD CONSTRAINT server_key_purpose_check CHECK (purpose IN ('guestToken', 'upload', 'vapid'));

CREATE TABLE push_subscription (
  subscription_id uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Given by the browser; one browser profile has one.
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 1024),
  p256dh text NOT NULL,
  auth text NOT NULL,
  -- The VAPID key that the browser subscribed with; the push service accepts no other.
  key_id uuid NOT NULL,
  language text NOT NULL CHECK (language IN ('en_US', 'zh_CN', 'zh_TW', 'id_ID')),
  created_at timestamptz NOT NULL,
  -- Null after a successful delivery.
  last_failed_at timestamptz
);
CREATE INDEX push_subscription_of_account ON push_subscription (account_id, created_at);

CREATE TABLE notification_settings (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  email text CHECK (length(email) <= 254),
  -- Of the e-mails.
  language text NOT NULL CHECK (language IN ('en_US', 'zh_CN', 'zh_TW', 'id_ID')),
  -- Minutes of the day in the outlet's time zone.
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_to smallint CHECK (quiet_to BETWEEN 0 AND 1439),
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
  CHECK (quiet_from <> quiet_to)
);

CREATE TABLE notification_mute (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Either all alerts of an outlet, or all alerts of a kind.
  outlet_id text REFERENCES outlet ON DELETE CASCADE,
  kind text,
  CHECK (num_nonnulls(outlet_id, kind) = 1),
  UNIQUE NULLS NOT DISTINCT (account_id, outlet_id, kind)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscription, notification_settings, notification_mute TO reposo_app;
