-- The ID of the file store that contains the database's files. The store has a file with the same ID, so that a server detects that
-- it uses another store than the servers with which it shares the database.
CREATE TABLE file_store (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  store_id uuid NOT NULL
);
GRANT SELECT, INSERT ON file_store TO reposo_app;
