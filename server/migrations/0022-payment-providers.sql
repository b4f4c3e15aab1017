-- Real payment companies: what they told us, once each, and how their refunds are named there.

CREATE TABLE provider_event (
  provider       text NOT NULL,
  event_id       text NOT NULL,
  received_at    timestamptz NOT NULL,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_event_age ON provider_event (received_at);

ALTER TABLE refund ADD COLUMN provider_ref text;
CREATE UNIQUE INDEX refund_provider_ref ON refund (provider_ref) WHERE provider_ref IS NOT NULL;

-- Which companies an outlet's customers pay through, in the order of preference; null: all that take its currency.
ALTER TABLE outlet ADD COLUMN payment_providers text[];

ALTER TABLE attention_case DROP CONSTRAINT attention_case_kind_check;
ALTER TABLE attention_case ADD CONSTRAINT attention_case_kind_check CHECK (kind IN
  ('ranAfterRefund', 'runWithoutOrder', 'refundFailed', 'eventGap', 'paymentMismatch'));

GRANT SELECT, INSERT, DELETE ON provider_event TO reposo_app;
