-- The network: outlets, who manages them, chairs, prices, adverts, coupons.

CREATE TABLE outlet (
  outlet_id      text PRIMARY KEY CHECK (outlet_id ~ '^[A-Za-z0-9_-]{1,32}$'),
  name           text NOT NULL,
  address        text NOT NULL DEFAULT '',
  time_zone      text NOT NULL,
  currency       text NOT NULL CHECK (currency IN ('PHP', 'MYR', 'CNY', 'IDR')),
  latitude       double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude      double precision CHECK (longitude BETWEEN -180 AND 180),
  created_at     timestamptz NOT NULL
);

CREATE TABLE outlet_manager (
  outlet_id      text NOT NULL REFERENCES outlet,
  account_id     uuid NOT NULL REFERENCES account,
  PRIMARY KEY (outlet_id, account_id)
);
CREATE INDEX outlet_manager_account ON outlet_manager (account_id);

CREATE TABLE price_group (
  price_group_id text PRIMARY KEY CHECK (price_group_id ~ '^[A-Za-z0-9_-]{1,32}$'),
  currency       text NOT NULL CHECK (currency IN ('PHP', 'MYR', 'CNY', 'IDR'))
);

-- A price never changes once ordered by: a new one is added and the old one retired.
CREATE TABLE price (
  price_id       uuid PRIMARY KEY,
  price_group_id text NOT NULL REFERENCES price_group,
  gear           integer NOT NULL CHECK (gear BETWEEN 1 AND 99),
  name           text NOT NULL,
  minutes        integer NOT NULL CHECK (minutes BETWEEN 1 AND 600),
  amount_minor   bigint NOT NULL CHECK (amount_minor BETWEEN 0 AND 1000000000000),
  created_at     timestamptz NOT NULL,
  retired_at     timestamptz
);
CREATE UNIQUE INDEX price_current ON price (price_group_id, gear, minutes) WHERE retired_at IS NULL;

CREATE TABLE device (
  device_id       text PRIMARY KEY CHECK (device_id ~ '^[A-Z0-9]{4,20}$'),
  outlet_id       text NOT NULL REFERENCES outlet,
  price_group_id  text REFERENCES price_group,
  installed_at    timestamptz NOT NULL,
  disabled_at     timestamptz,
  credential_hash bytea,
  -- What the chair said last; a chair never heard of is offline.
  online          boolean NOT NULL DEFAULT false,
  boot_id         text,
  firmware        text,
  fault           text,
  running         jsonb,
  last_seen_at    timestamptz
);
CREATE INDEX device_outlet ON device (outlet_id, device_id);

CREATE TABLE advert (
  advert_id      uuid PRIMARY KEY,
  outlet_id      text REFERENCES outlet,
  image_url      text,
  link_url       text CHECK (link_url LIKE 'https://%'),
  texts          jsonb NOT NULL,
  position       integer NOT NULL DEFAULT 0,
  created_at     timestamptz NOT NULL,
  retired_at     timestamptz
);

-- `uses_taken` rises when an order takes a use and falls when a start that failed gives it back.
CREATE TABLE coupon (
  coupon_id      uuid PRIMARY KEY,
  code           text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9-]{4,64}$'),
  property       text NOT NULL CHECK (property IN ('cash', 'free', 'minutes', 'percent', 'amountOff')),
  value_minor    bigint CHECK (value_minor >= 0),
  currency       text CHECK (currency IN ('PHP', 'MYR', 'CNY', 'IDR')),
  max_uses       integer NOT NULL DEFAULT 1 CHECK (max_uses >= 1),
  uses_taken     integer NOT NULL DEFAULT 0,
  valid_from     timestamptz,
  valid_until    timestamptz,
  outlet_ids     text[],
  gears          integer[],
  created_at     timestamptz NOT NULL,
  -- Guarantee 5: never redeemed more often than allowed.
  CHECK (uses_taken BETWEEN 0 AND max_uses),
  CHECK (property <> 'cash' OR (value_minor IS NOT NULL AND currency IS NOT NULL))
);
