-- A payment's return address may open in another browser than the one that ordered: its ticket, good for one
-- order and one hour, lets that browser's customer see the order too.
CREATE TABLE order_ticket (
  ticket_hash    bytea PRIMARY KEY,
  order_id       uuid NOT NULL REFERENCES orders,
  expires_at     timestamptz NOT NULL
);
CREATE INDEX order_ticket_expiry ON order_ticket (expires_at);

CREATE TABLE customer_order_grant (
  customer_id    uuid NOT NULL REFERENCES customer,
  order_id       uuid NOT NULL REFERENCES orders,
  PRIMARY KEY (customer_id, order_id)
);

-- From where a manager has logged in before, so that a stranger's guesses do not use up the owner's tries.
CREATE TABLE login_known_address (
  account_id     uuid NOT NULL REFERENCES account,
  address_hash   bytea NOT NULL,
  last_login_at  timestamptz NOT NULL,
  PRIMARY KEY (account_id, address_hash)
);

-- Who is at work on an answer, and until when it is believed to be alive.
ALTER TABLE idempotent_answer ADD COLUMN holder uuid, ADD COLUMN held_until timestamptz;

GRANT SELECT, INSERT, UPDATE, DELETE ON order_ticket, customer_order_grant, login_known_address TO reposo_app;
