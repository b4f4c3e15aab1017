-- A manager takes a chair out of service with a reason that customers see; without one the operator disabled it.
ALTER TABLE device ADD COLUMN out_of_service_reason text
  CHECK (char_length(out_of_service_reason) BETWEEN 1 AND 200);
ALTER TABLE device ADD CONSTRAINT device_out_of_service CHECK (out_of_service_reason IS NULL OR disabled_at IS NOT NULL);
