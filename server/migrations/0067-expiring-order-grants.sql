-- What a payment's return ticket grants expires. Grants made before expire a day after the upgrade.
ALTER TABLE customer_order_grant
  ADD COLUMN expires_at timestamptz NOT NULL DEFAULT (now() + interval '1 day');
CREATE INDEX customer_order_grant_expiry ON customer_order_grant (expires_at);
