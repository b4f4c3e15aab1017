-- Two boards with the identity of one chair take each other's connection over. Each board has its own boot ID, so a boot ID
-- that returns after another one is a take-over.
ALTER TABLE device
  ADD COLUMN previous_boot_id text,
  -- Take-overs with at most ten minutes between them, and the last of them.
  ADD COLUMN takeovers integer NOT NULL DEFAULT 0,
  ADD COLUMN taken_over_at timestamptz,
  -- Null unless several boards use the identity; the chair then has the fault DUPLICATE-ID.
  ADD COLUMN identity_shared_since timestamptz;
GRANT UPDATE (previous_boot_id, takeovers, taken_over_at, identity_shared_since) ON device TO reposo_app;

-- Adds a kind of case to those that exist, so that the order of migrations that add kinds does not matter.
DO $$
DECLARE definition text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO STRICT definition FROM pg_constraint
  WHERE conrelid = 'attention_case'::regclass AND conname = 'attention_case_kind_check';
  ALTER TABLE attention_case DROP CONSTRAINT attention_case_kind_check;
  EXECUTE 'ALTER TABLE attention_case ADD CONSTRAINT attention_case_kind_check '
    || replace(definition, 'ARRAY[', 'ARRAY[''identityShared''::text, ');
END $$;
