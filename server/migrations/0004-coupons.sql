-- Coupons.

-- `uses_taken` rises with each order that uses the coupon, and falls if the order fails.
CREATE TABLE coupon (
  coupon_id         uuid PRIMARY KEY,
  code              text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9-]{4,64}$'),
  property          text NOT NULL CHECK (property IN ('cash', 'free', 'minutes', 'percent', 'amountOff')),
  value_minor       bigint CHECK (value_minor >= 0),
  currency          text CHECK (currency IN ('PHP', 'MYR', 'CNY', 'IDR')),
  max_uses          integer NOT NULL DEFAULT 1 CHECK (max_uses >= 1),
  uses_taken        integer NOT NULL DEFAULT 0,
  valid_from        timestamptz,
  valid_until       timestamptz,
  outlet_ids        text[],
  gears             integer[],
  created_at        timestamptz NOT NULL,
  minutes           integer CHECK (minutes BETWEEN 1 AND 600),
  percent           integer CHECK (percent BETWEEN 1 AND 100),
  max_uses_customer integer CHECK (max_uses_customer >= 1),
  CHECK (uses_taken BETWEEN 0 AND max_uses),
  CHECK (property <> 'cash' OR (value_minor IS NOT NULL AND currency IS NOT NULL)),
  CHECK ((property = 'minutes') = (minutes IS NOT NULL)),
  CHECK ((property = 'percent') = (percent IS NOT NULL)),
  CHECK (property <> 'amountOff' OR (value_minor IS NOT NULL AND currency IS NOT NULL))
);
-- Codes are also found without their hyphens, and by their beginning.
CREATE INDEX coupon_code_without_hyphens ON coupon (replace(code, '-', '') text_pattern_ops);

-- Uses of a coupon by each customer, without those of failed orders.
CREATE TABLE coupon_customer_use (
  coupon_id   uuid NOT NULL REFERENCES coupon,
  customer_id uuid NOT NULL REFERENCES customer,
  uses        integer NOT NULL CHECK (uses >= 0),
  PRIMARY KEY (coupon_id, customer_id)
);
