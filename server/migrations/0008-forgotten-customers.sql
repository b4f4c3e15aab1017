-- A guest who ordered nothing is forgotten with the last session; without the index each would cost a whole scan.
CREATE INDEX session_customer ON session (customer_id) WHERE customer_id IS NOT NULL;
