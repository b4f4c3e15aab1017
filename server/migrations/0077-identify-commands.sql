-- The latest command of a manager that has a chair blink.
CREATE INDEX chair_command_identify ON chair_command (device_id, created_at DESC) WHERE type = 'identify';
