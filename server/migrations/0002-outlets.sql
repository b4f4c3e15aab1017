-- Outlets, what their managers propose, and adverts.

-- Outlets of the network.
CREATE TABLE outlet (
  outlet_id         text PRIMARY KEY CHECK (outlet_id ~ '^[A-Za-z0-9_-]{1,32}$'),
  name              text NOT NULL,
  address           text NOT NULL DEFAULT '',
  time_zone         text NOT NULL,
  currency          text NOT NULL CHECK (currency IN ('PHP', 'MYR', 'CNY', 'IDR')),
  latitude          double precision
                     CHECK (latitude BETWEEN -90 AND 90),
  longitude         double precision
                     CHECK (longitude BETWEEN -180 AND 180),
  created_at        timestamptz NOT NULL,
  -- Providers in the order of preference; null: all that support the currency.
  payment_providers text[],
  -- Refund if the chair ends a massage early.
  refund_policy     text NOT NULL DEFAULT 'proportional' CHECK (refund_policy IN ('none', 'proportional', 'full')),
  -- Per day from Monday, an array of periods in minutes after midnight in the outlet's time zone (contract:
  -- OpeningHours). Null: unknown; every time counts as open (CHAIR-1, ALERT-1).
  opening_hours     jsonb
                     CHECK (jsonb_typeof(opening_hours) = 'array' AND jsonb_array_length(opening_hours) = 7),
  -- Whom customers contact (contract: Contact). Null: the operator's contact (HELP-1).
  contact           jsonb CHECK (jsonb_typeof(contact) = 'object')
);

-- The outlets of each manager.
CREATE TABLE outlet_manager (
  outlet_id  text NOT NULL REFERENCES outlet,
  account_id uuid NOT NULL REFERENCES account,
  PRIMARY KEY (outlet_id, account_id)
);
CREATE INDEX outlet_manager_account ON outlet_manager (account_id);

-- Corrected positions of outlets, proposed by managers and decided by the operator.
CREATE TABLE position_proposal (
  -- Sequence of the proposals of an outlet, which are inserted while its row is locked.
  proposal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  outlet_id   text NOT NULL REFERENCES outlet,
  -- Degrees, WGS 84.
  latitude    double precision NOT NULL
               CHECK (latitude BETWEEN -90 AND 90),
  longitude   double precision NOT NULL
               CHECK (longitude BETWEEN -180 AND 180),
  proposed_by uuid NOT NULL REFERENCES account,
  proposed_at timestamptz NOT NULL,
  -- `replaced`: a newer proposal arrived before a decision.
  status      text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'replaced', 'accepted', 'refused')),
  decided_at  timestamptz,
  decided_by  text,
  -- Reason of a refusal, shown to the manager.
  reason      text CHECK (reason <> ''),
  CHECK (latitude <> 0 OR longitude <> 0),
  CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK ((status = 'refused') = (reason IS NOT NULL))
);
CREATE INDEX position_proposal_outlet ON position_proposal (outlet_id, proposal_id DESC);
CREATE UNIQUE INDEX position_proposal_waiting ON position_proposal (outlet_id) WHERE status = 'waiting';

-- Adverts on the pages of chairs, imported from a file under an ID that its author chooses.
CREATE TABLE advert (
  advert_id   text PRIMARY KEY,
  outlet_id   text REFERENCES outlet,
  image_url   text,
  link_url    text CHECK (link_url LIKE 'https://%'),
  texts       jsonb NOT NULL,
  "position"  integer NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL,
  retired_at  timestamptz,
  -- Null: all outlets.
  outlet_ids  text[],
  valid_from  timestamptz,
  valid_until timestamptz,
  CONSTRAINT advert_id_form CHECK (advert_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  CONSTRAINT advert_image_form CHECK (image_url ~ '^(https://|/[^/\\])')
);
