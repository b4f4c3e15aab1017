-- Chairs that send more events than the limit.
-- Adds a kind of case to those that exist, so that the order of migrations that add kinds does not matter.
DO $$
DECLARE definition text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO STRICT definition FROM pg_constraint
  WHERE conrelid = 'attention_case'::regclass AND conname = 'attention_case_kind_check';
  ALTER TABLE attention_case DROP CONSTRAINT attention_case_kind_check;
  EXECUTE 'ALTER TABLE attention_case ADD CONSTRAINT attention_case_kind_check '
    || replace(definition, 'ARRAY[', 'ARRAY[''eventExcess''::text, ');
END $$;
