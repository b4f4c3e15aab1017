-- A start or extension that its chair considered expired, because its clock was wrong, is sent once more (START-5).
ALTER TABLE chair_command ADD COLUMN attempt smallint NOT NULL DEFAULT 1 CHECK (attempt IN (1, 2));
DROP INDEX chair_command_one_start;
DROP INDEX chair_command_one_extend;
CREATE UNIQUE INDEX chair_command_one_start ON chair_command (order_id, attempt) WHERE type = 'start';
CREATE UNIQUE INDEX chair_command_one_extend ON chair_command (extension_order_id, attempt)
  WHERE extension_order_id IS NOT NULL;
