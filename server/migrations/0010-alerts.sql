-- Cases for the operator, alerts, and notifications.

-- Cases that only a person can settle, open until a person settles them.
CREATE TABLE attention_case (
  case_id   uuid PRIMARY KEY,
  kind      text NOT NULL
             CHECK (kind IN ('eventExcess', 'identityShared', 'runMisreported', 'refundExceedsPayment',
                 'providerDiffers', 'dispute', 'ranAfterRefund', 'runWithoutOrder', 'refundFailed', 'eventGap',
                 'paymentMismatch', 'ranShort', 'endUnheard', 'coinsDoubted', 'coinsMissing')),
  device_id text REFERENCES device,
  order_id  uuid REFERENCES orders,
  subject   text NOT NULL,
  detail    jsonb NOT NULL DEFAULT '{}',
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  UNIQUE (kind, subject)
);

-- Alerts for managers, one per cause while it lasts.
CREATE TABLE alert (
  alert_id         uuid PRIMARY KEY,
  kind             text NOT NULL
                    CHECK (kind IN ('chairOffline', 'outletOffline', 'startsFailing', 'chairFault', 'incomeLow',
                        'coinsDiffer', 'cashBoxFull', 'refundWaiting', 'feedbackWaiting')),
  -- For example `chairOffline:80000001`.
  cause            text NOT NULL,
  outlet_id        text NOT NULL REFERENCES outlet,
  device_id        text REFERENCES device,
  -- The chairs whose income the cause reduces.
  device_ids       text[] NOT NULL DEFAULT '{}',
  since            timestamptz NOT NULL,
  -- Chairs, starts, coins, requests, or feedback, by kind. A snooze until a change ends when it changes.
  quantity         integer NOT NULL CHECK (quantity >= 0),
  amount_minor     bigint,
  fault            text,
  opened_at        timestamptz NOT NULL,
  resolved_at      timestamptz,
  -- Estimate at the time of resolution; the cost of an open alert is estimated when it is shown.
  final_cost_minor bigint,
  CHECK (resolved_at >= opened_at)
);
CREATE INDEX alert_device ON alert (device_id, opened_at DESC);
-- One open alert per cause, whichever server detects it.
CREATE UNIQUE INDEX alert_open_cause ON alert (cause) WHERE resolved_at IS NULL;
CREATE INDEX alert_open_outlet ON alert (outlet_id) WHERE resolved_at IS NULL;
CREATE INDEX alert_resolved_outlet ON alert (outlet_id, resolved_at DESC) WHERE resolved_at IS NOT NULL;

-- Snoozed alerts of a manager; other managers still see the alert.
CREATE TABLE alert_snooze (
  alert_id   uuid NOT NULL REFERENCES alert ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES account,
  -- Null: until the quantity changes.
  until      timestamptz,
  quantity   integer NOT NULL,
  PRIMARY KEY (alert_id, account_id)
);

-- How a manager receives alerts by e-mail.
CREATE TABLE notification_settings (
  account_id uuid PRIMARY KEY REFERENCES account ON DELETE CASCADE,
  email      text CHECK (length(email) <= 254),
  -- Language of the e-mails.
  language   text NOT NULL CHECK (language IN ('en_US', 'zh_CN', 'zh_TW', 'id_ID')),
  -- Minutes after midnight in the outlet's time zone.
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_to   smallint CHECK (quiet_to BETWEEN 0 AND 1439),
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
  CHECK (quiet_from <> quiet_to)
);

-- Outlets and kinds of alerts of which a manager receives no notifications.
CREATE TABLE notification_mute (
  account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Either all alerts of an outlet or all alerts of a kind.
  outlet_id  text REFERENCES outlet ON DELETE CASCADE,
  kind       text,
  UNIQUE NULLS NOT DISTINCT (account_id, outlet_id, kind),
  CHECK (num_nonnulls(outlet_id, kind) = 1)
);

-- Browsers that receive push messages.
CREATE TABLE push_subscription (
  subscription_id uuid PRIMARY KEY,
  account_id      uuid NOT NULL REFERENCES account ON DELETE CASCADE,
  -- Assigned by the browser; one per browser profile.
  endpoint        text NOT NULL UNIQUE CHECK (length(endpoint) <= 1024),
  p256dh          text NOT NULL,
  auth            text NOT NULL,
  -- The VAPID key of the subscription; the push service accepts no other.
  key_id          uuid NOT NULL,
  language        text NOT NULL CHECK (language IN ('en_US', 'zh_CN', 'zh_TW', 'id_ID')),
  created_at      timestamptz NOT NULL,
  -- Null after a successful delivery.
  last_failed_at  timestamptz,
  -- A subscription ends with its session.
  session_hash    bytea NOT NULL REFERENCES session ON DELETE CASCADE
);
CREATE INDEX push_subscription_of_account ON push_subscription (account_id, created_at);
CREATE INDEX push_subscription_of_session ON push_subscription (session_hash);

-- A trigger, because several statements end sessions.
CREATE FUNCTION delete_push_subscriptions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscription WHERE session_hash = NEW.token_hash;
  RETURN NULL;
END
$$;
CREATE TRIGGER session_ended AFTER UPDATE OF ended_at ON session
  FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL AND NEW.account_id IS NOT NULL)
  EXECUTE FUNCTION delete_push_subscriptions();
