-- A stop that a manager requested: the unused minutes of the order are refunded when its run has ended.
ALTER TABLE chair_command ADD COLUMN by_manager boolean NOT NULL DEFAULT false;

-- A test run has one start, and any number of stops.
DROP INDEX chair_command_test_run;
CREATE UNIQUE INDEX chair_command_test_run ON chair_command (test_run_id) WHERE type = 'start' AND test_run_id IS NOT NULL;
CREATE INDEX chair_command_test_run_stop ON chair_command (test_run_id) WHERE type = 'stop' AND test_run_id IS NOT NULL;
