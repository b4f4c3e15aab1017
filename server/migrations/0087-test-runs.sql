-- Test runs of managers: free, counted apart from orders (CHAIR-2). A chair reports them as it reports the run of an
-- order, with the id of the test run.
CREATE TABLE test_run (
  test_run_id uuid PRIMARY KEY,
  device_id text NOT NULL REFERENCES device,
  outlet_id text NOT NULL REFERENCES outlet,
  account_id uuid NOT NULL REFERENCES account,
  requested_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  ran_seconds integer CHECK (ran_seconds >= 0)
);
CREATE INDEX test_run_device ON test_run (device_id, requested_at DESC);

ALTER TABLE chair_command ADD COLUMN test_run_id uuid REFERENCES test_run;
CREATE UNIQUE INDEX chair_command_test_run ON chair_command (test_run_id) WHERE test_run_id IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON test_run TO reposo_app;
