-- An export has the zone of its caller's days by name, since the offset of today differs from that of days in the other half of
-- the year. Tickets are valid for ten minutes, so none are converted.
DELETE FROM export_ticket;
ALTER TABLE export_ticket DROP COLUMN offset_minutes, ADD COLUMN time_zone text;
