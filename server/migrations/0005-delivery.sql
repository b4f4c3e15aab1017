-- Effects on the world and news for browsers, written beside what caused them.

CREATE TABLE outbox (
  outbox_id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind            text NOT NULL,
  subject         text NOT NULL,
  payload         jsonb NOT NULL,
  created_at      timestamptz NOT NULL,
  due_at          timestamptz NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  last_error      text
);
CREATE INDEX outbox_due ON outbox (due_at, outbox_id);

-- `transaction_id` lets a reader stop before the oldest transaction still under way, so that an event
-- committed late is never skipped by a reader that has already seen a higher id.
CREATE TABLE live_event (
  event_id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id  xid8 NOT NULL DEFAULT pg_current_xact_id(),
  name            text NOT NULL CHECK (name IN ('order', 'device', 'revenue')),
  outlet_id       text NOT NULL,
  customer_id     uuid,
  subject         text NOT NULL,
  created_at      timestamptz NOT NULL
);
CREATE INDEX live_event_transaction ON live_event (transaction_id, event_id);
CREATE INDEX live_event_age ON live_event (created_at);

CREATE TABLE idempotent_answer (
  token_hash      bytea NOT NULL,
  operation       text NOT NULL,
  key             text NOT NULL,
  request_hash    bytea NOT NULL,
  answer          jsonb,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (token_hash, operation, key)
);
CREATE INDEX idempotent_answer_age ON idempotent_answer (created_at);
