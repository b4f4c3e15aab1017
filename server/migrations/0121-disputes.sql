-- Disputes (chargebacks) that a payment provider reports (DISP-1). A row contains the newest state of a dispute; its money
-- is in the ledger, in a channel of its own, so that it never reduces the income of the channel by which it was paid.
CREATE TABLE dispute (
  provider text NOT NULL,
  -- The provider's number of the dispute.
  dispute_ref text NOT NULL,
  payment_id uuid NOT NULL REFERENCES payment,
  order_id uuid NOT NULL REFERENCES orders,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  reason text NOT NULL,
  -- `inquiry`: the bank asks before it disputes, and no money has moved. `closed`: an inquiry that ended without a dispute.
  state text NOT NULL CHECK (state IN ('inquiry', 'needsResponse', 'underReview', 'won', 'lost', 'closed')),
  respond_by timestamptz,
  -- The provider's time of the newest report, after which an older report no longer changes the state.
  reported_at timestamptz NOT NULL,
  -- When the provider withdrew the disputed amount; null while it has not.
  withdrawn_at timestamptz,
  fee_minor bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0),
  fee_currency text,
  -- When the provider returned money of a won dispute; null while it has not.
  reinstated_at timestamptz,
  reinstated_minor bigint NOT NULL DEFAULT 0 CHECK (reinstated_minor >= 0),
  reinstated_fee_minor bigint NOT NULL DEFAULT 0 CHECK (reinstated_fee_minor >= 0),
  PRIMARY KEY (provider, dispute_ref)
);
CREATE INDEX dispute_order ON dispute (order_id);
CREATE INDEX dispute_payment ON dispute (payment_id);
GRANT SELECT, INSERT ON dispute TO reposo_app;
GRANT UPDATE (amount_minor, reason, state, respond_by, reported_at, withdrawn_at, fee_minor, fee_currency, reinstated_at,
  reinstated_minor, reinstated_fee_minor) ON dispute TO reposo_app;

ALTER TABLE ledger_entry
  DROP CONSTRAINT ledger_entry_channel_check,
  ADD CONSTRAINT ledger_entry_channel_check CHECK (channel IN ('online', 'cash', 'dispute')),
  DROP CONSTRAINT ledger_entry_source_check,
  ADD CONSTRAINT ledger_entry_source_check CHECK (source IN ('payment', 'counter', 'cashCoupon', 'coin', 'refund',
    'dispute', 'disputeFee', 'disputeReversal')),
  ADD CONSTRAINT ledger_entry_dispute_check
    CHECK ((channel = 'dispute') = (source IN ('dispute', 'disputeFee', 'disputeReversal')));

ALTER TABLE revenue_rollup ADD COLUMN dispute_minor bigint NOT NULL DEFAULT 0;
ALTER TABLE outlet_rollup ADD COLUMN dispute_minor bigint NOT NULL DEFAULT 0;
GRANT UPDATE (dispute_minor) ON revenue_rollup, outlet_rollup TO reposo_app;
