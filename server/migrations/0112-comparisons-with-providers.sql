-- The daily comparison with the lists of a payment provider. `compared_until`: everything before was compared.
CREATE TABLE provider_comparison (
  provider text PRIMARY KEY,
  compared_until timestamptz NOT NULL,
  next_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (compared_until, next_at) ON provider_comparison TO reposo_app;
CREATE INDEX payment_settled ON payment (provider, settled_at) WHERE state = 'confirmed';
