-- A collection can have one photo, which is an upload like the files of feedback.

ALTER TABLE upload ADD COLUMN collection_id uuid UNIQUE REFERENCES cash_collection,
  ADD CONSTRAINT upload_collection_picture CHECK (collection_id IS NULL OR (stored_at IS NOT NULL AND kind = 'picture')),
  ADD CONSTRAINT upload_used_once CHECK (num_nonnulls(feedback_id, collection_id) <= 1);

DROP INDEX upload_unused_customer, upload_unused_account, upload_unused_address, upload_unused, upload_used;
CREATE INDEX upload_unused_customer ON upload (customer_id, issued_at)
  WHERE feedback_id IS NULL AND collection_id IS NULL AND customer_id IS NOT NULL;
CREATE INDEX upload_unused_account ON upload (account_id, issued_at)
  WHERE feedback_id IS NULL AND collection_id IS NULL AND account_id IS NOT NULL;
CREATE INDEX upload_unused_address ON upload (address_hash, issued_at)
  WHERE feedback_id IS NULL AND collection_id IS NULL;
CREATE INDEX upload_unused ON upload (issued_at) WHERE feedback_id IS NULL AND collection_id IS NULL;
CREATE INDEX upload_used ON upload (stored_at) WHERE feedback_id IS NOT NULL OR collection_id IS NOT NULL;
