-- What was said to chairs and what they said.

CREATE TABLE chair_command (
  command_id      uuid PRIMARY KEY,
  device_id       text NOT NULL REFERENCES device,
  order_id        uuid REFERENCES orders,
  type            text NOT NULL CHECK (type IN ('start', 'stop', 'extend', 'identify', 'configure', 'report')),
  gear            integer,
  seconds         integer,
  not_after       timestamptz NOT NULL,
  created_at      timestamptz NOT NULL,
  replied_at      timestamptz,
  outcome         text CHECK (outcome IN ('done', 'refused', 'expired', 'duplicate')),
  reason          text
);
CREATE INDEX chair_command_order ON chair_command (order_id) WHERE order_id IS NOT NULL;
-- One start an order, ever: an unknown outcome is asked about, never started anew.
CREATE UNIQUE INDEX chair_command_one_start ON chair_command (order_id) WHERE type = 'start';

-- An event is taken once, by (device, epoch, seq), whatever the network repeats.
CREATE TABLE chair_event (
  device_id       text NOT NULL REFERENCES device,
  epoch           text NOT NULL,
  seq             bigint NOT NULL CHECK (seq >= 1),
  type            text NOT NULL,
  claimed_at      timestamptz,
  occurred_at     timestamptz NOT NULL,
  time_doubted    boolean NOT NULL,
  payload         jsonb NOT NULL,
  received_at     timestamptz NOT NULL,
  PRIMARY KEY (device_id, epoch, seq)
);

-- How far an epoch is known without a gap: what a receipt may cover.
CREATE TABLE chair_epoch (
  device_id       text NOT NULL REFERENCES device,
  epoch           text NOT NULL,
  complete_up_to  bigint NOT NULL DEFAULT 0,
  highest_seq     bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (device_id, epoch)
);

-- What only a person can settle, listed until somebody does.
CREATE TABLE attention_case (
  case_id         uuid PRIMARY KEY,
  kind            text NOT NULL CHECK (kind IN ('ranAfterRefund', 'runWithoutOrder', 'refundFailed', 'eventGap')),
  device_id       text REFERENCES device,
  order_id        uuid REFERENCES orders,
  subject         text NOT NULL,
  detail          jsonb NOT NULL DEFAULT '{}',
  opened_at       timestamptz NOT NULL,
  closed_at       timestamptz,
  UNIQUE (kind, subject)
);
