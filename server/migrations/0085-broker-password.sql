-- What a broker that runs apart from the servers compares a chair's secret with, in the format of Mosquitto's password
-- file. Null until the chair's secret is replaced: what is stored for the embedded broker cannot be converted.
ALTER TABLE device ADD COLUMN broker_password text;
