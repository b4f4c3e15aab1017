-- Whether a purge has deleted the objects that browsers uploaded to the bucket under the policy of a used file. The callback
-- deletes the object that it has processed, but the deletion may fail, and a browser may upload more objects.
ALTER TABLE upload ADD COLUMN originals_removed boolean NOT NULL DEFAULT false;
CREATE INDEX upload_originals ON upload (issued_at)
  WHERE (feedback_id IS NOT NULL OR collection_id IS NOT NULL) AND NOT originals_removed;
GRANT UPDATE (originals_removed) ON upload TO reposo_app;
