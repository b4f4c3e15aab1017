-- What a customer chose from the dictionary's problems. Feedback of servers that were started before has none.
ALTER TABLE feedback
  ADD COLUMN problem_type text CHECK (problem_type IN
    ('notStarted', 'stoppedEarly', 'wrongCharge', 'discomfort', 'dirty', 'other')),
  DROP CONSTRAINT feedback_problem_check;
ALTER TABLE feedback
  ADD CONSTRAINT feedback_problem_check
    CHECK (problem <> '' OR (problem_type IS NOT NULL AND problem_type <> 'other'));
