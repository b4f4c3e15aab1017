-- A chair that reports without having answered a command receives it again, at most every half second.
ALTER TABLE chair_command ADD COLUMN resent_at timestamptz;
