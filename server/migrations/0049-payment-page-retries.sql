-- A payment page that could not be opened is tried again after a pause, by one server at a time.
ALTER TABLE payment ADD COLUMN page_attempts integer NOT NULL DEFAULT 0,
  -- Not before; also while an attempt is under way.
  ADD COLUMN page_retry_at timestamptz,
  -- What the provider said the last time; null once a page is open.
  ADD COLUMN page_error text;
