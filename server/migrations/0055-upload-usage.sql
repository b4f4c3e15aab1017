-- What was stored on a UTC day, by whom and in total: limits on it hold however many files arrive at once.
CREATE TABLE upload_usage (
  day      date NOT NULL,
  -- `customer:` or `account:` and an id, or `everyone`.
  subject  text NOT NULL,
  files    integer NOT NULL CHECK (files > 0),
  bytes    bigint NOT NULL CHECK (bytes > 0),
  PRIMARY KEY (day, subject)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON upload_usage TO reposo_app;

-- Files of feedback whose retention has ended.
CREATE INDEX upload_used ON upload (stored_at) WHERE feedback_id IS NOT NULL;
