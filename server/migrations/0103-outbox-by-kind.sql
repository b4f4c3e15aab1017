-- Each worker claims jobs of its kinds only, so a claim must not read past the due jobs of other kinds.
DROP INDEX outbox_due;
CREATE INDEX outbox_due ON outbox (kind, due_at, outbox_id);
