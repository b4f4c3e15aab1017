-- Who placed an order that was not paid, from where, and which coupon it holds a use of. A row is deleted when the
-- payment is confirmed, and by the purge once it counts towards no limit.
CREATE TABLE unpaid_order (
  order_id      uuid PRIMARY KEY,
  -- A customer, or the account that placed it.
  sender_id     uuid NOT NULL,
  address_hash  bytea NOT NULL,
  device_id     text NOT NULL,
  -- Null also where the use was given up for another order of the same customer.
  coupon_id     uuid,
  placed_at     timestamptz NOT NULL
);
CREATE INDEX unpaid_order_sender ON unpaid_order (sender_id, placed_at);
CREATE INDEX unpaid_order_address ON unpaid_order (address_hash, placed_at);
CREATE INDEX unpaid_order_device ON unpaid_order (device_id, placed_at);
CREATE INDEX unpaid_order_coupon ON unpaid_order (coupon_id) WHERE coupon_id IS NOT NULL;
CREATE INDEX unpaid_order_age ON unpaid_order (placed_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON unpaid_order TO reposo_app;
