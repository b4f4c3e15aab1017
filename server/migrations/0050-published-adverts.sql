-- Adverts are published from a file, under an id that its author chooses, for several outlets and a period.
-- `outlet_id` and `retired_at` remain for servers that were started before; no later server reads or writes them.
ALTER TABLE advert ALTER COLUMN advert_id TYPE text;
ALTER TABLE advert
  ADD CONSTRAINT advert_id_form CHECK (advert_id ~ '^[A-Za-z0-9_-]{1,64}$'),
  ADD CONSTRAINT advert_image_form CHECK (image_url ~ '^(https://|/[^/\\])'),
  ADD COLUMN outlet_ids text[],
  ADD COLUMN valid_from timestamptz,
  ADD COLUMN valid_until timestamptz;
UPDATE advert SET outlet_ids = ARRAY[outlet_id] WHERE outlet_id IS NOT NULL;
UPDATE advert SET valid_until = retired_at WHERE retired_at IS NOT NULL;
