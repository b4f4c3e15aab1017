-- Who has a job: drawn anew by each claim, the same for as long as its lease is renewed. What a worker writes of a job
-- it matches against this, so one that has lost its lease writes nothing.
ALTER TABLE outbox ADD COLUMN claim uuid;
