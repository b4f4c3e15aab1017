-- A collection that was recorded for the wrong chair is voided by a new entry, and recorded for the right chair by
-- another that references it.

ALTER TABLE cash_collection DROP CONSTRAINT cash_collection_kind_check;
ALTER TABLE cash_collection ADD CONSTRAINT cash_collection_kind_check
  CHECK (kind IN ('collection', 'correction', 'adjustment', 'void'));
-- The entry of the wrong chair that this one replaces.
ALTER TABLE cash_collection ADD COLUMN moved_from_id uuid UNIQUE REFERENCES cash_collection,
  ADD CONSTRAINT cash_collection_moved CHECK (moved_from_id IS NULL OR kind = 'collection'),
  ADD CONSTRAINT cash_collection_void CHECK (kind <> 'void' OR (counted_minor = 0 AND expected_minor = 0));
CREATE UNIQUE INDEX cash_collection_void_of_box ON cash_collection (device_id, collected_at) WHERE kind = 'void';

-- All entries of one collection have its chair and time.
CREATE FUNCTION collection_is_voided(box text, collected timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM cash_collection v
    WHERE v.device_id = box AND v.collected_at = collected AND v.kind = 'void')
$$;
