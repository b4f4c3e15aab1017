-- The event of an outlet that a chair has left was a device event with the outlet's ID, which may also be the ID of a chair.
ALTER TABLE live_event DROP CONSTRAINT live_event_name_check;
ALTER TABLE live_event ADD CONSTRAINT live_event_name_check
  CHECK (name IN ('order', 'device', 'outlet', 'revenue', 'alerts', 'sessionEnded', 'accessChanged'));
