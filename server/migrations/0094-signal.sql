-- The strength of a chair's radio signal, as its last state reported it (CHAIR-1).
ALTER TABLE device ADD COLUMN signal_dbm smallint CHECK (signal_dbm BETWEEN -150 AND 0);
