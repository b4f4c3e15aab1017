-- The company's name for the refund that it said had failed: one that is asked for after it is another one.
ALTER TABLE refund ADD COLUMN refused_ref text;
