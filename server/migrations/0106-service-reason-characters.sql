-- The server limits a reason to 200 grapheme clusters, each of which may have several code points.
ALTER TABLE device DROP CONSTRAINT device_out_of_service_reason_check;
ALTER TABLE device ADD CONSTRAINT device_out_of_service_reason_check
  CHECK (char_length(out_of_service_reason) BETWEEN 1 AND 2000);
