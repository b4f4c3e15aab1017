-- Coupons that pay for minutes or lower a price, and limits a customer.

ALTER TABLE coupon
  ADD COLUMN minutes integer CHECK (minutes BETWEEN 1 AND 600),
  ADD COLUMN percent integer CHECK (percent BETWEEN 1 AND 100),
  ADD COLUMN max_uses_customer integer CHECK (max_uses_customer >= 1),
  ADD CHECK ((property = 'minutes') = (minutes IS NOT NULL)),
  ADD CHECK ((property = 'percent') = (percent IS NOT NULL)),
  ADD CHECK (property <> 'amountOff' OR (value_minor IS NOT NULL AND currency IS NOT NULL));

-- Uses of a coupon with a limit a customer, held by orders that did not fail.
CREATE TABLE coupon_customer_use (
  coupon_id      uuid NOT NULL REFERENCES coupon,
  customer_id    uuid NOT NULL REFERENCES customer,
  uses           integer NOT NULL CHECK (uses >= 0),
  PRIMARY KEY (coupon_id, customer_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON coupon_customer_use TO reposo_app;
