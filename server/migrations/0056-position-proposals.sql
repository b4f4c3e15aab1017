-- Corrected positions of outlets, proposed by managers and decided by the operator.
CREATE TABLE position_proposal (
  -- The order of proposals of one outlet: they are inserted while its row is locked.
  proposal_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  outlet_id    text NOT NULL REFERENCES outlet,
  -- Degrees, WGS 84.
  latitude     double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude    double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  proposed_by  uuid NOT NULL REFERENCES account,
  proposed_at  timestamptz NOT NULL,
  -- 'replaced': a newer proposal arrived before a decision.
  status       text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'replaced', 'accepted', 'refused')),
  decided_at   timestamptz,
  decided_by   text,
  -- Of a refusal, for the manager.
  reason       text CHECK (reason <> ''),
  CHECK (latitude <> 0 OR longitude <> 0),
  CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK ((status = 'refused') = (reason IS NOT NULL))
);
CREATE UNIQUE INDEX position_proposal_waiting ON position_proposal (outlet_id) WHERE status = 'waiting';
CREATE INDEX position_proposal_outlet ON position_proposal (outlet_id, proposal_id DESC);

GRANT SELECT, INSERT, UPDATE ON position_proposal TO reposo_app;
