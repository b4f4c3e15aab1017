-- What an outlet gives back where a chair itself ended a massage early.
ALTER TABLE outlet ADD COLUMN refund_policy text NOT NULL DEFAULT 'proportional'
  CHECK (refund_policy IN ('none', 'proportional', 'full'));
