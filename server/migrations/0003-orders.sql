-- Orders, the money they moved, and the roll-ups kept in the same transaction.

CREATE TABLE orders (
  order_id        uuid PRIMARY KEY,
  order_number    text NOT NULL UNIQUE,
  ordered_at      timestamptz NOT NULL,
  device_id       text NOT NULL REFERENCES device,
  outlet_id       text NOT NULL REFERENCES outlet,
  order_type      text NOT NULL CHECK (order_type IN ('online', 'cashCoupon', 'coin', 'counter', 'coupon')),
  pay_type        text NOT NULL CHECK (pay_type IN ('online', 'cash', 'coin', 'cashCoupon', 'coupon')),
  status          text NOT NULL CHECK (status IN
                    ('unpaid', 'paid', 'starting', 'running', 'completed', 'cancelled', 'failed', 'refunded')),
  price_id        uuid REFERENCES price,
  gear            integer NOT NULL CHECK (gear BETWEEN 1 AND 99),
  minutes         integer NOT NULL CHECK (minutes BETWEEN 0 AND 600),
  amount_minor    bigint NOT NULL CHECK (amount_minor >= 0),
  refunded_minor  bigint NOT NULL DEFAULT 0,
  currency        text NOT NULL CHECK (currency IN ('PHP', 'MYR', 'CNY', 'IDR')),
  customer_id     uuid REFERENCES customer,
  account_id      uuid REFERENCES account,
  coupon_id       uuid REFERENCES coupon,
  coupon_property text,
  coupon_code     text,
  cash_coupon_code text,
  parent_order_id uuid REFERENCES orders,
  run_id          text,
  -- The one next moment at which the server must act on this order by itself, whatever the chair does.
  deadline_at     timestamptz,
  start_deadline_at timestamptz,
  started_at      timestamptz,
  ends_at         timestamptz,
  ended_at        timestamptz,
  end_reason      text CHECK (end_reason IN ('finished', 'stopped', 'fault', 'powerLoss', 'silent', 'startDeadline',
                    'refused', 'deviceTaken', 'paymentTimeout', 'paymentRefused')),
  CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  CHECK (num_nonnulls(customer_id, account_id) <= 1),
  CHECK (status NOT IN ('running') OR (started_at IS NOT NULL AND ends_at IS NOT NULL))
);

-- Guarantee 2: at most one live order a chair. An extension is a child of the order it extends and not live itself.
CREATE UNIQUE INDEX orders_one_live ON orders (device_id)
  WHERE status IN ('paid', 'starting', 'running') AND parent_order_id IS NULL;
CREATE INDEX orders_deadline ON orders (deadline_at) WHERE deadline_at IS NOT NULL;
CREATE INDEX orders_outlet_time ON orders (outlet_id, ordered_at DESC, order_id DESC) INCLUDE (status);
CREATE INDEX orders_customer ON orders (customer_id, ordered_at DESC) WHERE customer_id IS NOT NULL;

-- Every move an order made, in order; read by the audit (guarantee 8) and by people.
CREATE TABLE order_transition (
  order_id        uuid NOT NULL REFERENCES orders,
  step            integer NOT NULL,
  from_status     text,
  to_status       text NOT NULL,
  cause           text NOT NULL,
  at              timestamptz NOT NULL,
  PRIMARY KEY (order_id, step)
);

CREATE TABLE payment (
  payment_id      uuid PRIMARY KEY,
  order_id        uuid NOT NULL UNIQUE REFERENCES orders,
  provider        text NOT NULL,
  provider_ref    text,
  amount_minor    bigint NOT NULL CHECK (amount_minor > 0),
  currency        text NOT NULL,
  state           text NOT NULL CHECK (state IN ('created', 'confirmed', 'refused', 'expired')),
  redirect_url    text,
  qr_text         text,
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  settled_at      timestamptz,
  UNIQUE (provider, provider_ref)
);

CREATE TABLE refund (
  refund_id       uuid PRIMARY KEY,
  order_id        uuid NOT NULL REFERENCES orders,
  payment_id      uuid REFERENCES payment,
  amount_minor    bigint NOT NULL CHECK (amount_minor > 0),
  currency        text NOT NULL,
  reason          text NOT NULL,
  state           text NOT NULL CHECK (state IN ('requested', 'onItsWay', 'returned', 'needsAttention')),
  requested_at    timestamptz NOT NULL,
  returned_at     timestamptz,
  UNIQUE (order_id, reason)
);

-- Append-only: the application's role may insert and read, nothing else.
CREATE TABLE ledger_entry (
  entry_id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id        uuid NOT NULL REFERENCES orders,
  outlet_id       text NOT NULL,
  device_id       text NOT NULL,
  channel         text NOT NULL CHECK (channel IN ('online', 'cash')),
  currency        text NOT NULL,
  amount_minor    bigint NOT NULL CHECK (amount_minor <> 0),
  source          text NOT NULL CHECK (source IN ('payment', 'counter', 'cashCoupon', 'coin', 'refund')),
  source_id       text NOT NULL,
  occurred_at     timestamptz NOT NULL,
  UNIQUE (source, source_id)
);
CREATE INDEX ledger_entry_order ON ledger_entry (order_id);

-- Sums by UTC quarter-hour, day and month. Led by outlet and grain, so that a range of a manager's outlets
-- is a handful of short index scans however many orders lie behind it.
CREATE TABLE revenue_rollup (
  outlet_id       text NOT NULL,
  grain           text NOT NULL CHECK (grain IN ('quarter', 'day', 'month')),
  starts_at       timestamptz NOT NULL,
  device_id       text NOT NULL,
  currency        text NOT NULL,
  online_minor    bigint NOT NULL DEFAULT 0,
  cash_minor      bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (outlet_id, grain, starts_at, device_id, currency)
) WITH (fillfactor = 80);

CREATE TABLE audit_entry (
  audit_id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at              timestamptz NOT NULL,
  actor           text NOT NULL,
  action          text NOT NULL,
  subject         text NOT NULL,
  detail          jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entry_subject ON audit_entry (subject, audit_id);
