-- What customers say of an order, and what managers answer.
CREATE TABLE feedback (
  feedback_id    uuid PRIMARY KEY,
  reference      text NOT NULL UNIQUE CHECK (reference ~ '^FB-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  order_id       uuid NOT NULL REFERENCES orders,
  outlet_id      text NOT NULL REFERENCES outlet,
  device_id      text NOT NULL REFERENCES device,
  customer_id    uuid REFERENCES customer,
  account_id     uuid REFERENCES account,
  problem        text NOT NULL CHECK (problem <> ''),
  abnormal       text NOT NULL,
  media_count    integer NOT NULL CHECK (media_count BETWEEN 0 AND 52),
  state          text NOT NULL CHECK (state IN ('sent', 'lookedAt', 'answered', 'closed')),
  outcome        text CHECK (outcome IN ('explained', 'refunded', 'couponGiven')),
  answer         text,
  coupon_code    text REFERENCES coupon (code),
  refund_requested_minor bigint CHECK (refund_requested_minor > 0),
  created_at     timestamptz NOT NULL,
  answered_at    timestamptz,
  closed_at      timestamptz,
  CHECK (num_nonnulls(customer_id, account_id) = 1),
  CHECK ((outcome IS NULL) = (closed_at IS NULL)),
  CHECK ((state = 'closed') = (closed_at IS NOT NULL)),
  CHECK ((answer IS NULL) = (answered_at IS NULL)),
  CHECK (state NOT IN ('answered', 'closed') OR answer IS NOT NULL)
);
CREATE INDEX feedback_order ON feedback (order_id, created_at DESC);
CREATE INDEX feedback_outlet ON feedback (outlet_id, created_at DESC, feedback_id DESC);
CREATE INDEX feedback_device ON feedback (device_id, created_at DESC);

ALTER TABLE upload ADD FOREIGN KEY (feedback_id) REFERENCES feedback;

GRANT SELECT, INSERT, UPDATE ON feedback TO reposo_app;
