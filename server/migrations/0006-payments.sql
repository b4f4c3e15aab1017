-- Payments, refunds, and disputes.

-- Payments at providers, one per order.
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
  -- Number of status requests; the next one is scheduled once per number.
  looks           integer NOT NULL DEFAULT 0,
  -- When the job tries again to open the payment page, after an attempt that failed.
  page_retry_at   timestamptz,
  -- Error of the last attempt to open the payment page; null once a page is open.
  page_error      text,
  -- The provider's ID of the transaction, to which refunds and disputes refer; differs from the ID of the payment
  -- page.
  transaction_ref text,
  UNIQUE (provider, provider_ref)
);
-- For the search by payment reference.
CREATE INDEX payment_provider_start ON payment (upper(replace(provider_ref, '-', '')) text_pattern_ops);
CREATE INDEX payment_transaction_start ON payment (upper(replace(transaction_ref, '-', '')) text_pattern_ops);
CREATE INDEX payment_settled ON payment (provider, settled_at) WHERE state = 'confirmed';
CREATE UNIQUE INDEX payment_transaction_ref ON payment (provider, transaction_ref) WHERE transaction_ref IS NOT NULL;

-- Refunds of orders.
CREATE TABLE refund (
  refund_id    uuid PRIMARY KEY,
  order_id     uuid NOT NULL REFERENCES orders,
  payment_id   uuid REFERENCES payment,
  amount_minor bigint NOT NULL,
  currency     text NOT NULL,
  reason       text NOT NULL,
  state        text NOT NULL CHECK (state IN ('requested', 'onItsWay', 'returned', 'needsAttention')),
  requested_at timestamptz NOT NULL,
  returned_at  timestamptz,
  provider_ref text,
  looks        integer NOT NULL DEFAULT 0,
  -- The provider's ID of a refund that failed there; a refund that is requested later has another ID.
  refused_ref  text,
  -- Number of the idempotency key: a provider repeats the stored error of a key, so a refused request needs another
  -- key.
  key_number   integer NOT NULL DEFAULT 0,
  UNIQUE (order_id, reason),
  CONSTRAINT refund_amount_minor_check CHECK (amount_minor > 0 OR (amount_minor = 0 AND state = 'returned'))
);
CREATE INDEX refund_payment ON refund (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX refund_provider_ref ON refund (provider_ref) WHERE provider_ref IS NOT NULL;

-- Webhook events that were processed, so that each is processed once.
CREATE TABLE provider_event (
  provider    text NOT NULL,
  event_id    text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_event_age ON provider_event (received_at);

-- Progress of the daily comparison with the lists of each payment provider.
CREATE TABLE provider_comparison (
  provider       text PRIMARY KEY,
  compared_until timestamptz NOT NULL,
  next_at        timestamptz NOT NULL
);

-- Newest state of each dispute (chargeback) that a provider reported (DISP-1). Its money has its own channel in the
-- ledger, so that it never reduces the income of the channel by which the order was paid.
CREATE TABLE dispute (
  provider             text NOT NULL,
  -- The provider's number of the dispute.
  dispute_ref          text NOT NULL,
  payment_id           uuid NOT NULL REFERENCES payment,
  order_id             uuid NOT NULL REFERENCES orders,
  amount_minor         bigint NOT NULL CHECK (amount_minor > 0),
  currency             text NOT NULL,
  reason               text NOT NULL,
  -- `inquiry`: the bank asks before it disputes, and no money has moved. `closed`: an inquiry that ended without a
  -- dispute.
  state                text NOT NULL
                        CHECK (state IN ('inquiry', 'needsResponse', 'underReview', 'won', 'lost', 'closed')),
  respond_by           timestamptz,
  -- The provider's time of the newest report, after which an older report no longer changes the state.
  reported_at          timestamptz NOT NULL,
  -- When the provider withdrew the disputed amount; null while it has not.
  withdrawn_at         timestamptz,
  fee_minor            bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0),
  fee_currency         text,
  -- When the provider returned money of a won dispute; null while it has not.
  reinstated_at        timestamptz,
  reinstated_minor     bigint NOT NULL DEFAULT 0 CHECK (reinstated_minor >= 0),
  reinstated_fee_minor bigint NOT NULL DEFAULT 0 CHECK (reinstated_fee_minor >= 0),
  PRIMARY KEY (provider, dispute_ref)
);
CREATE INDEX dispute_order ON dispute (order_id);
CREATE INDEX dispute_payment ON dispute (payment_id);

-- Reduces a refund that the provider has not made to what is left after a refund in the provider's console, and ends
-- it if nothing is left. The application has no other way to change the amount of a refund.
CREATE FUNCTION reduce_refund(reduced_id uuid, left_minor bigint, reduced_at timestamptz)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE refund SET amount_minor = left_minor, state = CASE left_minor WHEN 0 THEN 'returned' ELSE state END,
    returned_at = CASE left_minor WHEN 0 THEN reduced_at END
  WHERE refund_id = reduced_id AND left_minor BETWEEN 0 AND amount_minor AND state IN ('requested', 'needsAttention')
    AND (provider_ref IS NULL OR provider_ref = refused_ref)
$$;
REVOKE ALL ON FUNCTION reduce_refund FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reduce_refund TO reposo_app;
